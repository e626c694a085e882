import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import type { FrontOrder, FrontOrderRow } from '@zhanggui/contract/order/front-order-own.ts'
import { frontShipment } from '@zhanggui/contract/order/front-shipment.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { Button } from '../../parts/typed/button.tsx'
import { Question } from '../../parts/typed/question.tsx'
import { AddressSheet } from '../address/address-sheet.tsx'
import styles from './order-acts.module.css'

type Acting = FrontOrderRow & Partial<Pick<FrontOrder, 'edit' | 'shipments'>>
type Act = { label: string; kind?: 'solid' | 'line'; isBusy?: boolean; onAct: () => void }

/** What its buyer can do with an order; what changes it asks first. */
export function OrderActs({ order, size }: { order: Acting; size: 44 | 28 }) {
  const { orderNo, canPay, shippingType, shipments = [], lastTrace } = order
  const [asking, setAsking] = useState<Act & { question: string }>()
  const [isMoving, setMoving] = useState(false)
  const done = (text: string) => () => {
    setAsking(undefined)
    toast(text)
  }
  const body = { orderNo }
  const cancelling = useWrite(frontOrder.cancel, { done: done('订单已取消') })
  const taking = useWrite(frontShipment.take, { done: done('已确认收货') })
  const reminding = useWrite(frontOrder.remind, { done: done('已提醒商家发货') })
  const moving = useWrite(frontOrder.address, { done: done('地址已修改') })
  const extending = useWrite(frontOrder.extend, {
    done: ({ autoReceiveTime }) => done(`已延长，${autoReceiveTime.slice(0, 16)} 自动确认收货`)(),
  })
  const again = useWrite(frontOrder.pre, { done: ({ preOrderNo }) => go(`/checkout/${preOrderNo}`) })
  const deleting = useWrite(frontOrder.remove, {
    done: () => {
      done('订单已删除')()
      go('/orders', { replace: true })
    },
  })
  const ask = (question: string, act: Act) => setAsking({ question, ...act })
  // Once its receipt can be confirmed, a parcel is under way, whatever the carrier has said so far.
  const isSent = shipments.length > 0 || lastTrace !== null || (order.canTake && shippingType === 1)
  const acts: (Act | false | undefined)[] = [
    order.canDelete && {
      label: '删除',
      onAct: () =>
        ask('删除后不能恢复，确定删除这个订单吗？', { label: '删除', onAct: () => void deleting.send({ body }) }),
    },
    order.canCancel && {
      label: '取消',
      onAct: () => ask('确定取消这个订单吗？', { label: '取消订单', onAct: () => void cancelling.send({ body }) }),
    },
    order.canRefund && { label: '申请售后', onAct: () => go(`/order/${orderNo}/refund`) },
    order.canInvoice && { label: '开发票', onAct: () => go(`/order/${orderNo}/invoice`) },
    isSent && { label: '看物流', onAct: () => go(`/order/${orderNo}/express`) },
    order.canChangeAddress && { label: '改地址', onAct: () => setMoving(true) },
    order.canRemind && { label: '催发货', isBusy: reminding.isSending, onAct: () => void reminding.send({ body }) },
    order.canExtend && {
      label: '延长收货',
      onAct: () =>
        ask('只能延长一次，确定延长收货时间吗？', { label: '延长收货', onAct: () => void extending.send({ body }) }),
    },
    !canPay && {
      label: '再买一次',
      isBusy: again.isSending,
      onAct: () => void again.send({ body: { preOrderType: 'again', orderDetails: [{ orderNo }] } }),
    },
    order.canReview && { label: '写评价', onAct: () => go(`/order/${orderNo}/review`) },
    canPay && { label: '去付款', kind: 'solid' as const, onAct: () => go(`/pay/${orderNo}`) },
    order.canTake && {
      label: '确认收货',
      kind: 'solid' as const,
      onAct: () => ask('商品都收到了吗？', { label: '确认收货', onAct: () => void taking.send({ body }) }),
    },
  ]
  const shown = acts.filter((act) => act !== false && act !== undefined)
  return (
    <>
      <span className={`${styles.acts} ${size === 28 ? styles.small : ''}`}>
        {shown.map(({ label, kind = 'line', isBusy, onAct }) => (
          <Button key={label} kind={kind} size={size} isBusy={isBusy} onClick={onAct}>
            {label}
          </Button>
        ))}
      </span>
      {asking && (
        <Question text={asking.question} onClose={() => setAsking(undefined)}>
          <Button
            isWide
            isBusy={[cancelling, taking, extending, deleting].some(({ isSending }) => isSending)}
            onClick={asking.onAct}
          >
            {asking.label}
          </Button>
        </Question>
      )}
      {isMoving && (
        <AddressSheet
          chosen={undefined}
          onChoose={(addressId) => {
            setMoving(false)
            void moving.send({ body: { orderNo, addressId } })
          }}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  )
}
