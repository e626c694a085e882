import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import { orderPrint, type PrintKind } from '@zhanggui/contract/order/order-print.ts'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Can } from '../access/can.tsx'
import { loadChunk } from '../page/load-chunk.ts'

const PrintDialog = lazy(() => loadChunk(async () => ({ default: (await import('./print-dialog.tsx')).PrintDialog })))

type Props = {
  orderNos: readonly string[]
  /** What it says, and what it offers to print first: usually what was printed last. */
  text: string
  first?: PrintKind
}

/** Prints orders, for those who may. */
export function PrintButton({ orderNos, text, first }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Can do={orderPrint.data}>
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PrintDialog orderNos={orderNos} {...(first && { first })} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Can>
  )
}
