import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { RowCard } from '../list-page/card-list.tsx'
import type { ListColumn } from '../list-page/columns.ts'
import { ListPage, type ListPageProps } from '../list-page/list-page.tsx'
import { ActButton, MoreActions, NextAct } from '../list-page/row-actions.tsx'
import { StateTabs } from '../list-page/state-tabs.tsx'
import type { List } from '../list-page/use-list.ts'
import { Picture } from '../media/picture.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import { Budget, budgetText } from '../text/budget.tsx'
import { Labels } from '../text/labels.tsx'
import { Money, moneyText } from '../text/money.tsx'
import { TwoLine } from '../text/two-line.tsx'
import styles from './activity.module.css'
import { ActivitySums, broughtColumns } from './activity-brought.tsx'
import { ActivityHead, ActivityName, ActivityQuota, ActivityState } from './activity-cells.tsx'
import type { ActivityRow, ActivityScreens } from './activity-screens.ts'
import { labelsOf, stateOf } from './activity-words.ts'
import { BatchActs } from './batch-acts.tsx'
import { OpenSwitch } from './open-switch.tsx'
import { type ActivityActs, nextOf, useActivityActs } from './use-activity-acts.tsx'
import { useActivityBrought } from './use-activity-brought.ts'
import { type ActivityTab, type ActivityToday, useActivityTabs, useActivityToday } from './use-activity-list.ts'

/** The columns that every kind has; what each is called is a matter of the kind. */
type SharedColumn =
  | 'id'
  | 'title'
  | 'price'
  | 'sales'
  | 'quota'
  | 'browse'
  | 'budget'
  | 'phase'
  | 'status'
  | 'createTime'
type ColumnOf<Row> = (name: SharedColumn, title: string) => ListColumn<Row>

type ActivityListProps<Row extends ActivityRow, Name extends string> = Pick<
  ListPageProps<Row, Name>,
  'filters' | 'purpose' | 'tools' | 'exports'
> & {
  kind: ActivityScreens
  /** By `useActivityList`. */
  list: List<Row, Name> & { tab: ActivityTab; openTab: (tab: ActivityTab) => void }
  /** One line beside the name of the list, once it is known how many run. */
  summary: (running: number) => ReactNode
  /** Above the phases. */
  above?: ReactNode
  /** All columns in their order: those of every kind by `column`, between them those of this one. */
  columns: (column: ColumnOf<Row>) => ListColumn<Row>[]
  /** What qualifies the title of a row: its limits. */
  limits: (row: Row) => string
  /** What qualifies it on a card: its days. */
  onCard: (row: Row) => string
  /** The price on a card, if not that of the activity. */
  amount?: (row: Row) => ReactNode
  /** The form of a new one, where the filters choose something for it. */
  addAddress?: string
}

/** The activities of a kind by their phases: how they sell, and what may be done with them. */
export function ActivityList<Row extends ActivityRow, Name extends string>(props: ActivityListProps<Row, Name>) {
  const { kind, list, summary, above, columns, limits, addAddress = kind.edit } = props
  const tabs = useActivityTabs(kind.type, list.filters)
  const today = useActivityToday(kind.type, {})
  const found = useActivityToday(kind.type, { ...list.filters, ...list.fixed })
  const navigate = useNavigate()
  const phone = useIsPhone()
  const { actsOf, dialogs, watch } = useActivityActs(kind)
  const running = tabs.find(({ key }) => key === 'running')?.count
  const drawn = drawColumns(kind, limits, watch)
  const brought = useActivityBrought(list.rows)
  const given = columns((name, title) => ({ ...drawn[name], title }) as ListColumn<Row>)
  const before = given.findIndex(({ name }) => name === 'phase')
  return (
    <>
      <ListPage
        list={list}
        unit="个"
        summary={
          running !== undefined && (
            <>
              {summary(running)}
              {today && today.orderCount > 0 && <Today of={today} />}
            </>
          )
        }
        filters={props.filters}
        header={
          <>
            {above}
            <StateTabs tabs={tabs} value={list.tab} onChange={list.openTab} />
          </>
        }
        purpose={props.purpose}
        columns={given.toSpliced(before, 0, ...(broughtColumns(brought) as ListColumn<Row>[]))}
        sums={
          <>
            {found && list.total > 0 && <TodaySums of={found} short={phone} />}
            <ActivitySums rows={list.rows} isWhole={list.total <= list.rows.length} brought={brought} />
          </>
        }
        card={(row) => cardOf(kind, row, actsOf(row), props)}
        look={watch}
        nameOf={({ title }) => title}
        add={kind.routes.save}
        addText={`添加${kind.noun}`}
        open={() => navigate(addAddress)}
        exports={props.exports}
        tools={props.tools}
        batch={(_, ids) => <BatchActs kind={kind} ids={ids} />}
        actions={(row) => {
          const acts = actsOf(row)
          const next = nextOf(acts, row)
          const { watch: figures, edit, look, quota, copy, end, remove } = acts
          return (
            <>
              {!phone && <NextAct of={[next]} />}
              <MoreActions
                name={row.title}
                of={[edit, look, quota, copy, figures, end, remove].filter((act) => !act || act !== next)}
              />
            </>
          )
        }}
      />
      {dialogs}
    </>
  )
}

