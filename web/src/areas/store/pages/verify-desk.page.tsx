import CameraOutlined from '@ant-design/icons/es/icons/CameraOutlined'
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import CloseCircleOutlined from '@ant-design/icons/es/icons/CloseCircleOutlined'
import { order as orderRoutes } from '@zhanggui/contract/order/order.ts'
import { type CollectWay, type PickupOrder, pickup } from '@zhanggui/contract/order/pickup.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { serverNow } from '../../../api/server-time.ts'
import { useSession } from '../../../api/session.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { ScanField } from '../../../kit/form/scan/scan-field.tsx'
import { BottomBar } from '../../../kit/page/bottom-bar.tsx'
import { loadChunk } from '../../../kit/page/load-chunk.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { PrintButton } from '../../../kit/print/print-button.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import styles from '../components/pickup/pickup.module.css'
import { Collect, PickupCard } from '../components/pickup/pickup-card.tsx'
import { PickupToday } from '../components/pickup/pickup-today.tsx'
import { useVerify } from '../components/pickup/use-verify.ts'

const CameraScan = lazy(() => loadChunk(() => import('../../../kit/form/scan/camera-scan.tsx')))
const CODE_DIGITS = 10

/** 核销台 (docs/stores.md, The counter): a code is typed, scanned or shown to the camera; its order is verified by one act. */
export default function VerifyDeskPage() {
  const phone = useIsPhone()
  const mayList = useCan(pickupOrder.list)
  const { state, busy, scan, verify, clear } = useVerify()
  const [camera, setCamera] = useState(false)
  useAskedOrder(scan)

  return (
    <div className={styles.page}>
      <PageHeader />
      <div className={styles.bar}>
        <ScanField
          label="核销码"
          placeholder="输入或扫 10 位核销码"
          digits={CODE_DIGITS}
          keepsFocus={!phone}
          busy={busy !== undefined}
          onScan={scan}
        />
        <Button
          type="primary"
          className={styles.camera}
          icon={<CameraOutlined aria-hidden />}
          aria-label="用摄像头扫码"
          title="用摄像头扫码"
          onClick={() => setCamera(true)}
        />
      </div>
      {state.kind === 'refused' && (
        <section className={styles.wrong} role="alert">
          <CloseCircleOutlined aria-hidden />
          <b>{state.message}</b>
          <span>{state.code}</span>
          {mayList && state.code.length !== CODE_DIGITS && (
            <Link to={`/store/order?keywords=${encodeURIComponent(state.code)}`}>
              没有核销码时，可以在核销订单中找「{state.code}」
            </Link>
          )}
        </section>
      )}
      {state.kind === 'found' && (
        <Found
          key={`${state.order.id}-${state.order.version}`}
          order={state.order}
          refusal={state.refusal}
          busy={busy === 'verify'}
          onVerify={(...given) => verify(state.code, ...given)}
          onLeave={clear}
        />
      )}
      {state.kind === 'done' && <Done order={state.order} collected={state.collected} />}
      <PickupToday />
      {camera && (
        <Suspense fallback={null}>
          <CameraScan
            title="扫核销码"
            onClose={() => setCamera(false)}
            onCode={(text) => {
              setCamera(false)
              scan(text.trim())
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Looks up, once, the order that the address asks for: lists of orders send clerks here to hand it over. */
function useAskedOrder(look: (orderNo: string) => void) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('orderNo')
  const settle = useEffectEvent((orderNo: string) => {
    setParams({}, { replace: true })
    look(orderNo)
  })
  useEffect(() => {
    if (asked) settle(asked)
  }, [asked])
}

type FoundProps = {
  order: PickupOrder
  refusal: string
  busy: boolean
  onVerify: (order: PickupOrder, form: { collected?: boolean; collectedBy?: CollectWay }) => void
  onLeave: () => void
}

/** The order of a code with the one act there is; money at the counter is taken first. */
function Found({ order, refusal, busy, onVerify, onLeave }: FoundProps) {
  const phone = useIsPhone()
  const mayVerify = useCan(pickup.verify) && !refusal
  const [collected, setCollected] = useState(false)
  const [way, setWay] = useState<CollectWay>('cash')
  const { toCollect } = order
  const text = toCollect > 0 ? `已收款，核销 ${moneyText(toCollect)}` : '核销'
  const acts = (
    <>
      <Button className={styles.leave} onClick={onLeave} disabled={busy}>
        {mayVerify ? '不是他' : '下一单'}
      </Button>
      {mayVerify && (
        <WriteButton
          type="primary"
          of={{ isPending: busy }}
          disabled={toCollect > 0 && !collected}
          title={toCollect > 0 && !collected ? `请先收款 ${moneyText(toCollect)}` : undefined}
          onClick={() => onVerify(order, toCollect > 0 ? { collected, collectedBy: way } : {})}
        >
          {text}
        </WriteButton>
      )}
    </>
  )
  return (
    <>
      <PickupCard order={order} refusal={refusal} />
      {mayVerify && toCollect > 0 && (
        <Collect amount={toCollect} collected={collected} way={way} onCollected={setCollected} onWay={setWay} />
      )}
      {phone ? <BottomBar>{acts}</BottomBar> : <div className={styles.acts}>{acts}</div>}
    </>
  )
}

function Done({ order, collected }: { order: PickupOrder; collected: number }) {
  const mayLook = useCan(orderRoutes.info)
  const name = useSession((session) => session.name)
  const { id, orderNo, realName, lines, storeName } = order
  const units = lines.reduce((sum, { num, cutNum }) => sum + num - cutNum, 0)
  const [at] = useState(() => serverNow())
  return (
    <section className={styles.done} role="status">
      <span className={styles.big} aria-hidden>
        <CheckOutlined />
      </span>
      <b>核销成功</b>
      <span>
        {realName} · {lines.length} 种 {units} 件{collected > 0 && ` · 收款 ${moneyText(collected)}`}
      </span>
      <small>
        {at.toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit', timeZone: 'Asia/Shanghai' })} {storeName}{' '}
        {name}
      </small>
      <span className={styles.doneActs}>
        <PrintButton orderNos={[orderNo]} text="打小票" first="receipt" />
        {mayLook && (
          <Link to={`/order/detail/${id}`}>
            <Button>看订单</Button>
          </Link>
        )}
      </span>
    </section>
  )
}
