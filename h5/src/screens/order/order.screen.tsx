import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { FrontOrder } from '@zhanggui/contract/order/front-order-own.ts'
import { frontInvoice } from '@zhanggui/contract/order/invoice.ts'
import { refundMethods } from '@zhanggui/domain/payment/payment.ts'
import { CountDown } from '@zhanggui/page-kit/parts/count-down.tsx'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { Price } from '@zhanggui/page-kit/parts/price.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { Fragment } from 'react'
import { Link, useParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { go } from '../../go/go.ts'
import { Card, Cell } from '../../parts/card.tsx'
import { CopyNo } from '../../parts/copy-no.tsx'
import { LineRow } from '../../parts/goods/line-row.tsx'
import { SumRow } from '../../parts/goods/sum-row.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { OrderActs } from '../../sheets/order/order-acts.tsx'
import { TEAM_WAITS } from '../../sheets/order/team-waits.ts'
import styles from './order.module.css'

/** An order of the buyer: where it stands, what it holds and cost, and what can be done. */
export default function OrderScreen() {
  const { orderNo = '' } = useParams<{ orderNo: string }>()
  const order = useRead(frontOrder.detail, { params: { orderNo } })
  return (
    <Screen title="订单详情" isTinted foot={order.data && <OrderActs order={order.data} size={44} />}>
      <Loaded
        of={order}
        skeleton={<OrderBones />}
        failed={({ status, message }) => status === 404 && <Gone text={message} />}
      >
        {(data) => (
          <>
            <Progress order={data} />
            <Place order={data} />
            <Card>
              {data.lines.map((line) => (
                <LineRow key={line.id} line={line} />
              ))}
              <Paid order={data} />
            </Card>
            <Back order={data} />
            <Facts order={data} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Progress({ order }: { order: FrontOrder }) {
  const { statusStr, payDeadline, paid, canPay, closeReason, edit, notice, pinkId, pinkStatus, verifyCode } = order
  const { shipBy, canTake, autoReceiveTime } = order
  return (
    <div className={styles.state}>
      <h2>{statusStr.value}</h2>
      {canPay && payDeadline && (
        <p>
          剩余 <CountDown to={payDeadline} doneText="已到时间" />
          ，到时自动关闭
        </p>
      )}
      {shipBy && <p>预计 {shipBy.slice(5, 16)} 前发出</p>}
      {canTake && autoReceiveTime && <p>{autoReceiveTime.slice(5, 16)} 自动确认收货</p>}
      {closeReason && <p>{closeReason}</p>}
      {notice && <p>{notice}</p>}
      {pinkId > 0 && (
        <p>
          <Button size={28} kind="soft" to={`/team/${pinkId}`}>
            {pinkStatus === TEAM_WAITS ? '邀朋友，看团' : '看团'}
          </Button>
        </p>
      )}
      {edit && (
        <p>
          改单后还差 ¥{edit.fee.toFixed(2)}
          <Button size={28} to={`/pay/${order.orderNo}`}>
            去补款
          </Button>
        </p>
      )}
      {verifyCode && paid && (
        <p>
          提货码 <b className={styles.code}>{verifyCode}</b>
          <QrCode text={verifyCode} label="提货码" />
        </p>
      )}
    </div>
  )
}

function Place({ order: { shippingType, realName, userPhone, address, store, shipments } }: { order: FrontOrder }) {
  const isPickUp = shippingType === 2 && store !== null
  const [who, phone, place] = isPickUp ? [store.name, store.phone, store.address] : [realName, userPhone, address]
  return (
    <Card>
      {shipments.map((parcel) => (
        <div key={parcel.deliveryNo} className={styles.parcel}>
          <span className={styles.mark}>
            <Icon name="truck" size={20} />
          </span>
          <div>
            <b>{parcel.expressName || parcel.deliveryName || '已发货'}</b>
            {parcel.expressNo && <CopyNo text={parcel.expressNo} />}
            <p>{parcel.lastTrace ? parcel.lastTrace.status : `${parcel.shipTime.slice(0, 16)} 发出`}</p>
            {parcel.lastTrace && <small>{parcel.lastTrace.time}</small>}
          </div>
        </div>
      ))}
      <div className={styles.parcel}>
        <span className={styles.mark}>
          <Icon name="pin" size={20} />
        </span>
        <div>
          <b>{`${who}　${phone}`}</b>
          <p>{place}</p>
        </div>
      </div>
    </Card>
  )
}

function Paid({ order }: { order: FrontOrder }) {
  const { proTotalPrice, couponPrice, deductionPrice, payPostage, adjustPrice, payPrice, refundPrice, paid } = order
  return (
    <div className={styles.sums}>
      <SumRow name="商品" yuan={proTotalPrice} />
      {couponPrice > 0 && <SumRow name="优惠券" yuan={-couponPrice} />}
      {deductionPrice > 0 && <SumRow name="积分" yuan={-deductionPrice} />}
      {adjustPrice !== 0 && <SumRow name="商家改价" yuan={adjustPrice} />}
      <SumRow name="运费" {...(payPostage ? { yuan: payPostage } : { text: '免运费' })} />
      {refundPrice > 0 && <SumRow name="已退款" yuan={refundPrice} />}
      <p className={styles.total}>
        {paid ? '实付' : '应付'} <Price yuan={payPrice} size={20} />
      </p>
    </div>
  )
}

/** What was asked back of it, and the money that went back. */
function Back({ order: { cases, refunds } }: { order: FrontOrder }) {
  if (!cases.length && !refunds.length) return null
  return (
    <Card title="售后与退款">
      {cases.map(({ id, salesNo, stateStr, refundAmount }) => (
        <Cell key={id} name={`售后 ${salesNo}`} onOpen={() => go(`/refund/${id}`)}>
          {stateStr}　¥{refundAmount.toFixed(2)}
        </Cell>
      ))}
      {refunds.map(({ amount, state, reason, method, surplus, createTime, finishTime }) => (
        <Cell key={`${createTime} ${amount}`} name={`${refundStates[state]} ¥${amount.toFixed(2)}`}>
          {[surplus ? '重复到账退回' : reason, refundMethods[method], (finishTime ?? createTime).slice(0, 16)]
            .filter(Boolean)
            .join('　')}
        </Cell>
      ))}
    </Card>
  )
}
/** By the state of a refund. */
const refundStates = { 0: '退款中', 1: '已退款', 2: '退款未成功' } as const

function Facts({ order }: { order: FrontOrder }) {
  const { orderNo, payTypeStr, mark, gainIntegral, paid, canInvoice } = order
  const hasInvoices = useSite()?.open.invoice === true
  // One that was asked for already; a new one is among the acts.
  const asked = useRead(frontInvoice.info, { params: { orderNo } }, hasInvoices && paid && !canInvoice).data?.invoice
  const times = [
    ['下单', order.createTime],
    [payTypeStr || '付款', order.payTime],
    ['发货', order.shipTime],
    ['收货', order.receiveTime],
    ['提货', order.verifyTime],
    ['完成', order.completeTime],
    ['关闭', order.closeTime],
  ] as const
  return (
    <Card>
      <dl className={styles.facts}>
        <dt>订单编号</dt>
        <dd>
          <CopyNo text={orderNo} />
        </dd>
        {times.map(
          ([name, time]) =>
            time && (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd>{time.slice(0, 16)}</dd>
              </Fragment>
            ),
        )}
        {gainIntegral > 0 && (
          <>
            <dt>可得积分</dt>
            <dd>{gainIntegral.toLocaleString('zh-CN')}</dd>
          </>
        )}
        {asked && (
          <>
            <dt>发票</dt>
            <dd>
              <Link href={`/order/${orderNo}/invoice`}>{asked.stateStr}</Link>
            </dd>
          </>
        )}
        {mark && (
          <>
            <dt>留言</dt>
            <dd>{mark}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function Gone({ text }: { text: string }) {
  return (
    <Empty text={text}>
      <Button to="/orders">我的订单</Button>
    </Empty>
  )
}

function OrderBones() {
  return (
    <div className="coming">
      <Bone height={30} width={140} />
      <Bone height={110} radius={12} />
      <Bone height={240} radius={12} />
      <Bone height={120} radius={12} />
    </div>
  )
}
