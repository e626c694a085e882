import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { fileTypes } from '@zhanggui/domain/file/file-type.ts'
import type { Attr } from '@zhanggui/domain/product/product-sku.ts'
import { Button } from 'antd'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { showInfo, showWarning } from '../../../../kit/feedback/feedback.ts'
import { useKeys } from '../../../../kit/keys/keys.ts'
import { MaterialDialog } from '../../../../kit/media/material-picker.tsx'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { isNumber, readBlock, showCell } from '../../../../kit/sku-grid/cells.ts'
import { type Place, placeOf, skuKeys, stepOf } from '../../../../kit/sku-grid/place.ts'
import styles from '../../../../kit/sku-grid/sku-grid.module.css'
import { type SkuColumn, skuColumns } from '../../model/sku-columns.ts'
import { isEditable } from '../../model/sku-edits.ts'
import { type SkuRow, usedAttrs } from '../../model/sku-matrix.ts'
import type { SkuStore } from '../../model/sku-store.ts'
import { SkuBatchRow } from './sku-batch-row.tsx'
import { marksOf, SkuLine } from './sku-line.tsx'

const ROW_HEIGHT = 44
/** Heights of a card's name, of each line of three fields, and of its borders and padding, as in the stylesheet. */
const CARD = { head: 48, line: 58, rest: 9 }
const VALUE_WIDTH = 96
/** Rows drawn above and below the visible ones. */
const OVERSCAN = 6
const BATCH = 'batch'

type Props = {
  store: SkuStore
  seesCost: boolean
  readOnly: boolean
  /** Opens the drawer that changes the stock of stored SKUs. */
  onStock?: () => void
}

/**
 * The SKU table of the product form, used like a spreadsheet: arrows and Enter move between cells, a copied block is
 * inserted where it is pasted, 批量设置 fills the ticked rows or all. Only the visible rows are drawn. On a phone each SKU
 * is a card.
 */
