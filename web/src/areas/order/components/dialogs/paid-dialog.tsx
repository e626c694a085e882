import { order } from '@zhanggui/contract/order/order.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import type { OrderRow } from '@zhanggui/contract/order/order-info.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { ReasonInput } from './reason-field.tsx'

/** What staff take at the counter is most often cash, for which there is no receipt to name. */
export const CASH = '现金收款'
const REASONS = [CASH, '货到付款已收', '银行转账', '对公打款']

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

/** How money came that passed no gateway, and what proves it, if anything does. */
export function TakenFields() {
  const { body } = order.paid
  return (
    <>
      <Field of={body} name="reason" label="怎么收的" extra="记为线下支付，之后退款也在线下退">
        <ReasonInput common={REASONS} />
      </Field>
      <Field of={body} name="voucher" label="凭证号（选填）">
        <Input maxLength={255} allowClear placeholder="收据、转账流水号" />
      </Field>
    </>
  )
}
