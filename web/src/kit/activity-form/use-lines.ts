import { useMemo, useState } from 'react'
import { readCell } from '../sku-grid/cells.ts'
import {
  type Fill,
  fillLines,
  type LineColumn,
  type LineProblem,
  type Pricing,
  pasteLines,
  problemsOf,
  type SkuLine,
} from './sku-lines.ts'

/** Problems by SKU and field; `text` is what was typed and could not be read. */
export type Problems = ReadonlyMap<string, { message: string; text?: string }>
type State = { lines: readonly SkuLine[]; problems: Problems }

const NONE: Problems = new Map()
const keyOf = (skuId: number, field: string) => `${skuId} ${field}`

/**
 * The SKUs of a form while they are edited.
 * @param pricing one SKU alone takes part where there is a price it may fall to
 * @param onChange something was typed
 */
export function useLines(initial: readonly SkuLine[], pricing: Pricing, onChange: () => void) {
  const single = pricing.lowTitle !== undefined
  const [{ lines, problems }, setState] = useState<State>({ lines: initial, problems: NONE })

  /** What was typed and cannot be: told at once, and not of cells that are still empty. @param only this SKU, all if omitted */
  function judged(next: readonly SkuLine[], known: Problems, only?: number): Problems {
    const mine = next.filter(({ skuId }) => only === undefined || skuId === only)
    const kept = [...known].filter(
      ([key, { text }]) => text !== undefined || !mine.some(({ skuId }) => key.startsWith(`${skuId} `)),
    )
    const found = problemsOf(mine, pricing)
      .filter(({ skuId, field }) => typeof mine.find((line) => line.skuId === skuId)?.[field] === 'number')
      .map(({ skuId, field, message }) => [keyOf(skuId, field), { message }] as const)
    return new Map([...found, ...kept])
  }

  // The same functions for every drawing: a keystroke then draws one row alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChange only sets a state, and the titles of a kind never change
  const acts = useMemo(() => {
    const change = (next: (before: State) => State) => {
      setState(next)
      onChange()
    }
    const turn = (before: readonly SkuLine[], skuId: number, taken: boolean) =>
      before.map((line) => {
        if (line.skuId === skuId) return line.taken === taken ? line : { ...line, taken }
        return single && taken && line.taken ? { ...line, taken: false } : line
      })
    return {
      take: (skuId: number, taken: boolean) =>
        change(({ lines: before, problems: known }) => ({
          lines: turn(before, skuId, taken),
          problems: without(known, [keyOf(skuId, 'price'), keyOf(skuId, 'minPrice'), keyOf(skuId, 'quota')]),
        })),
      type: (skuId: number, column: LineColumn, text: string) =>
        change(({ lines: before, problems: known }) => {
          const key = keyOf(skuId, column.field)
          const read = readCell(column, text)
          if ('problem' in read)
            return { lines: before, problems: new Map([...known, [key, { message: read.problem, text }]]) }
          const value = read.value as number | null
          const typed = before.map((line) => (line.skuId === skuId ? { ...line, [column.field]: value } : line))
          // What gets a price takes part.
          const lines = value === null ? typed : turn(typed, skuId, true)
          return { lines, problems: judged(lines, new Map([...known].filter(([other]) => other !== key)), skuId) }
        }),
    }
  }, [])

  return {
    lines,
    single,
    problems,
    acts,
    ...acts,
    /** Puts other SKUs in their place: of another product, of a draft. */
    reset: (next: readonly SkuLine[]) => setState({ lines: next, problems: NONE }),
    takeAll(taken: boolean) {
      setState({
        lines: lines.map((line) => (line.sold + line.reserved > 0 ? line : { ...line, taken })),
        problems: NONE,
      })
      onChange()
    },
    fill(fill: Fill) {
      const filled = fillLines(lines, fill)
      setState({ lines: filled, problems: judged(filled, NONE) })
      onChange()
    },
    paste(columns: readonly LineColumn[], at: { row: number; column: number }, block: readonly (readonly string[])[]) {
      const { lines: next, pasted, problems: found } = pasteLines(lines, columns, at, block, single)
      setState({
        lines: next,
        problems: new Map(found.map(({ skuId, field, message }) => [keyOf(skuId, field), { message }])),
      })
      onChange()
      return { pasted, refused: found.length }
    },
    /** Marks cells; what could not be read stays marked. */
    show(found: readonly LineProblem[]) {
      const unread = [...problems].filter(([, { text }]) => text !== undefined)
      const others = found.map(({ skuId, field, message }) => [keyOf(skuId, field), { message }] as const)
      setState({ lines, problems: new Map([...others, ...unread]) })
    },
    unread: [...problems].find(([, { text }]) => text !== undefined),
  }
}
export type LinesStore = ReturnType<typeof useLines>

const without = (problems: Problems, keys: readonly string[]): Problems =>
  keys.some((key) => problems.has(key)) ? new Map([...problems].filter(([key]) => !keys.includes(key))) : problems
