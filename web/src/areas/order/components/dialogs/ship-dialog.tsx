import { useQuery } from '@tanstack/react-query'
import { shipment } from '@zhanggui/contract/order/shipment.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { MAX_SHIPMENTS } from '@zhanggui/domain/order/shipment.ts'
import { Alert, Button, Checkbox, Form, Segmented, Table } from 'antd'
import { useState } from 'react'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { read } from '../../../../api/read.ts'
import { toFieldData, useWrite } from '../../../../api/use-write.ts'
import { write } from '../../../../api/write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'
import { showSuccess, undo } from '../../../../kit/feedback/feedback.ts'
import { UnitsInput } from '../../../../kit/form/units-input.tsx'
import { WriteForm } from '../../../../kit/form/write-form.tsx'
import { Picture } from '../../../../kit/media/picture.tsx'
import { useDirtyGuard } from '../../../../kit/page/dirty-guard.ts'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { TwoLine } from '../../../../kit/text/two-line.tsx'
import { type PackedLine, unitsOf, waitingOf } from '../../model/order-parcels.ts'
import type { InfoDialogProps } from '../act-dialog.ts'
import { StaleLine } from '../fields/reason-field.tsx'
import styles from './dialogs.module.css'
import { CarrierDoubt, ParcelFields, rememberCarrier, useCarrierDoubt, useLastCarrier } from './parcel-fields.tsx'

type Typed = { deliveryType: 'express' | 'send' | 'fictitious'; expressCode?: string } & Record<string, unknown>
type Outcome = NonNullable<RouteAnswer<typeof shipment.send>['others']>

type Props = InfoDialogProps & {
  /** Begins with one more parcel of what was sent. */
  isFurther?: boolean
}

/** 附加包裹: one more box of what was sent. */
export const FurtherParcelDialog = (props: InfoDialogProps) => <ShipDialog {...props} isFurther />

