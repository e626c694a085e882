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
import { Labels } from '../text/labels.tsx'
import { Money, moneyText } from '../text/money.tsx'
import { TwoLine } from '../text/two-line.tsx'
import styles from './activity.module.css'
import { ActivityHead, ActivityName, ActivityQuota, ActivityState } from './activity-cells.tsx'
import type { ActivityRow, ActivityScreens } from './activity-screens.ts'
import { labelsOf, stateOf } from './activity-words.ts'
import { BatchActs } from './batch-acts.tsx'
import { OpenSwitch } from './open-switch.tsx'
import { type ActivityActs, nextOf, useActivityActs } from './use-activity-acts.tsx'
import { type PhaseTab, useActivityTabs } from './use-activity-list.ts'

/** The columns that every kind has; what each is called is a matter of the kind. */
type SharedColumn = 'id' | 'title' | 'price' | 'sales' | 'quota' | 'phase' | 'status' | 'createTime'
type ColumnOf<Row> = (name: SharedColumn, title: string) => ListColumn<Row>

type ActivityListProps<Row extends ActivityRow, Name extends string> = Pick<
  ListPageProps<Row, Name>,
  'filters' | 'purpose' | 'tools' | 'exports'
> & {
  kind: ActivityScreens
  /** By `useActivityList`. */
  list: List<Row, Name> & { tab: PhaseTab; openTab: (phase: PhaseTab) => void }
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
  const navigate = useNavigate()
  const phone = useIsPhone()
  const { actsOf, dialogs, watch } = useActivityActs(kind)
  const running = tabs.find(({ key }) => key === 'running')?.count
  const drawn = drawColumns(kind, limits, watch)
  return (
    <>
      <ListPage
        list={list}
        unit="个"
        summary={running !== undefined && summary(running)}
        filters={props.filters}
        header={
          <>
            {above}
            <StateTabs tabs={tabs} value={list.tab} onChange={list.openTab} />
          </>
        }
        purpose={props.purpose}
        columns={columns((name, title) => ({ ...drawn[name], title }) as ListColumn<Row>)}
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
