import { type Withdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { Button, Form } from 'antd'
import { useId } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { WriteForm } from '../../../kit/form/write-form.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { accountText, promoterOf } from '../model/withdrawal-words.ts'

const { body: Body } = withdrawal.apply

type Props = { of: Withdrawal; onClose: () => void }

/** 已打款: what proves that the money left; of one that is paid, the voucher of a second transfer. */
export function PaidDialog({ of, onClose }: Props) {
  const [form] = Form.useForm<{ payVoucher: string; payNo?: string }>()
  const paid = useWrite(withdrawal.apply, { form, once: true, message: '已记为打款', onSuccess: onClose })
  return (
    <Dialog
      title={of.status === 1 ? '更新打款凭证' : '确认已打款'}
      asks
      width={480}
      onCancel={() => !paid.isPending && onClose()}
      footer={[
        <Button key="cancel" disabled={paid.isPending} onClick={onClose}>
          取消
        </Button>,
        <WriteButton key="ok" type="primary" of={paid} onClick={form.submit}>
          {of.status === 1 ? '更新凭证' : `已打款 ${moneyText(of.payPrice)}`}
        </WriteButton>,
      ]}
    >
      <p>
        向 {of.realName}（{accountText(of)}）打款 <b>{moneyText(of.payPrice)}</b>
        {of.fee > 0 && `，手续费 ${moneyText(of.fee)} 已扣除`}。系统不会自动转账，请先在银行或钱包里转好。
      </p>
      <WriteForm
        form={form}
        name={useId()}
        layout="vertical"
        of={paid}
        onFinish={(given) => paid.mutate({ body: { id: of.id, status: 1, ...given } })}
      >
        <Field
          of={Body}
          name="payVoucher"
          rules={[{ required: true, whitespace: true, message: '请填写打款凭证' }]}
          extra="回单号、截图编号等，之后能查到这笔钱的"
        />
        <Field of={Body} name="payNo" />
      </WriteForm>
    </Dialog>
  )
}

/** 驳回, or 打款退回 of one that is paid: the commission is the promoter's again. */
export function BackDialog({ of, onClose }: Props) {
  const [form] = Form.useForm<{ backMessage: string }>()
  const wasPaid = of.status === 1
  const message = wasPaid ? '已退回，佣金已还给推广员' : '已驳回，佣金已还给推广员'
  const back = useWrite(withdrawal.apply, { form, once: true, message, onSuccess: onClose })
  return (
    <Dialog
      title={wasPaid ? '打款退回' : '驳回提现'}
      asks
      width={480}
      onCancel={() => !back.isPending && onClose()}
      footer={[
        <Button key="cancel" disabled={back.isPending} onClick={onClose}>
          取消
        </Button>,
        <WriteButton key="ok" type="primary" danger of={back} onClick={form.submit}>
          {wasPaid ? '退回' : '驳回'} {moneyText(of.extractPrice)}
        </WriteButton>,
      ]}
    >
      <p>
        {moneyText(of.extractPrice)} 佣金回到 {promoterOf(of)} 的账户，{wasPaid && '请确认银行已把钱退回；'}
        原因会告诉对方。
      </p>
      <WriteForm
        form={form}
        name={useId()}
        layout="vertical"
        of={back}
        onFinish={({ backMessage }) => back.mutate({ body: { id: of.id, status: -1, backMessage } })}
      >
        <Field of={Body} name="backMessage" rules={[{ required: true, whitespace: true, message: '请填写驳回原因' }]} />
      </WriteForm>
    </Dialog>
  )
}
