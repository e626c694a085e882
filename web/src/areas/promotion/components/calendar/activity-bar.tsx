import ExclamationCircleFilled from '@ant-design/icons/es/icons/ExclamationCircleFilled'
import type { CalendarRow } from '@zhanggui/contract/promotion/activity-calendar.ts'
import { Tooltip } from 'antd'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { moneyText } from '../../../../kit/text/money.tsx'
import { type Bar, isOver, kindNames, pageOf, phaseWord, spanText } from '../../model/calendar.ts'
import styles from './calendar.module.css'

type ActivityBarProps = {
  bar: Bar<CalendarRow>
  /** Of the grid, from 1. */
  row: number
  column?: number
  /** There is room for the hour at which it begins or ends. */
  hours?: boolean
}

/** An activity as a bar over its days, in the colour of its kind; its ends are closed where it begins and ends. */
export function ActivityBar({ bar, row: at, column = 0, hours }: ActivityBarProps) {
  const { row, from, to, before, after } = bar
  const style = { gridRow: at, gridColumn: `${from + 1 + column} / ${to + 2 + column}` }
  return (
    <ActivityLink of={row} before={before} after={after} style={style}>
      {hours && !before && <time>{hourOf(row.startTime)}</time>}
      <span>{row.title}</span>
      {hours && !after && to > from && <time>{hourOf(row.stopTime)} 止</time>}
    </ActivityLink>
  )
}

type ActivityLinkProps = {
  of: CalendarRow
  before?: boolean
  after?: boolean
  style?: CSSProperties
  children: ReactNode
}

/** The way to an activity, in the colour of its kind, with what is known of it. */
export function ActivityLink({ of: row, before, after, style, children }: ActivityLinkProps) {
  return (
    <Tooltip title={<Told of={row} />} mouseEnterDelay={0.3}>
      <Link
        to={pageOf(row)}
        className={styles.bar}
        data-kind={row.type}
        data-off={!row.status}
        data-over={isOver(row)}
        data-risk={row.belowCost}
        data-before={before}
        data-after={after}
        aria-label={sayActivity(row)}
        style={style}
      >
        {row.belowCost && <BelowCost />}
        {children}
      </Link>
    </Tooltip>
  )
}

const hourOf = (time: string | null) => time?.slice(11, 16) ?? ''

/** The red mark: some SKU can be had for less than it cost. */
export function BelowCost() {
  return <ExclamationCircleFilled className={styles.alert} aria-label="低于成本" />
}

/** The activity in a sentence. */
function sayActivity(row: CalendarRow): string {
  const facts = [`${kindNames[row.type]}「${row.title}」`, spanText(row), phaseWord(row), quotaText(row), costText(row)]
  return facts.filter(Boolean).join('，')
}

function Told({ of: row }: { of: CalendarRow }) {
  const facts = [spanText(row), [phaseWord(row), quotaText(row)].filter(Boolean).join(' · '), costText(row)]
  return (
    <>
      <b>{row.title}</b>
      {facts.filter(Boolean).map((fact) => (
        <div key={fact}>{fact}</div>
      ))}
    </>
  )
}

export const quotaText = ({ quota, quotaShow }: CalendarRow) =>
  quota === null || quotaShow === null
    ? ''
    : `剩 ${quota.toLocaleString('en-US')} / ${quotaShow.toLocaleString('en-US')}`

/** The lowest price and of what, and that it is below cost. */
export function costText({ lowest, lowestOf, cost, belowCost }: CalendarRow): string {
  if (lowest === null) return ''
  const price = `最低到手 ${moneyText(lowest)}${lowestOf && `（${lowestOf}）`}`
  if (!belowCost) return price
  return cost === null || cost === undefined ? `${price}，低于成本` : `${price}，低于成本 ${moneyText(cost)}`
}
