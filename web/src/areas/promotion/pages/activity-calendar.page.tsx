import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import RightOutlined from '@ant-design/icons/es/icons/RightOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { product } from '@zhanggui/contract/product/product.ts'
import { activityKinds, type CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { toWireDay } from '@zhanggui/domain/time.ts'
import { Button, Segmented, Select, Skeleton } from 'antd'
import { type KeyboardEvent as ReactKeyboardEvent, useState } from 'react'
import { read } from '../../../api/read.ts'
import { serverNow } from '../../../api/server-time.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { RemoteSelect } from '../../../kit/form/remote-select.tsx'
import { useKeys } from '../../../kit/keys/keys.ts'
import { EmptyBlock, FailedBlock, NothingFound } from '../../../kit/page/block-state.tsx'
import { isCovered } from '../../../kit/page/cover.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { CategoryCascader } from '../../product/shared/category-cascader.tsx'
import { AddCoupon } from '../components/add-coupon.tsx'
import { ActivityLink, BelowCost } from '../components/calendar/activity-bar.tsx'
import { Agenda } from '../components/calendar/agenda.tsx'
import styles from '../components/calendar/calendar.module.css'
import {
  type CalendarQuery,
  type CalendarView,
  calendarCall,
  calendarRoute,
  thisMonth,
  useCalendarQuery,
} from '../components/calendar/calendar-query.ts'
import { MonthGrid } from '../components/calendar/month-grid.tsx'
import { TimelineGrid } from '../components/calendar/timeline-grid.tsx'
import { addMonths, agendaOf, isThroughout, kindNames, runsOn, weeksOf } from '../model/calendar.ts'

const VIEWS: { value: CalendarView; label: string }[] = [
  { value: 'month', label: '月' },
  { value: 'line', label: '时间线' },
]

/** 活动日历: what runs when, as a month or as lines; on phones as a list. */
export default function ActivityCalendarPage() {
  const phone = useIsPhone()
  const [query, show] = useCalendarQuery()
  const { view, month } = query
  const [day, setDay] = useState<string>()
  const today = toWireDay(serverNow())
  const days = weeksOf(month).flat()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...read(calendarRoute, calendarCall(query, days)),
    placeholderData: keepPreviousData,
  })
  const turn = (count: number) => show({ month: addMonths(month, count) })
  useCalendarKeys({ turn, show })

  const rows = data ?? []
  const throughout = rows.filter((row) => isThroughout(row, days))
  const dated = rows.filter((row) => !isThroughout(row, days))
  const ofMonth = agendaOf(rows, month).flatMap((group) => group.rows)
  const below = ofMonth.filter(({ belowCost }) => belowCost).length
  return (
    <div className={styles.page}>
      <PageHeader
        summary={
          data && (
            <>
              {Number(month.slice(5))} 月 {ofMonth.length} 个活动
              {below > 0 && <span className={styles.risk}>，{below} 个低于成本</span>}
            </>
          )
        }
        acts={!phone && <Segmented value={view} options={VIEWS} onChange={(next) => show({ view: next })} />}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the links within */}
      <div className={styles.card} data-stale={isPlaceholderData} onKeyDown={moveByArrows}>
        <div className={styles.tools}>
          <Steps month={month} onTurn={turn} onToday={() => show({ month: thisMonth() })} />
          <Filters query={query} onChange={show} />
        </div>
        {!phone && <Legend />}
        {throughout.length > 0 && !phone && view === 'month' && (
          <Throughout rows={throughout} onAll={() => setDay(WHOLE_MONTH)} />
        )}
        {error && !data ? (
          <FailedBlock error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton active className={styles.legend} />
        ) : phone || rows.length === 0 ? (
          <MonthAgenda rows={rows} query={query} onClear={() => show(NO_FILTERS)} />
        ) : view === 'month' ? (
          <MonthGrid month={month} today={today} rows={dated} onDay={setDay} />
        ) : (
          <TimelineGrid month={month} today={today} rows={rows} />
        )}
      </div>
      {day && (
        <SidePanel
          title={day === WHOLE_MONTH ? '整月都在的活动' : `${day} 的活动`}
          width={420}
          onClose={() => setDay(undefined)}
        >
          <DayAgenda rows={day === WHOLE_MONTH ? throughout : rows.filter((row) => runsOn(row, day))} />
        </SidePanel>
      )}
    </div>
  )
}

/** Instead of a day, in the panel. */
const WHOLE_MONTH = 'month'
const NO_FILTERS = { types: [], productId: undefined, cateId: undefined }

function Steps({ month, onTurn, onToday }: { month: string; onTurn: (count: number) => void; onToday: () => void }) {
  return (
    <div className={styles.steps}>
      <Button
        type="text"
        icon={<LeftOutlined aria-hidden />}
        aria-label="上个月"
        title="上个月 ["
        onClick={() => onTurn(-1)}
      />
      <h2 aria-live="polite">
        {month.slice(0, 4)} 年 {Number(month.slice(5))} 月
      </h2>
      <Button
        type="text"
        icon={<RightOutlined aria-hidden />}
        aria-label="下个月"
        title="下个月 ]"
        onClick={() => onTurn(1)}
      />
      <Button disabled={month === thisMonth()} title="本月 T" onClick={onToday}>
        本月
      </Button>
    </div>
  )
}

