import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import { memo, useState } from 'react'
import { isNumber, showCell } from '../../../../kit/sku-grid/cells.ts'
import styles from '../../../../kit/sku-grid/sku-grid.module.css'
import type { SkuColumn } from '../../model/sku-columns.ts'
import { isEditable } from '../../model/sku-edits.ts'
import { problemKey, type SkuRow } from '../../model/sku-matrix.ts'
import type { SkuState, SkuStore } from '../../model/sku-store.ts'
import { SkuThumb } from './sku-thumb.tsx'

type Mark = { text?: string; problem: string }
type Marks = Readonly<Record<string, Mark>>

/** The problems shown in a row, by field. */
export function marksOf(
  key: string,
  columns: readonly SkuColumn[],
  unread: SkuState['unread'],
  problems: SkuState['problems'],
) {
  if (!unread.size && !problems.size) return undefined
  const marks: Record<string, Mark> = {}
  for (const { field } of columns) {
    const mark = unread.get(problemKey(key, field))
    const problem = problems.get(problemKey(key, field))
    if (mark) marks[field] = { text: mark.text, problem: mark.problem }
    else if (problem) marks[field] = { problem }
  }
  return Object.keys(marks).length ? marks : undefined
}

type LineProps = {
  index: number
  row: SkuRow
  names: readonly string[]
  /** Shown as a card: the name above, the fields below. */
  phone: boolean
  columns: readonly SkuColumn[]
  hasLowest: boolean
  isChecked: boolean
  marks: Marks | undefined
  editable: boolean
  readOnly: boolean
  store: SkuStore
  onPicture: (key: string) => void
  onStock: (() => void) | undefined
}

/** A row of plain elements: with the library's elements, scrolling through many rows would be slow. */
export const SkuLine = memo(function SkuLine(props: LineProps) {
  const { index, row, names, phone, columns, hasLowest, isChecked, marks, editable, readOnly } = props
  const { store, onPicture, onStock } = props
  const { key, attrValue } = row
  const suk = names.map((name) => attrValue[name]).join(',')
  const tick = (
    <input
      type="checkbox"
      aria-label={`选择 ${suk}`}
      checked={isChecked}
      onChange={() => store.tick(store.getState().checked.symmetricDifference(new Set([key])))}
    />
  )
  const thumb = (
    <SkuThumb url={row.image} label={`${suk} 图片`.trim()} readOnly={readOnly} onClick={() => onPicture(key)} />
  )
  const remove = (
    <button
      type="button"
      className={styles.remove}
      aria-label={`删除 ${suk}`}
      onClick={() => store.remove(new Set([key]))}
    >
      <DeleteOutlined aria-hidden />
    </button>
  )
  return (
    <tr aria-rowindex={index + 1} data-checked={isChecked || undefined} data-off={!row.isShow || undefined}>
      {phone ? (
        <td className={styles.head}>
          {editable && <span className={styles.tick}>{tick}</span>}
          {thumb}
          <strong className={styles.value}>{names.map((name) => attrValue[name]).join(' / ')}</strong>
          {editable && remove}
        </td>
      ) : (
        <>
          {editable && <td className={styles.tick}>{tick}</td>}
          {names.map((name, at) => (
            <td key={name} className={at ? styles.value : `${styles.value} ${styles.sticky}`} title={attrValue[name]}>
              {attrValue[name]}
            </td>
          ))}
          <td>{thumb}</td>
        </>
      )}
      {columns.map((column, at) => (
        <td
          key={column.field}
          className={column.kind === 'flag' ? styles.end : undefined}
          data-title={column.title}
          data-required={column.field === 'price' || undefined}
        >
          {isEditable(row, column) ? (
            <Cell
              column={column}
              value={row[column.field]}
              label={`${suk} ${column.title}`.trim()}
              mark={marks?.[column.field]}
              row={index}
              at={at}
              rowKey={key}
              readOnly={readOnly}
              store={store}
            />
          ) : (
            <span className={styles.stock}>
              {row.stock}
              {onStock && !readOnly && (
                <button type="button" className={styles.link} onClick={onStock}>
                  调整
                </button>
              )}
            </span>
          )}
        </td>
      ))}
      {hasLowest && (
        <td className={styles.lowest} data-title="近30日最低价">
          {row.lowestPrice}
        </td>
      )}
      {editable && !phone && <td className={`${styles.tick} ${styles.end}`}>{remove}</td>}
    </tr>
  )
})

type CellProps = {
  column: SkuColumn
  value: SkuRow[SkuColumn['field']]
  label: string
  mark: Mark | undefined
  row: number
  at: number
  rowKey: string
  readOnly: boolean
  store: SkuStore
}

/** A cell. It keeps the typed text until it is left, so a keystroke redraws nothing else. */
const Cell = memo(function Cell({ column, value, label, mark, row, at, rowKey, readOnly, store }: CellProps) {
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? mark?.text ?? showCell(value)
  const place = {
    'data-row': row,
    'data-column': at,
    'data-field': column.field,
    'aria-label': label,
    disabled: readOnly,
  }
  if (column.kind === 'flag')
    return (
      <input
        {...place}
        type="checkbox"
        className={styles.flag}
        checked={value === true}
        onChange={({ target }) => store.type(rowKey, column, target.checked ? '是' : '否')}
      />
    )
  return (
    <input
      {...place}
      className={styles.cell}
      inputMode={column.kind === 'code' ? 'text' : 'decimal'}
      data-number={isNumber(column.kind)}
      value={shown}
      aria-invalid={mark ? true : undefined}
      title={mark?.problem}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed !== undefined && typed !== showCell(value)) store.type(rowKey, column, typed)
        setTyped(undefined)
      }}
    />
  )
})
