import { order } from '@zhanggui/contract/order/order.ts'
import { Input } from 'antd'
import { Field } from '../../../../kit/form/field.tsx'
import { ReasonInput } from './reason-field.tsx'

/** What staff take at the counter is most often cash, for which there is no receipt to name. */
export const CASH = '现金收款'
const REASONS = [CASH, '货到付款已收', '银行转账', '对公打款']

/** How money came that passed no gateway, and what proves it, if anything does. */
export function TakenFields() {
  const { body } = order.paid
  return (
    <>
      <Field
        of={body}
        name="reason"
        label="怎么收的"
        rules={[{ required: true, whitespace: true, message: '请填写怎么收的' }]}
        extra="记为线下支付，之后退款也在线下退"
      >
        <ReasonInput common={REASONS} />
      </Field>
      <Field of={body} name="voucher" label="凭证号（选填）">
        <Input maxLength={255} allowClear placeholder="收据、转账流水号" />
      </Field>
    </>
  )
}
