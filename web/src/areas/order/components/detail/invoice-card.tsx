import { useQuery } from '@tanstack/react-query'
import { invoice } from '@zhanggui/contract/order/invoice.ts'
import type { OrderInfo } from '@zhanggui/contract/order/order-info.ts'
import { useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { Section } from '../../../../kit/detail/detail-page.tsx'
import { Facts } from '../../../../kit/detail/parts.tsx'
import { ActButton } from '../../../../kit/list-page/row-actions.tsx'
import { moneyText } from '../../../../kit/text/money.tsx'
import { StateTag } from '../../../../kit/text/state-tag.tsx'
import { kindText, stateOf } from '../../model/invoice-words.ts'
import styles from '../invoice/invoice.module.css'
import { InvoiceFormDialog } from '../invoice/invoice-dialogs.tsx'
import { useInvoiceActs } from '../invoice/use-invoice-acts.tsx'

/** 发票: what was asked for of the order, and where it stands; for those who may see invoices. */
export function InvoiceCard({ info }: { info: OrderInfo }) {
  const { id, orderNo, paid } = info
  const maySee = useCan(invoice.list)
  const maySave = useCan(invoice.save)
  const [asking, setAsking] = useState(false)
  const { actsOf, dialog } = useInvoiceActs()
  const { data } = useQuery({
    ...read(invoice.list, { query: { orderId: id, limit: 5 }, silent: true }),
    enabled: maySee && paid,
  })
  const rows = data?.list ?? []
  const mayAsk = maySave && data && !rows.some(({ state }) => state < 2)
  if (!maySee || !paid || !(rows.length || mayAsk)) return null
  return (
    <Section
      title="发票"
      acts={
        mayAsk && (
          <WriteButton type="link" size="small" of={invoice.save} onClick={() => setAsking(true)}>
            代客申请
          </WriteButton>
        )
      }
    >
      {rows.map((row) => (
        <div key={row.id}>
          <Facts
            items={[
              { label: '状态', value: <StateTag of="invoice" value={stateOf(row)} /> },
              { label: '抬头', value: `${row.title}${row.taxNo && `（${row.taxNo}）`}` },
              { label: '类型', value: kindText(row) },
              { label: '金额', value: moneyText(row.amount) },
              ...(row.number ? [{ label: '号码', value: row.number }] : []),
              ...(row.reason ? [{ label: '原因', value: row.reason }] : []),
            ]}
          />
          {actsOf(row).length > 0 && (
            <div className={styles.acts}>
              {actsOf(row).map((act) => (
                <ActButton key={act.label} of={act} />
              ))}
            </div>
          )}
        </div>
      ))}
      {!rows.length && <span>没有申请开票</span>}
      {dialog}
      {asking && <InvoiceFormDialog orderNo={orderNo} onClose={() => setAsking(false)} />}
    </Section>
  )
}
