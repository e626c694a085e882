import { type Invoice, invoice } from '@zhanggui/contract/order/invoice.ts'
import { Form, Input, Radio } from 'antd'
import { Facts } from '../../../../kit/detail/parts.tsx'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { CopyText } from '../../../../kit/feedback/copy-text.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { NumberInput } from '../../../../kit/form/number-input.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { invoiceKindOptions, kindText, titleTypeOptions } from '../../model/invoice-words.ts'
import styles from './invoice.module.css'
import { InvoiceFileField } from './invoice-file.tsx'

type Props = { of: Invoice; onClose: () => void }

/** 开票: notes the number that the tax software gave. */
export function IssueDialog({ of, onClose }: Props) {
  const { body } = invoice.issue
  return (
    <FormDialog
      name="发票"
      title={`登记发票 ${of.title}`}
      act="已开票"
      message="已登记"
      width={480}
      once
      add={invoice.issue}
      edit={invoice.issue}
      initial={{ amount: of.nowAmount }}
      toBody={(typed) => ({ ...typed, id: of.id })}
      onClose={onClose}
    >
      <p>
        订单 {of.orderNo} 现在应开 <b>{moneyText(of.nowAmount)}</b>，请先在开票软件里开好。
      </p>
      <div className={styles.written}>
        <Facts
          items={[
            { label: '类型', value: kindText(of) },
            { label: '抬头', value: <CopyText text={of.title} /> },
            { label: '税号', value: of.taxNo && <CopyText text={of.taxNo} /> },
            { label: '注册地址', value: of.regAddress },
            { label: '注册电话', value: of.regPhone },
            { label: '开户银行', value: of.bankName },
            { label: '银行账号', value: of.bankAccount && <CopyText text={of.bankAccount} /> },
            { label: '邮箱', value: of.email },
          ]}
        />
      </div>
      <Field of={body} name="number">
        <Input maxLength={20} autoFocus />
      </Field>
      <Field of={body} name="amount" extra="与应开金额不同时，登记后进入待红冲">
        <NumberInput min={0} precision={2} prefix="¥" style={{ width: '100%' }} />
      </Field>
      <InvoiceFileField of={body} />
    </FormDialog>
  )
}

/** 拒绝: the buyer sees why, and may ask again. */
export function RefuseInvoiceDialog({ of, onClose }: Props) {
  return (
    <FormDialog
      name="发票"
      title={`拒绝开票 ${of.title}`}
      act="拒绝"
      message="已拒绝"
      width={480}
      add={invoice.refuse}
      edit={invoice.refuse}
      toBody={(typed) => ({ ...typed, id: of.id })}
      onClose={onClose}
    >
      <Field of={invoice.refuse.body} name="reason" extra="买家能看到原因，可以改好后重新申请">
        <Input maxLength={200} placeholder="如：抬头与税号不一致" />
      </Field>
    </FormDialog>
  )
}

type FormProps = { orderNo: string; row?: Invoice | undefined; onClose: () => void }

/** Asks for an invoice for a customer, or changes what a waiting one is written to. */
export function InvoiceFormDialog({ orderNo, row, onClose }: FormProps) {
  return (
    <FormDialog
      name="发票"
      title={row ? '修改开票信息' : '代客申请开票'}
      act={row ? '保存' : '申请'}
      message={row ? '已保存' : '已申请'}
      add={invoice.save}
      edit={invoice.save}
      initial={row ?? { titleType: 1, kind: 1 }}
      toBody={(typed) => ({ ...typed, orderNo })}
      onClose={onClose}
    >
      <TitleFields />
    </FormDialog>
  )
}

function TitleFields() {
  const { body } = invoice.save
  const isCompany = Form.useWatch('titleType') === 2
  const kind = Form.useWatch('kind')
  const isSpecial = isCompany && kind === 2
  return (
    <>
      <Field of={body} name="titleType">
        <Radio.Group options={titleTypeOptions} />
      </Field>
      <Field of={body} name="title" />
      {isCompany && (
        <>
          <Field of={body} name="taxNo" required>
            <Input maxLength={20} />
          </Field>
          <Field of={body} name="kind">
            <Radio.Group options={invoiceKindOptions} />
          </Field>
        </>
      )}
      {isSpecial && (
        <>
          <Field of={body} name="regAddress" required />
          <Field of={body} name="regPhone" required />
          <Field of={body} name="bankName" required />
          <Field of={body} name="bankAccount" required />
        </>
      )}
      <Field of={body} name="email" />
    </>
  )
}