function Filters({ query, onChange }: { query: CalendarQuery; onChange: (change: Partial<CalendarQuery>) => void }) {
  const { types, productId, cateId } = query
  const mayName = useCan(product.listByIds)
  const { data } = useQuery({
    ...read(product.listByIds, { params: { ids: [productId ?? 0] }, silent: true }),
    enabled: mayName && productId !== undefined,
  })
  return (
    <div className={styles.filters}>
      <Select
        mode="multiple"
        allowClear
        aria-label="类型"
        placeholder="全部类型"
        maxTagCount="responsive"
        value={[...types]}
        options={activityKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))}
        onChange={(next) => onChange({ types: next })}
      />
      <RemoteSelect<{ id: number; storeName: string }>
        of={product.pick}
        fixed={{ type: 1 }}
        aria-label="商品"
        placeholder="全部商品"
        value={productId}
        known={productId ? [{ id: productId, name: data?.list[0]?.storeName ?? `商品 ${productId}` }] : []}
        nameOf={({ storeName }) => storeName}
        onChange={(next?: number) => onChange({ productId: next })}
      />
      <CategoryCascader
        aria-label="分类"
        placeholder="全部分类"
        value={cateId}
        onChange={(next) => onChange({ cateId: next })}
      />
    </div>
  )
}

/** What the colours mean. */
function Legend() {
  return (
    <div className={styles.legend} aria-hidden>
      {activityKinds.map((kind) => (
        <span key={kind} data-kind={kind}>
          <i /> {kindNames[kind]}
        </span>
      ))}
      <span>
        <i data-off="true" /> 已关闭
      </span>
      <span>
        <BelowCost /> 最低到手价低于成本
      </span>
    </div>
  )
}

const MAX_CHIPS = 12

/** What runs through all of the days, which would fill each of them: what falls below cost first, what is closed last. */
function Throughout({ rows, onAll }: { rows: readonly CalendarRow[]; onAll: () => void }) {
  const weight = ({ belowCost, status }: CalendarRow) => (belowCost ? 0 : status ? 1 : 2)
  const sorted = rows.toSorted((one, other) => weight(one) - weight(other))
  const left = rows.length - MAX_CHIPS
  return (
    <div className={styles.endless}>
      <span>整月都在</span>
      {sorted.slice(0, MAX_CHIPS).map((row) => (
        <ActivityLink key={`${row.type}-${row.id}`} of={row}>
          <span>{row.title}</span>
        </ActivityLink>
      ))}
      {left > 0 && (
        <Button type="link" size="small" onClick={onAll}>
          还有 {left} 个
        </Button>
      )}
    </div>
  )
}

type MonthAgendaProps = { rows: readonly CalendarRow[]; query: CalendarQuery; onClear: () => void }

function MonthAgenda({ rows, query: { month, types, productId, cateId }, onClear }: MonthAgendaProps) {
  const count = [types.length > 0, productId, cateId].filter(Boolean).length
  if (!rows.length && count) return <NothingFound count={count} of="活动" onClear={onClear} />
  const groups = agendaOf(rows, month)
  if (!groups.length)
    return (
      <EmptyBlock
        text="这个月没有活动"
        more="优惠券的领取时间、活动样式的时间在这里排成日历，低于成本的有红色标记"
        act={<AddCoupon />}
      />
    )
  return groups.map(({ title, rows: list }) => (
    <section key={title} aria-label={title}>
      <h3 className={styles.date}>{title}</h3>
      <Agenda rows={list} />
    </section>
  ))
}

function DayAgenda({ rows }: { rows: readonly CalendarRow[] }) {
  const sorted = rows.toSorted((one, other) => Number(other.belowCost ?? false) - Number(one.belowCost ?? false))
  return rows.length ? <Agenda rows={sorted} /> : <EmptyBlock text="这一天没有活动" />
}

type Keys = { turn: (count: number) => void; show: (change: Partial<CalendarQuery>) => void }

/** `[` and `]` turn the month, T returns to this one, M and L choose the view. */
function useCalendarKeys({ turn, show }: Keys) {
  useKeys(
    '活动日历',
    [
      { key: '[', act: '上一个月', run: () => turn(-1) },
      { key: ']', act: '下一个月', run: () => turn(1) },
      { key: 't', act: '回到本月', run: () => show({ month: thisMonth() }) },
      { key: 'm', act: '按月看', run: () => show({ view: 'month' }) },
      { key: 'l', act: '按时间线看', run: () => show({ view: 'line' }) },
      { key: 'arrows', label: '方向键', act: '在活动之间移动' },
    ],
    () => !isCovered(),
  )
}

/** The arrows move between the activities. */
function moveByArrows(event: ReactKeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const at = links.indexOf(event.target as HTMLElement)
  if (!step || at < 0) return
  event.preventDefault()
  links[at + step]?.focus()
}
