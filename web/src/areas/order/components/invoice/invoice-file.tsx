import { type Invoice, invoice } from '@zhanggui/contract/order/invoice.ts'
import { invoiceExtensions, MAX_INVOICE_BYTES } from '@zhanggui/domain/file/file-type.ts'
import { type UploadOptions, uploadTo } from '../../../../api/upload.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { SentFileInput, useSending } from '../../../../kit/upload/upload.tsx'

const limits = new Map(invoiceExtensions.map((extension) => [extension, MAX_INVOICE_BYTES]))

const send = async (file: File, options: UploadOptions) => ({
  url: (await uploadTo(invoice.upload, file, options)).fileUrl,
})

/** The file that a buyer gets: a link of the tax software, or what it wrote. */
function InvoiceFileInput(props: { id?: string; value?: string; onChange?: (value: string) => void }) {
  return <SentFileInput {...props} sending={useSending(limits, send)} placeholder="链接，或将 PDF、OFD、图片拖到此处" />
}

/** The field of it in a form. */
export function InvoiceFileField({ of }: { of: typeof invoice.issue.body | typeof invoice.attach.body }) {
  return (
    <Field of={of} name="fileUrl" extra="只有买家本人和能看发票的员工能打开，最大 10 MB">
      <InvoiceFileInput />
    </Field>
  )
}

/** 发票文件: hands out the file of an invoice whose number came without it. */
export function InvoiceFileDialog({ of, onClose }: { of: Invoice; onClose: () => void }) {
  return (
    <FormDialog
      name="发票文件"
      title={`发票文件 ${of.number}`}
      act="保存"
      message="已保存"
      width={480}
      once
      add={invoice.attach}
      edit={invoice.attach}
      initial={{ fileUrl: of.fileUrl }}
      toBody={(typed) => ({ ...typed, id: of.id })}
      onClose={onClose}
    >
      <InvoiceFileField of={invoice.attach.body} />
    </FormDialog>
  )
}
