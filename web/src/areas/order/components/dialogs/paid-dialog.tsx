import { order } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { TakenFields } from '../fields/taken-fields.tsx'

type Props = { row: Pick<OrderRow, 'id' | 'version' | 'orderNo' | 'payPrice'>; onClose: () => void }

/** 确认收款: money for an order that came past the gateways. */
export const PaidDialog = (props: Props) => <TakenDialog {...props} name="订单" route={order.paid} />

/** The same for what an edit of the order costs more; `payPrice` is that difference. */
export const EditPaidDialog = (props: Props) => <TakenDialog {...props} name="改单差价" route={orderEdit.paid} />

function TakenDialog({
  row,
  onClose,
  name,
  route,
}: Props & { name: string; route: typeof order.paid | typeof orderEdit.paid }) {
  const { id, version, orderNo, payPrice } = row
  return (
    <FormDialog
      name={name}
      title={`确认${name === '订单' ? '' : name}收款 ${moneyText(payPrice)} · 订单 ${shortNo(orderNo)}`}
      act="确认收款"
      message={`已确认收款 ${moneyText(payPrice)}`}
      row={{ id, version }}
      width={480}
      once
      add={route}
      edit={route}
      toBody={(typed) => ({ ...typed, orderNo })}
      onClose={onClose}
    >
      <TakenFields />
    </FormDialog>
  )
}