export function SkuGrid({ store, seesCost, readOnly, onStock }: Props) {
  const { specType, isSub, matrix, single, checked, unread, problems } = useStore(store)
  const rows = useMemo(() => (specType ? matrix.rows : [single]), [specType, matrix.rows, single])
  const columns = useMemo(() => skuColumns({ isSub, seesCost }), [isSub, seesCost])
  const names = useMemo(
    () => (specType ? usedAttrs(matrix.attrs).map(({ attrName }) => attrName) : []),
    [specType, matrix.attrs],
  )
  const hasLowest = rows.some(({ lowestPrice }) => lowestPrice !== undefined)
  const [picking, setPicking] = useState<string>()
  const scroller = useRef<HTMLElement>(null)
  const [focused, setFocused] = useState(0)
  const phone = useIsPhone()
  const allId = useId()
  const [filling, setFilling] = useState(false)
  const cardLines = Math.ceil((columns.length + Number(hasLowest)) / 3)
  const rowHeight = phone ? CARD.head + CARD.line * cardLines + CARD.rest : ROW_HEIGHT
  const pickForAll = useCallback(() => setPicking(BATCH), [])

  // The row being edited stays mounted, however far the table is scrolled.
  const rangeExtractor = useCallback(
    (range: Range) => {
      const usual = defaultRangeExtractor(range)
      return focused >= range.count || usual.includes(focused) ? usual : [...usual, focused].sort((a, b) => a - b)
    },
    [focused],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    initialRect: { width: 0, height: 560 },
    overscan: OVERSCAN,
    rangeExtractor,
  })
  useEffect(() => {
    // The library does not notice a turned screen or an added column.
    if (rowHeight) virtual.measure()
  }, [virtual, rowHeight])
  const shown = virtual.getVirtualItems()
  const editable = specType && !readOnly
  const width =
    (editable ? 44 : 0) + names.length * VALUE_WIDTH + 60 + (hasLowest ? 96 : 0) + (editable ? 56 : 0) + sum(columns)
  const span = names.length + columns.length + 4
  const tickAll = (
    <input
      id={allId}
      type="checkbox"
      aria-label="选择全部规格"
      checked={rows.length > 0 && checked.size === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = checked.size > 0 && checked.size < rows.length
      }}
      onChange={({ target }) => store.tick(new Set(target.checked ? rows.map(({ key }) => key) : []))}
    />
  )

  useKeys('规格表格', phone ? [] : skuKeys)

  function focusCell(row: number, column: number) {
    const find = () => scroller.current?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`)
    const there = find()
    if (there) return there.focus()
    virtual.scrollToIndex(row)
    requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()))
  }

  function handleKey(event: KeyboardEvent) {
    const place = placeOf(event.target)
    if (place && (event.ctrlKey || event.metaKey) && event.key === 'd') {
      event.preventDefault()
      copyFromAbove(place)
      return
    }
    const step = place && !event.nativeEvent.isComposing && stepOf(event, place.input)
    if (!place || !step) return
    event.preventDefault()
    const [row, column] = [place.row + step[0], place.column + step[1]]
    // Leaving a cell takes its text; at the edge of the table the cell is left and entered again.
    if (row < 0 || row >= rows.length || column < 0 || column >= columns.length) {
      place.input.blur()
      place.input.focus()
    } else focusCell(row, column)
  }

  function copyFromAbove(place: Place) {
    const [above, row, column] = [rows[place.row - 1], rows[place.row], columns[place.column]]
    if (!above || !row || !column || readOnly || !isEditable(row, column)) return
    place.input.blur()
    store.type(row.key, column, showCell(above[column.field]))
    place.input.focus()
  }

  function handlePaste(event: ClipboardEvent) {
    const place = placeOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!place || readOnly || !/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    place.input.blur()
    const { pasted, unread: refused } = store.paste(columns, place, readBlock(text))
    place.input.focus()
    if (refused) showWarning(`已粘贴 ${pasted} 个单元格，${refused} 个无法识别，请按红框提示修改`)
    else showInfo(`已粘贴 ${pasted} 个单元格`)
  }

  // Each row starts after the gap left by the rows not drawn.
  let end = 0
  const rest = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <>
      {editable && !phone && (
        <TickByValue attrs={usedAttrs(matrix.attrs)} rows={rows} onTick={(keys) => store.tick(new Set(keys))} />
      )}
      <section
        ref={scroller}
        className={phone ? `${styles.scroller} ${styles.cards}` : styles.scroller}
        aria-label="规格明细"
      >
        <table
          className={styles.table}
          style={phone ? undefined : { width }}
          data-editable={editable || undefined}
          aria-rowcount={rows.length}
          onKeyDown={handleKey}
          onPaste={handlePaste}
          onFocus={({ target }) => {
            const place = placeOf(target)
            if (place) setFocused(place.row)
          }}
        >
          {!phone && (
            <colgroup>
              {editable && <col style={{ width: 44 }} />}
              {names.map((name) => (
                <col key={name} style={{ width: VALUE_WIDTH }} />
              ))}
              <col style={{ width: 60 }} />
              {columns.map(({ field, width: wide }) => (
                <col key={field} style={{ width: wide }} />
              ))}
              {hasLowest && <col style={{ width: 96 }} />}
              {editable && <col style={{ width: 56 }} />}
            </colgroup>
          )}
          <thead>
            {phone ? (
              editable && (
                <tr>
                  <th className={styles.head}>
                    <span className={styles.tick}>
                      {tickAll} <label htmlFor={allId}>全选</label>
                    </span>
                    <Button type="link" size="small" aria-expanded={filling} onClick={() => setFilling(!filling)}>
                      {filling ? '收起批量设置' : '批量设置'}
                    </Button>
                  </th>
                </tr>
              )
            ) : (
              <tr>
                {editable && <th className={styles.tick}>{tickAll}</th>}
                {names.map((name, index) => (
                  <th key={name} className={index ? undefined : styles.sticky}>
                    {name}
                  </th>
                ))}
                <th>图片</th>
                {columns.map(({ field, title, kind }) => (
                  <th
                    key={field}
                    className={kind === 'flag' ? styles.end : undefined}
                    data-required={field === 'price' || undefined}
                    data-number={isNumber(kind)}
                  >
                    {title}
                  </th>
                ))}
                {hasLowest && <th>近30日最低价</th>}
                {editable && <th className={styles.end}>操作</th>}
              </tr>
            )}
            {editable && (filling || !phone) && (
              <SkuBatchRow
                phone={phone}
                store={store}
                columns={columns}
                labelled={names.length}
                count={checked.size}
                hasLowest={hasLowest}
                onPicture={pickForAll}
              />
            )}
          </thead>
          <tbody>
            {shown.flatMap(({ key, index, start }) => {
              const row = rows[index]
              if (!row) return []
              const gap = start - end
              end = start + rowHeight
              return [
                gap > 0 && (
                  <tr key={`${key}-gap`} aria-hidden>
                    <td colSpan={span} style={{ height: gap, padding: 0 }} />
                  </tr>
                ),
                <SkuLine
                  key={key}
                  index={index}
                  row={row}
                  names={names}
                  phone={phone}
                  columns={columns}
                  hasLowest={hasLowest}
                  isChecked={checked.has(row.key)}
                  marks={marksOf(row.key, columns, unread, problems)}
                  editable={editable}
                  readOnly={readOnly}
                  store={store}
                  onPicture={setPicking}
                  onStock={onStock}
                />,
              ]
            })}
            {rest > 0 && (
              <tr aria-hidden>
                <td colSpan={span} style={{ height: rest, padding: 0 }} />
              </tr>
            )}
          </tbody>
        </table>
      </section>
      {picking && (
        <MaterialDialog
          type={fileTypes.image}
          max={1}
          onPick={([file]) => {
            if (!file) return
            if (picking === BATCH) store.fill({ image: file.url })
            else store.setImage(picking, file.url)
          }}
          onClose={() => setPicking(undefined)}
        />
      )}
    </>
  )
}

type TickProps = { attrs: readonly Attr[]; rows: readonly SkuRow[]; onTick: (keys: string[]) => void }

/** Ticks the rows of a colour or a size by one click, for what 批量设置 then gives them. */
function TickByValue({ attrs, rows, onTick }: TickProps) {
  return (
    <div className={styles.values}>
      按规格值勾选
      {attrs.flatMap(({ attrName, attrValues }) =>
        attrValues.map((value) => (
          <Button
            key={`${attrName} ${value}`}
            size="small"
            aria-label={`勾选${attrName}为${value}的规格`}
            onClick={() => onTick(rows.filter(({ attrValue }) => attrValue[attrName] === value).map(({ key }) => key))}
          >
            {value}
          </Button>
        )),
      )}
    </div>
  )
}

function sum(columns: readonly SkuColumn[]): number {
  return columns.reduce((total, { width }) => total + width, 0)
}