/** ，今天卖出 12 件 ¥1,835.40，让利 ¥910.20 */
const Today = ({ of: { units, payAmount, discount } }: { of: ActivityToday }) => (
  <>
    ，今天卖出 <b>{units.toLocaleString('en-US')}</b> 件 <b>{moneyText(payAmount)}</b>，让利{' '}
    <b>{moneyText(discount)}</b>
  </>
)

/** The same of what the filters find, in the foot. */
function TodaySums({ of: { orderCount, units, payAmount, discount }, short }: { of: ActivityToday; short: boolean }) {
  if (orderCount === 0) return <span>今天还没卖出</span>
  return (
    <span>
      今天{!short && `卖出 ${units.toLocaleString('en-US')} 件，`}销售额 <b>{moneyText(payAmount)}</b>
      {!short && (
        <>
          ，让利 <b>{moneyText(discount)}</b>
        </>
      )}
    </span>
  )
}

const priceOf = ({ price, otPrice }: ActivityRow) => <Money value={price} old={otPrice > price ? otPrice : undefined} />

function drawColumns<Row extends ActivityRow>(
  kind: ActivityScreens,
  limits: (row: Row) => string,
  onLook: (row: Row) => void,
): Record<SharedColumn, Omit<ListColumn<Row>, 'title'>> {
  return {
    id: { name: 'id', width: 64, low: true },
    title: {
      name: 'title',
      minWidth: 240,
      least: 200,
      render: (row) => <ActivityName of={row} below={limits(row)} onLook={() => onLook(row)} />,
      says: ({ title }) => title,
    },
    price: {
      name: 'price',
      width: 100,
      align: 'right',
      render: priceOf,
      says: ({ price }) => String(price),
    },
    sales: {
      name: 'sales',
      width: 156,
      least: 136,
      render: (row) => <ActivityQuota of={row} />,
      says: ({ sales }) => `已售 ${sales}`,
    },
    quota: {
      name: 'quota',
      width: 88,
      align: 'right',
      low: true,
      render: ({ quota, left }) => (
        <TwoLine end top={quota.toLocaleString('en-US')} below={left < quota && `可售 ${left}`} />
      ),
      says: ({ quota }) => `剩 ${quota}`,
    },
    browse: {
      name: 'browse',
      width: 80,
      align: 'right',
      low: true,
      render: ({ browse }) => browse.toLocaleString('en-US'),
    },
    budget: {
      name: 'budget',
      width: 112,
      align: 'right',
      low: true,
      render: (row) => <Budget of={row} />,
      says: (row) => budgetText(row),
    },
    phase: {
      name: 'phase',
      width: 150,
      least: 128,
      render: (row) => <ActivityState of={row} />,
      says: (row) => stateOf(row),
    },
    status: {
      name: 'status',
      width: 64,
      render: (row) => <OpenSwitch kind={kind} of={row} />,
      says: ({ status }) => (status ? '开启' : '关闭'),
    },
    createTime: { name: 'createTime', width: 120, hidden: true },
  }
}

function cardOf<Row extends ActivityRow>(
  kind: ActivityScreens,
  row: Row,
  acts: ActivityActs,
  { onCard, amount }: Pick<ActivityListProps<Row, string>, 'onCard' | 'amount'>,
): RowCard {
  const next = nextOf(acts, row)
  return {
    head: <ActivityHead of={row} />,
    picture: <Picture src={row.image} alt={row.title} size={56} />,
    title: row.title,
    below: (
      <>
        <Labels of={labelsOf(row)} />
        <span className={styles.dim}>{onCard(row)}</span>
      </>
    ),
    amount: amount?.(row) ?? (
      <>
        <b>{moneyText(row.price)}</b> {row.otPrice > row.price && <del>{moneyText(row.otPrice)}</del>}
      </>
    ),
    end: <OpenSwitch kind={kind} of={row} />,
    texts: <ActivityQuota of={row} />,
    act: next && <ActButton of={next} />,
  }
}
