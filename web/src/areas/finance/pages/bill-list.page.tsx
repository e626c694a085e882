import { type BillDay, type BillDiff, billDiff, gatewayBill } from '@zhanggui/contract/finance/gateway-bill.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../../api/server-time.ts'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { showInfo, showSuccess } from '../../../kit/feedback/feedback.ts'
import { DateRange } from '../../../kit/form/dates/date-range.tsx'
import { saveExport } from '../../../kit/list-page/export-button.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { StateTabs } from '../../../kit/list-page/state-tabs.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { ViewTabs } from '../../../kit/list-page/views/view-tabs.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { openTasks } from '../../../kit/tasks.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { TwoLine } from '../../../kit/text/two-line.tsx'
import { DiffSides } from '../components/diff-sides.tsx'
import styles from '../components/finance.module.css'
import { NightStrip, NightSummary } from '../components/night-strip.tsx'
import {
  billProviderOptions,
  billProviders,
  billStateOptions,
  diffKindOptions,
  diffProviderOptions,
  diffProviders,
  diffStates,
  diffText,
  rootLink,
} from '../model/finance-words.ts'

const DAY_MS = 24 * 3600_000

/**
 * 对账单: the shop's own books of last night and the days of the providers' bills, and below them all that does not agree; on
 * phones, where the days are long, above them.
 */
export default function BillListPage() {
  const phone = useIsPhone()
  return (
    <div className={styles.stack}>
      {phone && <Diffs />}
      <Days />
      {!phone && <Diffs />}
    </div>
  )
}

const stateOf = ({ state, openCount }: BillDay) =>
  state === 'waiting' ? '账单未出' : state === 'failed' ? '下载失败' : openCount ? '待处理' : '一致'

type Sums = { rows: number; paid: number; refunded: number; fee: number; settled: number }

function Days() {
  const list = useList(gatewayBill.list)
  const phone = useIsPhone()
  const mayCheck = useCan(gatewayBill.check)
  const mayDownload = useCan(gatewayBill.download)
  const check = useWrite(gatewayBill.check, {
    onSuccess: ({ message, openCount }) => (openCount ? showInfo(message) : showSuccess(message)),
  })
  const download = useWrite(gatewayBill.download, {
    onSuccess: (answer) => ('taskId' in answer ? openTasks() : saveExport(answer)),
  })
  const { sums } = (list.query.data ?? {}) as { sums?: Sums }
  const yesterday = toWireDay(new Date(serverNow().getTime() - DAY_MS))
  return (
    <ListPage
      list={list}
      unit="天"
      summary={<NightSummary />}
      header={
        <>
          <NightStrip />
          <ViewTabs />
        </>
      }
      filters={[
        { name: 'dateLimit', label: '账单日', control: <DateRange /> },
        { name: 'provider', control: <Select allowClear placeholder="全部" options={billProviderOptions} /> },
        { name: 'state', control: <Select allowClear placeholder="全部" options={billStateOptions} /> },
      ]}
      tools={
        mayCheck && (
          <WriteButton of={check} onClick={() => check.mutate({ body: { day: yesterday } })}>
            对昨天的账
          </WriteButton>
        )
      }
      columns={[
        { name: 'day', title: '账单日', width: 110, card: 'title' },
        {
          name: 'provider',
          title: '渠道',
          minWidth: 150,
          render: ({ provider, account }) => (
            <TwoLine top={billProviders[provider]} below={account && `商户号 ${account}`} />
          ),
        },
        { name: 'rows', title: '笔数', width: 70, align: 'right' },
        { name: 'paid', title: '收款', width: 120, align: 'right', render: ({ paid }) => moneyText(paid, false) },
        {
          name: 'refunded',
          title: '退款',
          width: 110,
          align: 'right',
          render: ({ refunded }) => (refunded ? moneyText(-refunded, false) : '—'),
        },
        {
          name: 'fee',
          title: '手续费',
          width: 92,
          align: 'right',
          render: ({ fee }) => (fee ? moneyText(-fee, false) : '—'),
        },
        {
          name: 'settled',
          title: '应结算',
          width: 120,
          align: 'right',
          render: ({ settled }) => <b>{moneyText(settled, false)}</b>,
        },
        {
          name: 'openCount',
          title: '差异',
          width: 130,
          align: 'right',
          render: ({ openCount, openAmount }) =>
            openCount ? (
              <span className={styles.differs}>
                {openCount} 处 {moneyText(openAmount, false)}
              </span>
            ) : (
              '—'
            ),
        },
        {
          name: 'state',
          title: '状态',
          minWidth: 130,
          render: (row) => <TwoLine top={<StateTag of="billDay" value={stateOf(row)} />} below={row.message} />,
          says: stateOf,
        },
      ]}
      card={(row) => ({
        head: (
          <>
            <StateTag of="billDay" value={stateOf(row)} />
            <span>{billProviders[row.provider]}</span>
          </>
        ),
        title: row.day,
        below: `${row.rows} 笔，收款 ${moneyText(row.paid)}，退款 ${moneyText(row.refunded)}`,
        end: <b>{moneyText(row.settled)}</b>,
        texts: row.openCount ? `${row.openCount} 处差异 ${moneyText(row.openAmount)}` : row.message,
      })}
      {...((mayCheck || mayDownload) && {
        actions: (row: BillDay) => (
          <>
            {mayCheck && <RowAction onClick={() => check.mutateAsync({ body: { day: row.day } })}>重新对账</RowAction>}
            {mayDownload && row.state === 'done' && row.rows > 0 && (
              <RowAction onClick={() => download.mutateAsync({ body: { id: row.id } })}>下载</RowAction>
            )}
          </>
        ),
      })}
      nameOf={({ day }) => day}
      sums={
        sums &&
        (phone ? (
          <span>
            应结算 <b>{moneyText(sums.settled)}</b>
          </span>
        ) : (
          <span>
            {sums.rows.toLocaleString('en-US')} 笔，收款 <b>{moneyText(sums.paid)}</b>，退款{' '}
            <b>{moneyText(sums.refunded)}</b>，手续费 <b>{moneyText(sums.fee)}</b>，应结算{' '}
            <b>{moneyText(sums.settled)}</b>
          </span>
        ))
      }
      empty="还没有账单"
      purpose="支付渠道每天上午给出前一天的账单，系统下载后与店里逐笔核对"
    />
  )
}

