import { afterSales, type SalesInfo } from '@zhanggui/contract/order/after-sales.ts'
import { chosenMethods } from '@zhanggui/domain/payment/payment.ts'
import { Form, Input, Radio } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import styles from './case.module.css'
import { SumOf } from './case-sum.tsx'

const { body } = afterSales.pay
const methods = Object.entries(chosenMethods).map(([value, label]) => ({ value, label }))

const ASKS_FIRST = '退款金额较大，提交后由另一位同事审批；线下退款也请等同意后再付钱'

/** 退款: the agreed sum goes back; says first what it comes to. */
export default function PayDialog({ info, onClose }: { info: SalesInfo; onClose: () => void }) {
  const { id, version, refundAmount, refund } = info
  const row = { id, version, method: 'origin' }
  const act = `${refund?.state === 2 ? '重试退款' : '退款'} ${moneyText(refundAmount)}`
  return (
    <FormDialog
      name="售后单"
      title={act}
      act={act}
      stay="先不退"
      message="退款已发起"
      row={row}
      width={560}
      once
      add={afterSales.pay}
      edit={afterSales.pay}
      onClose={onClose}
    >
      {refund?.state === 2 && <p className={styles.wrong}>上次退款失败：{refund.failMsg}</p>}
      <Field of={body} name="method" label="退款方式">
        <Radio.Group options={methods} />
      </Field>
      {info.sum?.asksFirst ? <p>{ASKS_FIRST}</p> : <Voucher usual={info.sum?.handOver ?? 0} />}
      {info.sum && (
        <section className={styles.sum} aria-label="退款计算">
          <SumOf sum={info.sum} info={info} />
        </section>
      )}
    </FormDialog>
  )
}

/** What proves the cash that staff handed over; some orders were paid so. */
function Voucher({ usual }: { usual: number }) {
  const method = Form.useWatch('method')
  if (method !== 'offline' && !(method === 'origin' && usual > 0)) return null
  return (
    <Field of={body} name="voucher" label="退款凭证" rules={[{ required: true, message: '请填写退款凭证' }]}>
      <Input maxLength={255} allowClear placeholder="转账流水号、收据号" />
    </Field>
  )
}
