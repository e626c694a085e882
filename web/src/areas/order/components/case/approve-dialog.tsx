import { afterSales, type SalesInfo } from '@zhanggui/contract/order/after-sales.ts'
import { Form, Input } from 'antd'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { serviceText } from '../../model/case-look.ts'
import styles from './case.module.css'
import { CaseSum } from './case-sum.tsx'

const { body } = afterSales.check
const money = { min: 0, precision: 2, prefix: '¥', controls: false, style: { width: 200 } } as const

/** 同意: money goes back at once, or after the goods came back to the address that is given. */
export default function ApproveDialog({ info, onClose }: { info: SalesInfo; onClose: () => void }) {
  const { id, version, refundAmount, postage, returnTo } = info
  const isReturn = info.serviceType === 1
  const row = { id, version, refundAmount, postage, ...(isReturn && returnTo) }
  return (
    <FormDialog
      name="售后单"
      title={`同意${serviceText(info)} · ${moneyText(refundAmount)}`}
      act={isReturn ? '同意退货' : '同意并退款'}
      stay="先不处理"
      message={isReturn ? '已同意，等买家寄回' : '已同意，退款已发起'}
      row={row}
      width={560}
      once
      add={afterSales.check}
      edit={afterSales.check}
      toBody={(typed) => ({ ...typed, pass: true })}
      onClose={onClose}
    >
      <Field
        of={body}
        name="refundAmount"
        label="退款金额"
        extra={`买家申请 ${moneyText(refundAmount)}，最多可退 ${moneyText(info.maxAmount)}${info.maxPostage > 0 ? '（含运费）' : ''}`}
      >
        <NumberInput<number> autoFocus max={info.maxAmount} {...money} />
      </Field>
      {info.maxPostage > 0 && (
        <Field of={body} name="postage" label="其中运费" extra={`最多 ${moneyText(info.maxPostage)}`}>
          <NumberInput<number> max={info.maxPostage} {...money} />
        </Field>
      )}
      {isReturn && (
        <>
          <Field of={body} name="consignee" label="退货收货人">
            <Input maxLength={32} style={{ width: 200 }} />
          </Field>
          <Field of={body} name="phone" label="退货电话">
            <Input maxLength={32} style={{ width: 200 }} />
          </Field>
          <Field of={body} name="address" label="退货地址" extra="默认取自系统设置，买家会看到">
            <Input maxLength={256} />
          </Field>
        </>
      )}
      <Typed info={info} />
    </FormDialog>
  )
}

/** What the typed amount comes to. */
function Typed({ info }: { info: SalesInfo }) {
  const amount: unknown = Form.useWatch('refundAmount')
  const postage: unknown = Form.useWatch('postage')
  return (
    <section className={styles.sum} aria-label="退款计算" aria-live="polite">
      <CaseSum
        info={info}
        {...(typeof amount === 'number' && { amount })}
        {...(typeof postage === 'number' && { postage })}
      />
    </section>
  )
}