const sidesText = (what: string, expected: string, found: string) =>
  what ? `应为 ${expected}，实为 ${found}` : `账单${expected}，店里${found}`

/** What a difference is of: an order, or what of the shop's books it is about. */
function DiffObject({ row }: { row: BillDiff }) {
  const { no, orderNo, rootName } = row
  const link = rootLink(row)
  if (link) return <TwoLine top={<Link to={link}>{rootName || no}</Link>} below={rootName === no ? '' : no} />
  return (
    <TwoLine
      top={orderNo ? <Link to={`/order/list?keywords=${orderNo}`}>{orderNo}</Link> : rootName || no || '—'}
      below={orderNo || rootName ? no : ''}
    />
  )
}

const stateKeys = ['open', 'gone', 'explained'] as const

function Diffs() {
  const list = useList(billDiff.list, { name: 'diff', silent: true })
  const { stateNum = {} } = (list.query.data ?? {}) as { stateNum?: Record<string, number> }
  const all = Object.values(stateNum).reduce((sum, count) => sum + count, 0)
  const state = (list.filters.state as BillDiff['state'] | undefined) ?? 'all'
  const refresh = () => list.query.refetch()
  const phone = useIsPhone()
  const [lookingAt, setLooking] = useState<number>()
  const looking = list.rows.find(({ id }) => id === lookingAt)
  return (
    <>
      <ListPage
        list={list}
        title="对账差异"
        unit="处"
        header={
          <StateTabs
            value={state}
            tabs={[
              ...stateKeys.map((key) => ({
                key,
                label: diffStates[key],
                count: stateNum[key],
                ...(key === 'open' && { tone: 'alert' as const }),
              })),
              { key: 'all' as const, label: '全部', count: all },
            ]}
            onChange={(key) => {
              const { state: _, ...filters } = list.filters
              list.search(key === 'all' ? filters : { ...filters, state: key })
            }}
          />
        }
        filters={[
          {
            name: 'keywords',
            label: '单号',
            control: <Input allowClear maxLength={64} placeholder="订单号、退款单号" />,
          },
          {
            name: 'provider',
            label: '哪本账',
            control: <Select allowClear placeholder="全部" options={diffProviderOptions} />,
          },
          {
            name: 'kind',
            label: '差在哪',
            control: <Select allowClear placeholder="全部" options={diffKindOptions} />,
          },
          { name: 'dateLimit', label: '账单日', control: <DateRange /> },
          { name: 'state', hidden: true, label: '处理', text: () => '' },
        ]}
        columns={[
          { name: 'day', title: '账单日', width: 110 },
          {
            name: 'kind',
            title: '差在哪',
            minWidth: 190,
            card: 'title',
            render: (row) => <TwoLine top={<b>{diffText(row)}</b>} below={diffProviders[row.provider]} />,
          },
          {
            name: 'amount',
            title: '金额',
            width: 110,
            align: 'right',
            render: ({ amount }) => (amount ? moneyText(amount) : '—'),
          },
          { name: 'no', title: '对象', minWidth: 210, render: (row) => <DiffObject row={row} /> },
          {
            name: 'state',
            title: '处理',
            minWidth: 200,
            render: ({ state: now, note, operatorName, what, expected, found }) => (
              <TwoLine
                top={<StateTag of="billDiff" value={diffStates[now]} />}
                below={now === 'open' ? sidesText(what, expected, found) : `${operatorName}：${note}`}
              />
            ),
            says: ({ state: now }) => diffStates[now],
          },
          { name: 'foundTime', title: '发现时间', width: 160 },
        ]}
        card={(row) => ({
          head: (
            <>
              <StateTag of="billDiff" value={diffStates[row.state]} />
              <span>{row.day}</span>
            </>
          ),
          title: diffText(row),
          below: row.orderNo || row.rootName || row.no,
          end: row.amount ? <b>{moneyText(row.amount)}</b> : undefined,
          texts: row.note,
        })}
        expanded={(row) => <DiffSides row={row} onDone={refresh} />}
        {...(phone && { actions: (row: BillDiff) => <RowAction onClick={() => setLooking(row.id)}>查看</RowAction> })}
        nameOf={({ no, day }) => no || day}
        empty="没有差异"
        purpose="账单和店里不一样的、店里账目不平的，每一处都留在这里，看得到是谁、怎么处理的；系统不会自动改账"
      />
      {looking && (
        <SidePanel title={diffText(looking)} width={390} onClose={() => setLooking(undefined)}>
          <DiffSides row={looking} onDone={refresh} />
        </SidePanel>
      )}
    </>
  )
}
