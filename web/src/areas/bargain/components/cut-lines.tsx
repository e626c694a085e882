import { Button } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useWidth } from '../../../kit/page/use-width.ts'
import { moneyText } from '../../../kit/text/money.tsx'
import { cutMarks, drawnPoints, priceMarks } from '../model/cut-axis.ts'
import styles from './cut-lines.module.css'

const HEIGHT = 220
const ROOM = { left: 52, right: 16, top: 14, bottom: 26 }
/** Until it is measured. */
const USUAL_WIDTH = 600
/** So many cuts have a dot and their amount beside them. */
const SPELT = 16

type CutLinesProps = {
  /** The sentence it tells, for readers who do not see it. */
  label: string
  /** Cuts in all. */
  people: number
  /** The lowest price, in yuan. */
  lowest: number
  /** The price after each cut, the first one without any; several runs are drawn alike. */
  runs: readonly (readonly number[])[]
  /** The same as rows: a cut, and what it says. */
  table: { columns: readonly string[]; rows: readonly { key: number; cells: readonly string[] }[] }
  /** Beside 查看数据. */
  legend?: ReactNode
}

/** How a price falls cut by cut, in steps, down to the lowest; 查看数据 shows it as a table. */
export function CutLines({ label, people, lowest, runs, table, legend }: CutLinesProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <figure className={styles.chart} aria-label={label}>
      <div className={styles.head}>
        {legend}
        <Button type="link" size="small" className={styles.turn} onClick={() => setAsTable(!asTable)}>
          {asTable ? '查看图表' : '查看数据'}
        </Button>
      </div>
      {asTable ? <Data of={table} /> : <Drawn label={label} people={people} lowest={lowest} runs={runs} />}
    </figure>
  )
}

function Data({ of: { columns, rows } }: { of: CutLinesProps['table'] }) {
  return (
    // Scrolls, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.data} tabIndex={0} aria-label="图表数据">
      <table>
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={columns[at]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Drawn({ label, people, lowest, runs }: Pick<CutLinesProps, 'label' | 'people' | 'lowest' | 'runs'>) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box) || USUAL_WIDTH
  const highest = runs[0]?.[0] ?? lowest
  const marks = priceMarks(lowest, highest)
  const [bottom = lowest, top = highest] = [marks[0], marks.at(-1)]
  const x = (cut: number) => ROOM.left + (cut / people) * (width - ROOM.left - ROOM.right)
  const y = (price: number) =>
    ROOM.top + ((top - price) / Math.max(0.01, top - bottom)) * (HEIGHT - ROOM.top - ROOM.bottom)
  const [only] = runs.length === 1 ? runs : []
  const last = only ? only.length - 1 : people
  return (
    <div ref={box} className={styles.canvas}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
        {marks.map((mark) => (
          <g key={mark}>
            <path className={styles.grid} d={`M${ROOM.left} ${y(mark)}H${width - ROOM.right}`} />
            <text className={styles.price} x={ROOM.left - 8} y={y(mark) + 4}>
              {mark.toLocaleString('en-US')}
            </text>
          </g>
        ))}
        {cutMarks(people).map((cut) => (
          <text
            key={cut}
            className={styles.cut}
            x={x(cut)}
            y={HEIGHT - 6}
            textAnchor={cut === 0 ? 'start' : cut === people ? 'end' : 'middle'}
          >
            {cut === 0 ? '开始' : `${cut} 刀`}
          </text>
        ))}
        <path className={styles.lowest} d={`M${ROOM.left} ${y(lowest)}H${width - ROOM.right}`} />
        <text className={styles.lowestText} x={ROOM.left + 6} y={y(lowest) - 6}>
          最低价 {moneyText(lowest)}
        </text>
        {only && <path className={styles.area} d={`${stepsOf(only, x, y)}V${y(lowest)}H${x(0)}Z`} />}
        {runs.map((run, at) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: runs have no names
            key={at}
            className={only ? styles.line : styles.run}
            d={stepsOf(run, x, y)}
          />
        ))}
        {only && last < people && (
          <path className={styles.ahead} d={`M${x(last)} ${y(only[last] ?? lowest)}L${x(people)} ${y(lowest)}`} />
        )}
        {only && last <= SPELT && width > 480 && <Cuts of={only} people={people} x={x} y={y} />}
      </svg>
    </div>
  )
}

type Scale = (value: number) => number

/** A price holds until the next cut. */
function stepsOf(run: readonly number[], x: Scale, y: Scale): string {
  const [first = 0] = run
  const rest = drawnPoints(run.length).slice(1)
  return `M${x(0)} ${y(first)}${rest.map((cut) => `H${x(cut).toFixed(1)}V${y(run[cut] ?? first).toFixed(1)}`).join('')}`
}

/** Each cut with how much it took. */
function Cuts({ of: run, people, x, y }: { of: readonly number[]; people: number; x: Scale; y: Scale }) {
  return run.slice(1).map((price, at) => {
    const before = run[at] ?? price
    const cut = at + 1
    return (
      <g key={cut}>
        <circle className={styles.dot} cx={x(cut)} cy={y(price)} r="3.5" />
        <text
          className={styles.amount}
          // The last one stands at the edge.
          x={cut === people ? x(cut) + ROOM.right - 2 : x(cut)}
          y={y(before) - 5}
          textAnchor={cut === people ? 'end' : 'middle'}
        >
          {moneyText(price - before, false)}
        </text>
      </g>
    )
  })
}
