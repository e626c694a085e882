import { type ClipboardEvent, type KeyboardEvent, memo, useId, useRef, useState } from 'react'
import { showInfo, showWarning } from '../feedback/feedback.ts'
import { useKeys } from '../keys/keys.ts'
import { Picture } from '../media/picture.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import { readBlock, showCell } from '../sku-grid/cells.ts'
import { placeOf, skuKeys, stepOf } from '../sku-grid/place.ts'
import grid from '../sku-grid/sku-grid.module.css'
import { moneyText } from '../text/money.tsx'
import styles from './activity-form.module.css'
import { FillRow } from './fill-row.tsx'
import { discountText, type LineColumn, leastOf, lineColumns, type Pricing, type SkuLine, sumsOf } from './sku-lines.ts'
import type { LinesStore } from './use-lines.ts'

/** Widths of columns, px. */
const WIDTH = { figure: 76, typed: 96 }

type Props = {
  store: LinesStore
  pricing: Pricing
  /** What buyers would pay at least, by SKU, as far as it is known. */
  lowest: ReadonlyMap<number, number>
  readOnly: boolean
}

/** The SKUs of an activity, used like a spreadsheet: arrows and Enter move between cells, a copied block is inserted where it is pasted. */
export function ActivitySkus({ store, pricing, lowest, readOnly }: Props) {
  const { lines, problems, single } = store
  const columns = lineColumns(pricing)
  const prices = columns.slice(0, -1)
  const phone = useIsPhone()
  const scroller = useRef<HTMLElement>(null)
  const allId = useId()
  const taken = lines.filter((line) => line.taken).length
  const seesCost = lines.some(({ cost }) => cost !== undefined)
  const hasSold = lines.some(({ sold, reserved }) => sold + reserved > 0)
  // What was sold stays, so no other can take its place.
  const isFixed = single && hasSold
  useKeys('规格表格', phone ? [] : skuKeys)

  const focusCell = (row: number, column: number) =>
    scroller.current?.querySelector<HTMLInputElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus()

  function handleKey(event: KeyboardEvent) {
    const place = placeOf(event.target)
    if (!place) return
    if ((event.ctrlKey || event.metaKey) && event.key === 'd') {
      event.preventDefault()
      const [above, line, column] = [lines[place.row - 1], lines[place.row], columns[place.column]]
      if (!above || !line || !column || readOnly) return
      place.input.blur()
      store.type(line.skuId, column, showCell(above[column.field] ?? null))
      place.input.focus()
      return
    }
    const step = !event.nativeEvent.isComposing && stepOf(event, place.input)
    if (!step) return
    event.preventDefault()
    const [row, column] = [place.row + step[0], place.column + step[1]]
    if (row < 0 || row >= lines.length || column < 0 || column >= columns.length) {
      place.input.blur()
      place.input.focus()
    } else focusCell(row, column)
  }

  function handlePaste(event: ClipboardEvent) {
    const place = placeOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!place || readOnly || !/[\t\n]/.test(text.trimEnd())) return
    event.preventDefault()
    place.input.blur()
    const { pasted, refused } = store.paste(columns, place, readBlock(text))
    place.input.focus()
    if (refused) showWarning(`已粘贴 ${pasted} 个单元格，${refused} 个无法识别，请按红框提示修改`)
    else showInfo(`已粘贴 ${pasted} 个单元格`)
  }

  const widths = [
    ...[44, 152, WIDTH.figure],
    ...(seesCost ? [WIDTH.figure] : []),
    ...prices.map(() => WIDTH.typed),
    ...[WIDTH.figure, WIDTH.typed, 64],
    ...(hasSold ? [WIDTH.typed] : []),
    WIDTH.figure,
    ...(seesCost ? [WIDTH.figure] : []),
    ...[WIDTH.figure, 132, 96, 88],
  ]
  const tickAll = (
    <input
      id={allId}
      type="checkbox"
      aria-label="选择全部规格"
      disabled={readOnly}
      checked={lines.length > 0 && taken === lines.length}
      ref={(box) => {
        if (box) box.indeterminate = taken > 0 && taken < lines.length
      }}
      onChange={({ target }) => store.takeAll(target.checked)}
    />
  )
  const { quota, amount, given } = sumsOf(lines)
  const [first] = problems.values()
  return (
    <>
      <section
        ref={scroller}
        className={`${grid.scroller} ${styles.scroller} ${phone ? grid.cards : ''}`}
        aria-label="参与规格"
      >
        <table
          className={grid.table}
          style={phone ? undefined : { width: widths.reduce((total, width) => total + width, 0) }}
          onKeyDown={handleKey}
          onPaste={handlePaste}
        >
          {!phone && (
            <colgroup>
              {widths.map((width, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <col key={at} style={{ width }} />
              ))}
            </colgroup>
          )}
          <thead>
            {phone ? (
              <tr>
                <th className={grid.head}>
                  {single ? (
                    '选一个规格参加'
                  ) : (
                    <span className={grid.tick}>
                      {tickAll} <label htmlFor={allId}>全选（已选 {taken} 个）</label>
                    </span>
                  )}
                </th>
              </tr>
            ) : (
              <tr>
                <th className={grid.tick}>{!single && tickAll}</th>
                <th>规格</th>
                <th data-number>售价</th>
                {seesCost && <th data-number>成本价</th>}
                {prices.map(({ field, title }) => (
                  <th key={field} data-number data-required>
                    {title}
                  </th>
                ))}
                <th data-number>折扣</th>
                <th data-number data-required>
                  限量
                </th>
                <th data-number>库存</th>
                {hasSold && <th data-number>已售</th>}
                <th data-number>最低到手</th>
                {seesCost && <th data-number>毛利</th>}
                <th data-number>原价</th>
                <th className={styles.code}>商品编号</th>
                <th data-number>重量（KG）</th>
                <th data-number>体积(m³)</th>
              </tr>
            )}
            {!readOnly && !single && (
              <FillRow
                store={store}
                priceTitle={pricing.priceTitle}
                phone={phone}
                taken={taken}
                seesCost={seesCost}
                hasSold={hasSold}
              />
            )}
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <Line
                key={line.skuId}
                line={line}
                lowest={line.taken ? lowest.get(line.skuId) : undefined}
                index={index}
                columns={columns}
                phone={phone}
                seesCost={seesCost}
                hasSold={hasSold}
                single={single}
                readOnly={readOnly || (isFixed && !line.taken)}
                priceProblem={problems.get(`${line.skuId} price`)}
                minPriceProblem={problems.get(`${line.skuId} minPrice`)}
                quotaProblem={problems.get(`${line.skuId} quota`)}
                store={store.acts}
              />
            ))}
          </tbody>
        </table>
      </section>
      {first && (
        <p className={styles.problem} role="alert">
          {first.message}
        </p>
      )}
      <p className={styles.sums}>
        <span>
          限量合计 <b>{quota.toLocaleString('en-US')}</b>
        </span>
        <span>
          {single ? '都砍到最低，' : ''}全部卖完收 <b>{moneyText(amount)}</b>，让利 <b>{moneyText(given)}</b>
        </span>
      </p>
    </>
  )
}

