import { Checkbox, Spin } from 'antd'
import { type ReactNode, useRef } from 'react'
import styles from './card-list.module.css'
import { cellOf, type ListColumn } from './columns.ts'
import type { ListRow, ListTableProps } from './list-table.tsx'
import { OvertakenBar } from './overtaken-bar.tsx'
import { opening } from './row-keys.tsx'

/** A row as a card on phones. */
export type RowCard = {
  /** A line above the rest: the state with its deadline at the left, when it was made at the right. */
  head?: ReactNode
  picture?: ReactNode
  title: ReactNode
  /** Below the title: the state and labels. */
  below?: ReactNode
  /** In large figures, such as the price. */
  amount?: ReactNode
  /** The same at the right of the title. */
  end?: ReactNode
  /** Texts in full, over the whole width. */
  texts?: ReactNode
  /** Figures at the left of the foot. */
  facts?: ReactNode
  /** The next act, 36 px high. */
  act?: ReactNode
}

/** A pause with the finger on a card chooses it, ms. */
const LONG_PRESS = 500

/** The rows of a list as cards, for phones: edge to edge, nothing to scroll sideways. */
export function CardList<Row extends ListRow>(props: ListTableProps<Row>) {
  const { list, columns, actions, selection, empty, opens, card = plainCard(columns) } = props
  const press = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (!list.rows.length) return empty
  const choosing = (selection?.ids.length ?? 0) > 0

  function turn(id: number) {
    if (!selection || list.rows.some((row) => Number(row.id) === id && list.left?.(row))) return
    const { ids, onChange } = selection
    onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  }

  return (
    <Spin spinning={list.query.isFetching} delay={200}>
      {list.rows.map((row) => {
        const { head, picture, title, below, amount, end, texts, facts, act } = card(row)
        const id = Number(row.id)
        const line = props.overtaken?.(row)
        return (
          <article
            key={row.id}
            data-row
            {...opening(choosing ? undefined : opens?.(row))}
            className={styles.rowCard}
            data-chosen={selection?.ids.includes(id)}
            data-left={list.left?.(row) !== undefined}
            onTouchStart={() => {
              press.current = setTimeout(() => turn(id), LONG_PRESS)
            }}
            onTouchMove={() => clearTimeout(press.current)}
            onTouchEnd={() => clearTimeout(press.current)}
          >
            {head && <div className={styles.cardHead}>{head}</div>}
            <div className={styles.cardBody}>
              {choosing && (
                <Checkbox
                  aria-label={`选择编号 ${row.id}`}
                  checked={selection?.ids.includes(id)}
                  onChange={() => turn(id)}
                />
              )}
              {picture}
              <div className={styles.cardText}>
                <div className={styles.cardTitle}>{title}</div>
                {below && <div className={styles.cardBelow}>{below}</div>}
                {amount && <div className={styles.amount}>{amount}</div>}
              </div>
              {end && <div className={styles.cardEnd}>{end}</div>}
            </div>
            {texts && <div className={styles.cardTexts}>{texts}</div>}
            {line && <OvertakenBar of={line} />}
            {(facts || act || actions) && (
              <div className={styles.cardFoot}>
                {facts && <div className={styles.cardFacts}>{facts}</div>}
                <div className={styles.cardActs}>
                  {act}
                  {actions?.(row)}
                </div>
              </div>
            )}
          </article>
        )
      })}
    </Spin>
  )
}

/** The card of a list that draws none of its own: its title and picture, the other columns follow with names. */
function plainCard<Row extends ListRow>(columns: readonly ListColumn<Row>[]): (row: Row) => RowCard {
  const shown = columns.filter(({ name }) => name !== 'id')
  const picture = shown.find(({ card }) => card === 'picture')
  const head = shown.find(({ card }) => card === 'title') ?? shown.find((column) => column !== picture)
  const others = shown.filter((column) => column !== head && column !== picture)
  return (row) => ({
    picture: picture && cellOf(picture, row),
    title: head && cellOf(head, row),
    facts: (
      <dl className={styles.cardPairs}>
        {others
          .map((column) => ({ ...column, cell: cellOf(column, row) }))
          .filter(({ cell }) => cell !== '' && cell !== null && cell !== undefined)
          .map(({ name, title, cell }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{cell}</dd>
            </div>
          ))}
      </dl>
    ),
  })
}