/** 发货: what leaves, how, and which other orders leave in the same parcel. */
export function ShipDialog({ info, isFurther = false, onClose, onDone }: Props) {
  const { orderNo, version, allow } = info
  const [form] = Form.useForm<Typed>()
  const lastCarrier = useLastCarrier()
  const waiting = waitingOf(info)
  const [further, setFurther] = useState(allow.addParcel && (isFurther || !allow.send))
  const [chosen, setChosen] = useState<Readonly<Record<number, number>>>({})
  const [dropped, setDropped] = useState<readonly string[]>([])
  const [uses, setUses] = useState<readonly string[]>([])
  const doubt = useCarrierDoubt()
  const [sending, setSending] = useState(false)
  const [dirty, setDirty] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  useDirtyGuard(dirty)
  const { data: near } = useQuery({
    ...read(shipment.neighbours, { query: { orderNo }, silent: true }),
    enabled: allow.send && info.statusStr.key === 'notShipped',
  })
  const takeBack = useWrite(shipment.withdraw, { message: '已撤回发货' })

  const type = Form.useWatch('deliveryType', form) ?? 'express'
  const numOf = ({ id, packed }: PackedLine) => Math.min(chosen[id] ?? packed, packed)
  const isAll = waiting.every((line) => numOf(line) === line.packed)
  const units = waiting.reduce((sum, line) => sum + numOf(line), 0)
  const mayCombine = !further && isAll && type === 'express'
  const neighbours = near?.list ?? []
  const withOrders = mayCombine ? neighbours.map((each) => each.orderNo).filter((each) => !dropped.includes(each)) : []

  const lines = waiting.flatMap((line) => (numOf(line) ? [{ lineId: line.id, num: numOf(line) }] : []))

  async function handleFinish(typed: Typed) {
    if ((!further && !lines.length) || doubt.asks(typed)) return
    setSending(true)
    const body = {
      ...typed,
      orderNo,
      version,
      ...(further ? { lines: [] } : !isAll && { lines }),
      ...(withOrders.length > 0 && { withOrders }),
      ...(uses.length > 0 && { confirmSame: true }),
    }
    try {
      const { deliveryNo, others } = await write(shipment.send, { body })
      rememberCarrier(typed.deliveryType === 'express' ? typed.expressCode : undefined)
      setDirty(false)
      if (others?.some(({ ok }) => !ok)) return setOutcome(others)
      onClose()
      onDone?.()
      if (others) showSuccess(`已合并发货 ${others.length + 1} 单`)
      else undo(`已发货 ${shortNo(orderNo)}`, () => takeBack.mutate({ body: { deliveryNo } }), { word: '撤回发货' })
    } catch (error) {
      if (error instanceof CallError && error.code === 'SAME_NUMBER') setUses(namesIn(error.body))
      else reactToError(error, { showFieldErrors: (errors) => form.setFields(errors.map(toFieldData) as never) })
    } finally {
      setSending(false)
    }
  }

  if (outcome) return <Outcomes orderNo={orderNo} of={outcome} onClose={onClose} />
  const may = further ? allow.addParcel : allow.send
  const act = further
    ? '发出附加包裹'
    : `发货 ${units} 件${withOrders.length ? `（合 ${withOrders.length + 1} 单）` : ''}`
  return (
    <Dialog
      title={`发货 · 订单 ${shortNo(orderNo)}`}
      width={900}
      onCancel={() => !sending && onClose()}
      footer={[
        <Button key="cancel" disabled={sending} onClick={onClose}>
          不发货
        </Button>,
        <WriteButton
          key="ok"
          type="primary"
          of={{ isPending: sending }}
          disabled={!may || (!further && !units)}
          onClick={form.submit}
        >
          {act}
        </WriteButton>,
      ]}
    >
      <WriteForm<Typed>
        form={form}
        name={`ship-${info.id}`}
        layout="vertical"
        of={{ isPending: sending }}
        initialValues={{ deliveryType: 'express', expressCode: lastCarrier }}
        onFinish={handleFinish}
        onValuesChange={(changed) => {
          setDirty(true)
          if (!('expressNumber' in changed || 'expressCode' in changed)) return
          setUses([])
          doubt.forget()
        }}
      >
        <div className={styles.figures}>
          <span>
            发给 <b>{info.realName}</b> {info.userPhone} {info.address}
          </span>
        </div>
        {info.mark && <Alert className={styles.gap} type="warning" title={`买家留言：${info.mark}`} />}
        {info.remark && <Alert className={styles.gap} type="info" title={`商家备注：${info.remark}`} />}
        {info.printStale && <Alert className={styles.gap} type="warning" title="打印后有变更，请核对" />}
        {info.labels.some(({ text }) => text === '退款待处理') && (
          <Alert className={styles.gap} type="error" showIcon title="有一笔退款没有退成：先处理退款，再决定发不发货" />
        )}
        {!may && (
          <StaleLine
            text={
              info.isEdited ? '改单还在等买家补款，付清后才能发货' : `订单现在是「${info.statusStr.value}」，不能发货`
            }
          />
        )}
        {allow.send && allow.addParcel && (
          <Form.Item label="发什么">
            <Segmented
              aria-label="发什么"
              value={further}
              onChange={setFurther}
              options={[
                { value: false, label: '待发的商品' },
                { value: true, label: '附加包裹' },
              ]}
            />
          </Form.Item>
        )}
        <ParcelFields />
        {doubt.isAsked && <CarrierDoubt act={act} />}
        {uses.length > 0 && (
          <Alert
            className={styles.gap}
            type="warning"
            showIcon
            role="alert"
            title={`${sameNumberText(uses, info.orderNo)}，核对无误后再点「${act}」`}
          />
        )}
        {further ? (
          <p className={styles.told}>已发商品多出来的一箱：只记下单号，不改待发数量</p>
        ) : (
          <>
            <WaitingLines
              lines={waiting}
              numOf={numOf}
              onChoose={(id, num) => {
                setChosen({ ...chosen, [id]: num })
                setDirty(true)
              }}
            />
            {!isAll && info.shipments.filter(({ state }) => state !== 2).length >= MAX_SHIPMENTS - 1 && (
              <StaleLine text={`最多分${MAX_SHIPMENTS}次发货，请一次发完`} />
            )}
          </>
        )}
        {neighbours.length > 0 && !further && (
          <Combine
            neighbours={neighbours}
            dropped={dropped}
            why={mayCombine ? '' : isAll ? '合单只用于快递' : '拆分发货时不合单'}
            onDrop={setDropped}
          />
        )}
        {/* Enter, also a scanner's, ships. */}
        <button type="submit" hidden />
      </WriteForm>
    </Dialog>
  )
}

