import type { OrderRefund } from '@zhanggui/contract/order/order-info.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { chosenMethods } from '@zhanggui/domain/payment/payment.ts'
import { Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { Field } from '../../../../kit/form/field.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'

const { body } = refund.again

/** What may be done with a refund that did not come through. */
export function RefundActs({ of }: { of: OrderRefund }) {
  const [opened, setOpened] = useState<'other' | 'mark'>()
  const retry = useWrite(refund.again, { once: true, message: '已重新发起退款' })
  if (!of.canRetry && !of.canMark) return null
  const { refundNo, amount } = of

  async function handleRetry() {
    const asked = { content: `原路再退一次 ${moneyText(amount)}？`, okText: `退款 ${moneyText(amount)}` }
    if (await confirm(asked)) retry.mutate({ body: { refundNo } })
  }
  return (
    <>
      {of.canRetry && (
        <>
          <WriteButton size="small" of={retry} onClick={handleRetry}>
            重试
          </WriteButton>
          <WriteButton size="small" of={refund.again} onClick={() => setOpened('other')}>
            改退余额
          </WriteButton>
        </>
      )}
      {of.canMark && (
        <WriteButton size="small" of={refund.again} onClick={() => setOpened('mark')}>
          标记结果
        </WriteButton>
      )}
      {opened === 'other' && <OtherWayDialog of={of} onClose={() => setOpened(undefined)} />}
      {opened === 'mark' && <MarkDialog of={of} onClose={() => setOpened(undefined)} />}
    </>
  )
}

type DialogProps = { of: OrderRefund; onClose: () => void }

/** 改退余额: what the provider refused goes to the balance, or in cash. */
function OtherWayDialog({ of: { refundNo, amount, failMsg }, onClose }: DialogProps) {
  return (
    <FormDialog
      name="退款"
      title={`换一种方式退款 · ${moneyText(amount)}`}
      act={`退款 ${moneyText(amount)}`}
      stay="先不退"
      message="已退款"
      initial={{ method: 'balance' }}
      width={480}
      once
      add={refund.again}
      edit={refund.again}
      toBody={(typed) => ({ ...typed, refundNo })}
      onClose={onClose}
    >
      {failMsg && <p>支付渠道没有退成：{failMsg}。已经退回的部分不会再退。</p>}
      <Field of={body} name="method" label="退到哪里">
        <Radio.Group
          options={[
            { value: 'balance', label: chosenMethods.balance },
            { value: 'offline', label: chosenMethods.offline },
          ]}
        />
      </Field>
      <Voucher when={{ method: 'offline' }} label="线下退款凭证" placeholder="转账流水号、收据号" />
    </FormDialog>
  )
}

/** 标记结果: a provider that says nothing has a page of its own. */
function MarkDialog({ of: { refundNo, amount }, onClose }: DialogProps) {
  return (
    <FormDialog
      name="退款"
      title={`标记退款结果 · ${moneyText(amount)}`}
      act="标记结果"
      message="已标记"
      width={480}
      once
      add={refund.again}
      edit={refund.again}
      toBody={(typed) => ({ ...typed, refundNo })}
      onClose={onClose}
    >
      <p>支付渠道超过 24 小时没有结果。请到渠道的商户后台按退款单号 {refundNo} 核对，再选结果；标记后不能更改。</p>
      <Field of={body} name="outcome" label="商户后台显示" rules={[{ required: true, message: '请选择退款结果' }]}>
        <Radio.Group
          options={[
            { value: 'succeeded', label: '已退款' },
            { value: 'failed', label: '没有退成' },
          ]}
        />
      </Field>
      <Voucher when={{ outcome: 'succeeded' }} label="渠道退款凭证" placeholder="商户后台的退款流水号" />
    </FormDialog>
  )
}

type VoucherProps = { when: Readonly<Record<string, string>>; label: string; placeholder: string }

/** What proves it, where that is asked for. */
function Voucher({ when, label, placeholder }: VoucherProps) {
  const [[name, wanted] = []] = Object.entries(when)
  if (Form.useWatch(name ?? '') !== wanted) return null
  return (
    <Field of={body} name="voucher" label={label} rules={[{ required: true, message: `请填写${label}` }]}>
      <Input maxLength={512} allowClear placeholder={placeholder} />
    </Field>
  )
}
