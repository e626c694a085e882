import { useQuery } from '@tanstack/react-query'
import { afterSales, type SalesRow, salesTabKeys } from '@zhanggui/contract/order/after-sales.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { type SalesTab, salesTabs, serviceTypes } from '@zhanggui/domain/order/after-sales.ts'
import { Form, Input, Select } from 'antd'
import { useEffect } from 'react'
import { useLive } from '../../../api/live.ts'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import type { RowCard } from '../../../kit/list-page/card-list.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { ActButton, MoreActions, NextAct } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useTabbedList } from '../../../kit/list-page/use-tabbed-list.ts'
import { Picture } from '../../../kit/media/picture.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { useLooking } from '../../../kit/page/use-looking.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { shortNo } from '../../../kit/text/short-no.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from '../components/case/case.module.css'
import { CasePanel } from '../components/case/case-detail.tsx'
import { nextCaseAct, useCaseActs } from '../components/case/use-case-acts.tsx'
import { OrderNo, specOf } from '../components/order-cells.tsx'
import { caseStateOf, serviceText } from '../model/case-look.ts'
import { buyerName } from '../model/order-words.ts'

const types = Object.entries(serviceTypes).map(([value, label]) => ({ value: Number(value), label }))
const tones: Readonly<Partial<Record<SalesTab, 'todo' | 'alert'>>> = {
  audit: 'todo',
  waitReceive: 'todo',
  waitPay: 'alert',
}

/** The cases of a tab. */
const useCases = () => useTabbedList(afterSales.list, { tab: salesTabKeys })

/** 售后退款: requests of buyers to get money or goods settled. */
export default function RefundListPage() {
  const list = useCases()
  const phone = useIsPhone()
  const [looking, look] = useLooking()
  const { can, actsOf, dialogs } = useCaseActs()
  const mayLook = can(afterSales.info)
  const mayChooseStore = useCan(store.list)

  function nextAct(row: SalesRow) {
    const acts = actsOf(row)
    return {
      acts,
      next: nextCaseAct(acts),
      detail: mayLook && { label: '详情', reads: true, onClick: () => look(row.id) },
    }
  }

  return (
    <>
      <ListPage
        list={list}
        filters={[
          {
            name: 'keywords',
            label: '关键字',
            control: <Input allowClear maxLength={64} placeholder="售后单号、订单号、手机号、退货单号" />,
          },
          { name: 'serviceType', label: '类型', control: <Select allowClear placeholder="全部" options={types} /> },
          { name: 'dateLimit', label: '申请时间', control: <DateRange /> },
          { name: 'orderNo', hidden: true, label: '订单号', text: String },
          { name: 'storeId', hidden: true, label: '自提门店', text: () => '' },
        ]}
        moreFilters={
          <>
            <Form.Item name="orderNo" label="订单号" layout="vertical">
              <Input allowClear maxLength={24} placeholder="完整的订单号" />
            </Form.Item>
            {mayChooseStore && (
              <Form.Item name="storeId" label="自提门店" layout="vertical">
                <RemoteSelect of={store.list} fixed={{ status: -1 }} placeholder="全部" />
              </Form.Item>
            )}
          </>
        }
        header={<CaseTabs list={list} />}
        unit="单"
        exports={afterSales.download}
        look={mayLook ? ({ id }) => look(id) : undefined}
        chosenId={looking}
        purpose="买家申请退款或退货后会出现在这里，您审核后退款"
        nameOf={({ salesNo }) => salesNo}
        columns={[
          {
            name: 'salesNo',
            title: '售后单号',
            width: 192,
            render: (row) => (
              <TwoLine
                top={<OrderNo of={row.salesNo} what="售后单号" />}
                below={
                  <>
                    订单 <OrderNo of={row.orderNo} />
                  </>
                }
              />
            ),
          },
          { name: 'serviceType', title: '类型', width: 84, render: serviceText },
          { name: 'lines', title: '商品', minWidth: 176, render: (row) => <Goods row={row} /> },
          { name: 'nickname', title: '申请人', width: 88, render: buyerName },
          {
            name: 'refundAmount',
            title: '退款金额',
            width: 100,
            align: 'right',
            render: (row) => (
              <TwoLine end top={<b>{moneyText(row.refundAmount)}</b>} below={`实付 ${moneyText(row.order.payPrice)}`} />
            ),
            says: ({ refundAmount }) => moneyText(refundAmount),
          },
          {
            name: 'reason',
            title: '原因',
            width: 124,
            render: (row) => <TwoLine top={row.reason} below={row.explain} />,
          },
          {
            name: 'stateStr',
            title: '状态',
            width: 128,
            render: (row) => (
              <TwoLine
                top={<StateTag of="refund" value={caseStateOf(row)} />}
                below={row.deadline && <When at={row.deadline} kind="deadline" />}
              />
            ),
            says: ({ stateStr }) => stateStr,
          },
          { name: 'createTime', title: '申请时间', width: 100, render: (row) => <When at={row.createTime} /> },
        ]}
        card={(row) => cardOf(row, nextAct(row))}
        actions={(row) => {
          const { acts, next, detail } = nextAct(row)
          return (
            <>
              {!phone && <NextAct of={[next, detail]} ours={next !== undefined} />}
              <MoreActions name={shortNo(row.salesNo)} of={[(phone || next !== undefined) && detail, acts.refuse]} />
            </>
          )
        }}
      />
      {looking !== undefined && mayLook && <CasePanel id={looking} look={look} />}
      {dialogs}
    </>
  )
}

