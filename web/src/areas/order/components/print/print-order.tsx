import { PrintDialog } from '../../../../kit/print/print-dialog.tsx'
import type { ActDialogProps } from '../act-dialog.ts'

/** 打印 of one order; who picks it up wants a receipt. */
export default function PrintOrder({ row, ...props }: ActDialogProps) {
  return <PrintDialog orderNos={[row.orderNo]} {...(row.shippingType === 2 && { first: 'receipt' })} {...props} />
}
