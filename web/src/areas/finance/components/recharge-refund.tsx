import { type Recharge, recharge } from '@zhanggui/contract/finance/recharge.ts'
import { giftOfType, mostBack } from '@zhanggui/domain/finance/recharge.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { Alert, Form, Input, Radio } from 'antd'
import { Facts } from '../../../kit/detail/parts.tsx'
import { FormDialog } from '../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { NumberInput } from '../../../kit/form/number-input.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { leftOf, nameOf } from '../model/finance-words.ts'
import styles from './finance.module.css'

const { body } = recharge.refund
const { body: againBody } = recharge.again

type Props = { row: Recharge; onClose: () => void }
const fen = (yuan: number) => Math.round(yuan * 100)

const sumsOf = ({ price, givePrice, refundPrice }: Recharge) => ({
  priceFen: fen(price),
  giveFen: fen(givePrice),
  refundedFen: fen(refundPrice),
})

/** 退款: how much of a recharge goes back, and what that does to the balance. */
export function RechargeRefundDialog({ row, onClose }: Props) {
  const type = row.givePrice > 0 ? 2 : 1
  return (
    <FormDialog
      name="充值"
      title={`退「${nameOf(row)}」的充值`}
      act="退款"
      stay="先不退"
      message="已发起退款"
      width={520}
      once
      add={recharge.refund}
      edit={recharge.refund}
      initial={{ type, method: 'origin', price: mostBack(sumsOf(row), type, fen(row.nowMoney)) / 100 }}
      toBody={(typed) => ({ ...typed, id: row.id })}
      onClose={onClose}
    >
      <div className={styles.facts}>
        <Facts
          items={[
            {
              label: '充值',
              value: `${moneyText(row.price)}${row.givePrice ? `，赠送 ${moneyText(row.givePrice)}` : ''}`,
            },
            {
              label: '可退',
              value: `${moneyText(leftOf(row))}${row.refundPrice ? `（已退 ${moneyText(row.refundPrice)}）` : ''}`,
            },
          ]}
        />
      </div>
      {row.givePrice > 0 && (
        <Field of={body} name="type" label="赠送的钱">
          <Radio.Group
            options={[
              { value: 2, label: '按比例扣回' },
              { value: 1, label: '不扣，只退本金' },
            ]}
          />
        </Field>
      )}
      <Field of={body} name="price" rules={[{ required: true, message: '请输入退款金额' }]}>
        <NumberInput<number>
          style={{ width: 200 }}
          min={0.01}
          max={leftOf(row)}
          precision={2}
          prefix="¥"
          controls={false}
        />
      </Field>
      <Field of={body} name="method" label="怎么退">
        <Radio.Group
          options={[
            { value: 'origin', label: `原路退回${payTypes[row.rechargeType]}` },
            { value: 'offline', label: '线下退款' },
          ]}
        />
      </Field>
      <Voucher
        of={body}
        when={['method', 'offline']}
        label="线下退款凭证"
        placeholder="转账流水号、收据号"
        extra="超过审批金额的先不填、不付钱，提交审批，同意后再退"
      />
      <Field of={body} name="reason" label="原因">
        <Input maxLength={255} placeholder="选填，买家会看到" />
      </Field>
      <Afterwards row={row} />
    </FormDialog>
  )
}

/** What the balance is afterwards, or why it does not suffice. */
function Afterwards({ row }: { row: Recharge }) {
  const form = Form.useFormInstance()
  const typed = Form.useWatch('type', { form, preserve: true })
  const type = typed === 2 ? 2 : 1
  const amountFen = fen(Number(Form.useWatch('price', form)) || 0)
  const [of, balanceFen] = [sumsOf(row), fen(row.nowMoney)]
  if (amountFen > of.priceFen - of.refundedFen) return null
  const giftFen = giftOfType(of, amountFen, type)
  const afterFen = balanceFen - amountFen - giftFen
  if (afterFen < 0) {
    const most = moneyText(mostBack(of, type, balanceFen) / 100)
    return (
      <Alert
        type="warning"
        showIcon
        title={`余额只有 ${moneyText(row.nowMoney)}，最多可退 ${most}`}
        description="买家已经花掉的充值不能退"
      />
    )
  }
  return (
    <Facts
      items={[
        ...(row.givePrice > 0 ? [{ label: '扣回赠送', value: giftFen ? moneyText(giftFen / 100) : '不扣' }] : []),
        { label: '用户余额', value: `${moneyText(row.nowMoney)} → ${moneyText(afterFen / 100)}` },
      ]}
    />
  )
}

type Open = Recharge['refunds'][number]
type AgainProps = { of: Open; onClose: () => void }

/** 线下退款: what the provider cannot send is handed over. */
export function OfflineDialog({ of: { refundNo, amount, failMsg }, onClose }: AgainProps) {
  return (
    <FormDialog
      name="退款"
      title={`线下退款 · ${moneyText(amount)}`}
      act={`退款 ${moneyText(amount)}`}
      stay="先不退"
      message="已退款"
      width={480}
      once
      add={recharge.again}
      edit={recharge.again}
      toBody={(typed) => ({ ...typed, refundNo, method: 'offline' })}
      onClose={onClose}
    >
      <p>{failMsg && `支付渠道没有退成：${failMsg}。`}线下把钱退给买家后填写凭证，余额会再次扣除。</p>
      <Field
        of={againBody}
        name="voucher"
        label="线下退款凭证"
        rules={[{ required: true, message: '请填写线下退款凭证' }]}
      >
        <Input maxLength={512} allowClear placeholder="转账流水号、收据号" />
      </Field>
    </FormDialog>
  )
}

/** 标记结果: a provider that says nothing has a page of its own. */
export function MarkDialog({ of: { refundNo, amount }, onClose }: AgainProps) {
  return (
    <FormDialog
      name="退款"
      title={`标记退款结果 · ${moneyText(amount)}`}
      act="标记结果"
      message="已标记"
      width={480}
      once
      add={recharge.again}
      edit={recharge.again}
      toBody={(typed) => ({ ...typed, refundNo })}
      onClose={onClose}
    >
      <p>支付渠道超过 24 小时没有结果。请到渠道的商户后台按退款单号 {refundNo} 核对，再选结果；标记后不能更改。</p>
      <Field of={againBody} name="outcome" label="商户后台显示" rules={[{ required: true, message: '请选择退款结果' }]}>
        <Radio.Group
          options={[
            { value: 'succeeded', label: '已退款' },
            { value: 'failed', label: '没有退成' },
          ]}
        />
      </Field>
      <Voucher of={againBody} when={['outcome', 'succeeded']} label="渠道退款凭证" placeholder="商户后台的退款流水号" />
    </FormDialog>
  )
}

type VoucherProps = {
  of: typeof body | typeof againBody
  when: readonly [name: string, wanted: string]
  label: string
  placeholder: string
  /** When it is left out; the server asks for it otherwise. */
  extra?: string
}

/** What proves it, where that is asked for. */
function Voucher({ of, when: [name, wanted], label, placeholder, extra }: VoucherProps) {
  if (Form.useWatch(name) !== wanted) return null
  return (
    <Field
      of={of as typeof againBody}
      name="voucher"
      label={label}
      {...(extra ? { extra } : { rules: [{ required: true, message: `请填写${label}` }] })}
    >
      <Input maxLength={512} allowClear placeholder={placeholder} />
    </Field>
  )
}
