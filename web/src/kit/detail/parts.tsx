import { Button, Table, type TableColumnType } from 'antd'
import { Fragment, type ReactNode } from 'react'
import { useIsPhone } from '../page/use-is-phone.ts'
import type { Tone } from '../settings/palette.ts'
import { moneyText } from '../text/money.tsx'
import tones from '../text/tones.module.css'
import styles from './detail.module.css'

export type Step = {
  title: string
  below?: ReactNode
  state: 'done' | 'now' | 'later'
  /** Of the present step: whose turn it is; ours if omitted. */
  tone?: Tone | undefined
}

/** What an object goes through, with times; the present step says what is due. */
export function Steps({ items }: { items: readonly Step[] }) {
  return (
    <ol className={`${styles.card} ${styles.steps}`} aria-label="进度">
      {items.map(({ title, below, state, tone }) => (
        <li
          key={title}
          className={tone && tones[tone]}
          data-step={state}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <strong>{title}</strong>
          {below && <span>{below}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Something to know before acting, on the ground of its tone; plain for what is good to know. */
export function Note(props: { tone: Tone | 'plain'; icon?: ReactNode; act?: ReactNode; children: ReactNode }) {
  const { tone, icon, act, children } = props
  return (
    <div className={`${styles.note} ${tone === 'plain' ? styles.plain : tones[tone]}`} role="note">
      {icon}
      <div>{children}</div>
      {act}
    </div>
  )
}

export type Fact = { label: string; value: ReactNode }

/** Names and values; those without a value are left out. @param wide two beside each other where there is room */
export function Facts({ items, wide = false }: { items: readonly Fact[]; wide?: boolean }) {
  return (
    <dl className={wide ? `${styles.facts} ${styles.wide}` : styles.facts}>
      {items
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

export type SumRow = {
  label: string
  note?: string | undefined
  /** In yuan; negative for a discount. */
  value: number
  /** On top of the rest: with a plus. */
  added?: boolean
  /** Stands in place of the amount while that is not known: 待定. */
  instead?: string
  /** Shows how it came about. */
  onOpen?: () => void
}
type SumColumnProps = { rows: readonly SumRow[]; total: SumRow }

/** An amount from its parts. In development rows that do not add up to the total are reported. */
export function SumColumn({ rows, total }: SumColumnProps) {
  const sum = rows.reduce((fen, { value }) => fen + Math.round(value * 100), 0)
  if (import.meta.env.DEV && sum !== Math.round(total.value * 100))
    console.error(`the parts add up to ${sum / 100}, not to ${total.value}`)
  return (
    <dl className={styles.sums}>
      {rows.map(({ label, note, value, added, instead, onOpen }) => (
        <Fragment key={label}>
          <dt>
            {onOpen ? (
              <Button type="link" size="small" className={styles.why} onClick={onOpen}>
                {label}
              </Button>
            ) : (
              label
            )}{' '}
            {note && <span className={styles.muted}>{note}</span>}
          </dt>
          <dd className={value < 0 ? styles.less : undefined}>
            {added && value > 0 && !instead && '+'}
            {instead ?? moneyText(value)}
          </dd>
        </Fragment>
      ))}
      <div className={styles.rule} />
      <dt>
        <strong>{total.label}</strong>
      </dt>
      <dd className={styles.paid}>{total.instead ?? moneyText(total.value)}</dd>
    </dl>
  )
}

export type LineColumn<Row> = Pick<TableColumnType<Row>, 'width' | 'align' | 'ellipsis' | 'sorter'> & {
  title: string
  render: (row: Row) => ReactNode
  /** What can be done with the line: on phones beside its name. */
  acts?: true
  /** The cell of the last row, which adds up the others. */
  sum?: ReactNode
}

type LinesProps<Row> = {
  rows: readonly Row[]
  columns: readonly LineColumn<Row>[]
  /** What an opened line shows; not on phones. */
  expanded?: ((row: Row) => ReactNode) | undefined
  /** How many lines a page has, where there may be very many. */
  pageSize?: number
  empty?: string
}
type Line = { id: number | string }

/** The lines of a detail page with their sums, as many as there are. */
export function Lines<Row extends Line>({ rows, columns, expanded, pageSize, empty = '暂无数据' }: LinesProps<Row>) {
  const phone = useIsPhone()
  if (phone && !rows.length) return <p className={styles.none}>{empty}</p>
  if (phone) return <LineCards rows={rows} columns={columns} />
  const summed = columns.some(({ sum }) => sum !== undefined)
  const width = columns.reduce((total, column) => total + Number(column.width ?? 140), 0)
  return (
    <Table<Row>
      rowKey="id"
      size="medium"
      tableLayout="fixed"
      scroll={{ x: width, ...(!pageSize && rows.length > 100 && { y: 480 }) }}
      virtual={!pageSize && rows.length > 100}
      pagination={pageSize ? { pageSize, hideOnSinglePage: true, showSizeChanger: false } : false}
      expandable={expanded && { expandedRowRender: expanded }}
      locale={{ emptyText: <span className={styles.empty}>{empty}</span> }}
      dataSource={rows}
      columns={columns.map(({ render, sum: _sum, acts: _acts, ...column }) => ({
        ...column,
        key: column.title,
        render: (_value, row) => render(row),
      }))}
      summary={
        summed && rows.length > 1
          ? () => (
              <Table.Summary.Row>
                {columns.map(({ title, align, sum }, index) => (
                  <Table.Summary.Cell key={title} index={index} align={align === 'right' ? 'right' : 'left'}>
                    {index === 0 && sum === undefined ? '合计' : <span className={styles.total}>{sum}</span>}
                  </Table.Summary.Cell>
                ))}
              </Table.Summary.Row>
            )
          : undefined
      }
    />
  )
}

/** Lines on phones, where a table would scroll sideways. */
function LineCards<Row extends Line>({ rows, columns: [head, ...others] }: LinesProps<Row>) {
  return (
    <ul className={styles.lineCards}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={styles.lineHead}>
            <strong>{head?.render(row)}</strong>
            {others.find(({ acts }) => acts)?.render(row)}
          </div>
          <dl>
            {others
              .filter(({ acts }) => !acts)
              .map(({ title, render }) => (
                <div key={title}>
                  <dt>{title}</dt>
                  <dd>{render(row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
