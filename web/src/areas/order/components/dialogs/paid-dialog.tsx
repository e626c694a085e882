import { type OrderRow, order } from '@zhanggui/contract/order/order.ts'
import { Input } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { shortNo } from '../../model/order-words.ts'
import { ReasonInput } from './reason-field.tsx'

const REASONS = ['货到付款已收', '到店现金收款', '银行转账', '对公打款']

/** 确认收款: money that came past the gateways. */
export function PaidDialog({ row, onClose }: { row: OrderRow; onClose: () => void }) {
  const { id, version, orderNo, payPrice } = row
  return (
    <FormDialog
      name="订单"
      title={`确认收款 ${moneyText(payPrice)} · 订单 ${shortNo(orderNo)}`}
      act="确认收款"
      message={`已确认收款 ${moneyText(payPrice)}`}
      row={{ id, version }}
      width={480}
      once
      add={order.paid}
      edit={order.paid}
      toBody={(typed) => ({ ...typed, orderNo })}
      onClose={onClose}
    >
      <Field of={order.paid.body} name="reason" label="怎么收的" extra="记为线下支付，之后退款也在线下退">
        <ReasonInput common={REASONS} />
      </Field>
      <Field of={order.paid.body} name="voucher" label="凭证号（选填）">
        <Input maxLength={255} allowClear placeholder="收据、转账流水号" />
      </Field>
    </FormDialog>
  )
}