/** The numbers of the orders that a refusal names. */
function namesIn(body: unknown): string[] {
  const { uses = [] } = (body ?? {}) as { uses?: { name: string }[] }
  return uses.map(({ name }) => name)
}

type WaitingProps = {
  lines: readonly PackedLine[]
  numOf: (line: PackedLine) => number
  onChoose: (lineId: number, num: number) => void
}

/** What is left of each line, and how much of it leaves now. */
function WaitingLines({ lines, numOf, onChoose }: WaitingProps) {
  const shown = unitsOf(lines) === 1 ? '1 件' : `共 ${unitsOf(lines)} 件`
  return (
    <section className={styles.waiting} aria-label="待发的商品">
      <h3>
        待发的商品 <small>{shown}</small>
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <Picture src={line.image} alt={`「${line.storeName}」的图片`} size={40} />
            <TwoLine
              top={line.storeName}
              below={[line.sku === '默认' ? '' : line.sku, line.barCode].filter(Boolean).join(' · ')}
            />
            <span className={styles.left}>待发 {line.packed}</span>
            <UnitsInput
              label={`「${line.storeName}」本次发货数量`}
              max={line.packed}
              empty={0}
              value={numOf(line)}
              disabled={line.packed === 1 && lines.length === 1}
              onChange={(num) => onChoose(line.id, num)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CombineProps = {
  neighbours: RouteAnswer<typeof shipment.neighbours>['list']
  dropped: readonly string[]
  /** Why they cannot leave together now; '' if they can. */
  why: string
  onDrop: (orderNos: readonly string[]) => void
}

/** Other orders to the same receiver, ticked. */
function Combine({ neighbours, dropped, why, onDrop }: CombineProps) {
  const all = neighbours.map(({ orderNo }) => orderNo)
  return (
    <section className={styles.waiting} aria-label="合并发货">
      <Checkbox
        disabled={why !== ''}
        checked={!why && dropped.length < all.length}
        indeterminate={!why && dropped.length > 0 && dropped.length < all.length}
        onChange={({ target }) => onDrop(target.checked ? [] : all)}
      >
        另有 {neighbours.length} 单同一收货地址，合并发货{why && `（${why}）`}
      </Checkbox>
      {!why && neighbours.length > 0 && (
        <ul>
          {neighbours.map(({ orderNo, storeName, totalNum }) => (
            <li key={orderNo}>
              <Checkbox
                checked={!dropped.includes(orderNo)}
                onChange={({ target }) =>
                  onDrop(target.checked ? dropped.filter((each) => each !== orderNo) : [...dropped, orderNo])
                }
              >
                <b>{shortNo(orderNo)}</b> {storeName} · 共 {totalNum} 件
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Which of the orders left together, and why the others did not. */
function Outcomes({ orderNo, of, onClose }: { orderNo: string; of: Outcome; onClose: () => void }) {
  const rows = [{ orderNo, ok: true, message: '' }, ...of]
  const failed = rows.filter(({ ok }) => !ok).length
  return (
    <Dialog
      title={`合并发货：成功 ${rows.length - failed} 单，失败 ${failed} 单`}
      width={560}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <Table
        rowKey="orderNo"
        size="small"
        pagination={false}
        dataSource={rows}
        columns={[
          { title: '订单', dataIndex: 'orderNo' },
          { title: '结果', render: (_, { ok, message }) => (ok ? '已发货' : message) },
        ]}
      />
    </Dialog>
  )
}

function sameNumberText(uses: readonly string[], own: string): string {
  if (uses.every((orderNo) => orderNo === own)) return '该快递单号已是本订单另一个包裹的单号'
  return `该快递单号已用于其他收货人的订单 ${uses.map(shortNo).join('、')}`
}
