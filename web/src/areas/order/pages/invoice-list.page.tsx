import { useQuery } from '@tanstack/react-query'
import { type Invoice, invoice } from '@zhanggui/contract/order/invoice.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { CopyText } from '../../../kit/feedback/copy-text.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { ActButton, type MoreAction, MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useTabbedList } from '../../../kit/list-page/use-tabbed-list.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Money, moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import { SheetImport } from '../../work/shared/sheet-import.tsx'
import { useInvoiceActs } from '../components/invoice/use-invoice-acts.tsx'
import { invoiceTabs, kindText, stateOf } from '../model/invoice-words.ts'

const states = invoiceTabs.map(({ key }) => key)
const columns = { orderNo: '订单号', number: '发票号码', amount: '金额' }

/** 发票: what buyers ask for, is written in the tax software, and comes back with its numbers. */
export default function InvoiceListPage() {
  const list = useTabbedList(invoice.list, { state: states })
  const mayImport = useCan(invoice.import)
  const phone = useIsPhone()
  const [importing, setImporting] = useState(false)
  const { actsOf, dialog } = useInvoiceActs()
  const { keywords, dateLimit } = list.filters as { keywords?: string; dateLimit?: string[] }
  const { data: num = {} } = useQuery(
    read(invoice.num, {
      query: { ...(keywords && { keywords }), ...(dateLimit && { dateLimit }) },
      silent: true,
    }),
  )
  const all = Object.values(num).reduce((sum, count) => sum + count, 0)
  const tabs = [
    { key: 'all' as const, label: '全部', count: all },
    ...invoiceTabs.map(({ key, label }) => ({
      key,
      label,
      count: num[key] ?? 0,
      ...((key === 0 || key === 3) && { tone: 'alert' as const }),
    })),
  ]
  return (
    <>
      <ListPage
        list={list}
        unit="张"
        nameOf={({ orderNo }) => orderNo}
        header={<StateTabs tabs={tabs} value={list.tab} onChange={list.openTab} />}
        filters={[
          { name: 'keywords', label: '订单、抬头或税号' },
          { name: 'dateLimit', label: '申请时间', control: <DateRange /> },
          { name: 'orderId', label: '订单', hidden: true, text: String },
        ]}
        exports={invoice.download}
        tools={mayImport && <Button onClick={() => setImporting(true)}>导入发票号码</Button>}
        empty="还没有人申请开票"
        purpose="买家申请的发票都在这里：导出到开票软件，开好后把号码导入回来"
        columns={[
          {
            name: 'orderNo',
            title: '订单号',
            minWidth: 200,
            render: ({ orderNo, orderId, nickname, uid }) => (
              <TwoLine top={<Link to={`/order/detail/${orderId}`}>{orderNo}</Link>} below={nickname || `用户 ${uid}`} />
            ),
            says: ({ orderNo }) => orderNo,
          },
          {
            name: 'title',
            title: '抬头',
            minWidth: 160,
            card: 'title',
            render: (row) => <TwoLine top={row.title} below={kindText(row)} />,
            says: ({ title }) => title,
          },
          {
            name: 'taxNo',
            title: '税号',
            width: 208,
            render: ({ taxNo }) => (taxNo ? <CopyText text={taxNo} /> : '—'),
            says: ({ taxNo }) => taxNo,
          },
          { name: 'kind', title: '类型', width: 130, hidden: true, render: kindText, says: kindText },
          {
            name: 'amount',
            title: '金额',
            width: 136,
            align: 'right',
            render: ({ amount, nowAmount, state }) => (
              <TwoLine
                end
                top={<Money value={amount} />}
                below={state === 3 ? `现在应开 ${moneyText(nowAmount)}` : ''}
              />
            ),
            says: ({ amount }) => moneyText(amount),
          },
          { name: 'orderState', title: '订单状态', width: 90, low: true },
          {
            name: 'createTime',
            title: '申请时间',
            width: 112,
            low: true,
            render: ({ createTime }) => <When at={createTime} />,
          },
          {
            name: 'number',
            title: '发票号码',
            width: 194,
            render: ({ number, fileUrl, issueTime }) =>
              number ? (
                <TwoLine
                  top={
                    fileUrl ? (
                      <a href={fileUrl} target="_blank" rel="noopener noreferrer">
                        {number}
                      </a>
                    ) : (
                      number
                    )
                  }
                  below={issueTime && <When at={issueTime} />}
                />
              ) : (
                '—'
              ),
            says: ({ number }) => number,
          },
          {
            name: 'state',
            title: '状态',
            width: 130,
            render: (row) => <TwoLine top={<StateTag of="invoice" value={stateOf(row)} />} below={row.reason} />,
            says: stateOf,
          },
        ]}
        card={(row) => cardOf(row, actsOf(row))}
        actions={(row) => {
          const [first, ...more] = actsOf(row)
          return (
            <>
              {!phone && <NextAct of={[first ?? false]} />}
              <MoreActions name={row.orderNo} of={more} />
            </>
          )
        }}
      />
      {dialog}
      {importing && (
        <SheetImport
          title="导入发票号码"
          hint="开票软件导出的结果表，要有订单号、发票号码两列；金额可以没有，默认为订单现在应开的金额。"
          columns={columns}
          act="登记"
          routes={invoice}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  )
}

function cardOf(row: Invoice, [first]: MoreAction[]): RowCard {
  return {
    head: (
      <>
        <StateTag of="invoice" value={stateOf(row)} />
        <When at={row.createTime} />
      </>
    ),
    title: row.title,
    below: row.taxNo || row.orderNo,
    end: <b>{moneyText(row.amount)}</b>,
    facts: <span>{row.number || row.reason || row.orderState}</span>,
    act: first && <ActButton of={first} ours />,
  }
}
