import { type Invoice, invoice } from '@zhanggui/contract/order/invoice.ts'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../../api/use-write.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import type { MoreAction } from '../../../../kit/list-page/row-actions.tsx'
import { InvoiceFormDialog, IssueDialog, RefuseInvoiceDialog } from './invoice-dialogs.tsx'
import { InvoiceFileDialog } from './invoice-file.tsx'

/** What staff can do with an invoice, and the dialog of what they do. */
export function useInvoiceActs(): { actsOf: (row: Invoice) => MoreAction[]; dialog: ReactNode } {
  const mayIssue = useCan(invoice.issue)
  const [open, setOpen] = useState<{ what: 'issue' | 'refuse' | 'edit' | 'file'; row: Invoice }>()
  const reverse = useWrite(invoice.reverse, { message: '已记为红冲' })
  const close = () => setOpen(undefined)

  async function handleReverse({ id, number, title }: Invoice) {
    const content = `发票 ${number}（${title}）已在开票软件里红冲？登记后买家可以重新申请。`
    if (await confirm({ content, okText: '红冲完成', cancelText: '还没有' })) reverse.mutate({ body: { id } })
  }

  function actsOf(row: Invoice): MoreAction[] {
    if (!mayIssue) return []
    const file = { label: row.fileUrl ? '换文件' : '上传文件', onClick: () => setOpen({ what: 'file', row }) }
    if (row.state === 3) return [{ label: '红冲完成', onClick: () => handleReverse(row) }, file]
    if (row.state === 1) return [file]
    if (row.state !== 0) return []
    return [
      { label: '开票', onClick: () => setOpen({ what: 'issue', row }) },
      { label: '修改', onClick: () => setOpen({ what: 'edit', row }) },
      { label: '拒绝', danger: true, onClick: () => setOpen({ what: 'refuse', row }) },
    ]
  }

  const dialog = open && (
    <>
      {open.what === 'issue' && <IssueDialog of={open.row} onClose={close} />}
      {open.what === 'refuse' && <RefuseInvoiceDialog of={open.row} onClose={close} />}
      {open.what === 'file' && <InvoiceFileDialog of={open.row} onClose={close} />}
      {open.what === 'edit' && <InvoiceFormDialog orderNo={open.row.orderNo} row={open.row} onClose={close} />}
    </>
  )
  return { actsOf, dialog }
}