type LineProps = {
  line: SkuLine
  lowest: number | undefined
  index: number
  columns: readonly LineColumn[]
  phone: boolean
  seesCost: boolean
  hasSold: boolean
  single: boolean
  readOnly: boolean
  priceProblem: Problem
  minPriceProblem: Problem
  quotaProblem: Problem
  store: LinesStore['acts']
}
type Problem = { message: string; text?: string } | undefined

/** A row of plain elements: with the library's elements, scrolling through many rows would be slow. */
const Line = memo(function Line(props: LineProps) {
  const { line, lowest, index, columns, phone, seesCost, hasSold, single, readOnly, store } = props
  const { skuId, suk, image, salePrice, cost, otPrice, stock, sold, reserved, taken } = line
  const held = sold + reserved
  const tick = (
    <input
      type={single ? 'radio' : 'checkbox'}
      aria-label={`参与 ${suk}`}
      checked={taken}
      disabled={readOnly || held > 0}
      title={held > 0 ? '已有订单，不能移除' : undefined}
      onChange={() => store.take(skuId, single || !taken)}
    />
  )
  const cellOf = (column: LineColumn, at: number, problem: Problem) => (
    <td key={column.field} data-title={column.title} data-required>
      <Cell
        column={column}
        value={line[column.field] ?? null}
        label={`${suk} ${column.title}`}
        problem={taken ? problem : undefined}
        row={index}
        at={at}
        skuId={skuId}
        readOnly={readOnly}
        store={store}
      />
    </td>
  )
  const found = { price: props.priceProblem, minPrice: props.minPriceProblem, quota: props.quotaProblem }
  const cells = columns.map((column, at) => cellOf(column, at, found[column.field]))
  const least = lowest ?? leastOf(line)
  const profit = least !== null && cost !== undefined ? least - cost : undefined
  const fact = (title: string, text: string | number, tone?: 'alert') => (
    <td key={title} data-title={title} className={styles.fact} data-tone={tone}>
      {text}
    </td>
  )
  return (
    <tr data-checked={taken || undefined} data-off={!taken || undefined}>
      {phone ? (
        <td className={grid.head}>
          <span className={grid.tick}>{tick}</span>
          <Picture src={image} alt={`${suk} 图片`} size={32} />
          <strong className={grid.value}>{suk}</strong>
        </td>
      ) : (
        <>
          <td className={grid.tick}>{tick}</td>
          <td>
            <span className={styles.named} title={suk}>
              <Picture src={image} alt={`${suk} 图片`} size={28} />
              <span className={grid.value}>{suk}</span>
            </span>
          </td>
        </>
      )}
      {fact('售价', salePrice.toFixed(2))}
      {seesCost && fact('成本价', cost === undefined ? '—' : cost.toFixed(2))}
      {cells.slice(0, -1)}
      {fact('折扣', discountText(line))}
      {cells.at(-1)}
      {fact('库存', stock, stock === 0 ? 'alert' : undefined)}
      {hasSold && fact('已售', reserved ? `${sold}（待付 ${reserved}）` : sold)}
      {fact('最低到手', lowest === undefined ? '—' : moneyText(lowest, false))}
      {seesCost &&
        fact(
          '毛利',
          profit === undefined ? '—' : moneyText(profit, false),
          profit !== undefined && profit < 0 ? 'alert' : undefined,
        )}
      {fact('原价', otPrice.toFixed(2))}
      {!phone && (
        <>
          <td className={styles.code}>{line.barCode || '—'}</td>
          {fact('重量（KG）', line.weight)}
          {fact('体积(m³)', line.volume)}
        </>
      )}
    </tr>
  )
})

type CellProps = {
  column: LineColumn
  value: number | null
  label: string
  problem: Problem
  row: number
  at: number
  skuId: number
  readOnly: boolean
  store: LinesStore['acts']
}

/** A cell, which keeps the typed text until it is left. */
function Cell({ column, value, label, problem, row, at, skuId, readOnly, store }: CellProps) {
  const [typed, setTyped] = useState<string>()
  const shown = column.kind === 'money' && value !== null ? value.toFixed(2) : showCell(value)
  return (
    <input
      className={grid.cell}
      data-row={row}
      data-column={at}
      data-field={`${skuId} ${column.field}`}
      data-number
      inputMode="decimal"
      aria-label={label}
      aria-invalid={problem ? true : undefined}
      title={problem?.message}
      disabled={readOnly}
      value={typed ?? problem?.text ?? shown}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed !== undefined && typed !== shown) store.type(skuId, column, typed)
        setTyped(undefined)
      }}
    />
  )
}