type Acts = { next: { label: string; onClick: () => void } | undefined; detail: false | RowCardAct }
type RowCardAct = { label: string; onClick: () => void }

function cardOf(row: SalesRow, { next, detail }: Acts): RowCard {
  const [first] = row.lines
  const act = next ?? (detail || undefined)
  return {
    head: (
      <>
        <StateTag of="refund" value={caseStateOf(row)} />
        {row.deadline && <When at={row.deadline} kind="deadline" />}
        <span className={styles.dim}>
          <When at={row.createTime} />
        </span>
      </>
    ),
    picture: <Picture src={first?.image ?? ''} alt={`「${first?.storeName ?? ''}」的图片`} size={52} />,
    title: first?.storeName ?? '—',
    below: (
      <span className={styles.dim}>
        {first && specOf(first)}
        {row.lines.length > 1 && ` · 共 ${row.lines.length} 种`} · {buyerName(row)}
      </span>
    ),
    end: (
      <>
        <b>{moneyText(row.refundAmount)}</b> {serviceText(row)}
      </>
    ),
    texts: (
      <span>
        {row.reason}
        {row.explain && `：${row.explain}`}
      </span>
    ),
    facts: <b>{shortNo(row.salesNo)}</b>,
    act: act && <ActButton of={act} ours={next !== undefined} />,
  }
}

/** The first of the goods with its picture, then how many kinds there are. */
function Goods({ row: { lines } }: { row: SalesRow }) {
  const [first] = lines
  if (!first) return '—'
  return (
    <span className={styles.product}>
      <Picture src={first.image} alt={`「${first.storeName}」的图片`} thumb />
      <TwoLine
        top={first.storeName}
        below={[specOf(first), lines.length > 1 && `共 ${lines.length} 种`].filter(Boolean).join(' · ')}
      />
    </span>
  )
}

type CaseList = ReturnType<typeof useCases>

/** The states of cases, with the number of filtered cases in each; read again when something waits for staff. */
function CaseTabs({ list }: { list: CaseList }) {
  const { data, refetch } = useQuery({
    ...read(afterSales.num, { query: list.filters, silent: true }),
    placeholderData: (before) => before,
  })
  const todo = useLive(({ todo: counts }) => JSON.stringify(counts))
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever what waits for staff changes
  useEffect(() => void refetch(), [todo])
  const tabs = [['all', '全部'], ...Object.entries(salesTabs)] as [CaseList['tab'], string][]
  return (
    <StateTabs
      value={list.tab}
      onChange={list.openTab}
      tabs={tabs.map(([key, label]) => ({ key, label, count: data?.[key], tone: tones[key as SalesTab] }))}
    />
  )
}
