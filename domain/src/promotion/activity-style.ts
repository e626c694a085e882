import { wholeSecond } from '../time.ts'

/** What a style is: a frame over the picture in lists, or a strip below the picture of the product's page. */
export const styleTypes = { 0: '活动边框', 1: '活动氛围' } as const
export type StyleType = keyof typeof styleTypes

/** The products that a style dresses. */
export const styleMethods = { 0: '全部商品', 1: '指定商品', 3: '指定商品分类' } as const
export type StyleMethod = keyof typeof styleMethods

/** Where a style stands by the clock, whether it is open or not. */
export const styleStates = { 0: '未开始', 1: '进行中', [-1]: '已结束' } as const
export type StyleState = 0 | 1 | -1

export type StyleWindow = { startAt: Date; endAt: Date }

/** What decides which products a style dresses, and which of several wins. */
export type StyleRule = StyleWindow & {
  id: number
  type: StyleType
  method: StyleMethod
  /** Products of method 1, categories of 3. */
  targetIds: readonly number[]
  updatedAt: Date
}

/** The styles that run at a moment, by what they dress: of each product, of each category and of all, the one that wins. */
export type StyleTable<Style> = Readonly<Record<StyleType, StylesOfType<Style>>>
type StylesOfType<Style> = {
  products: Map<number, Style>
  categories: Map<number, Style>
  all: Style | undefined
}

/** Where a style stands by the clock. It runs from its first second to its last, both included. */
export function styleState({ startAt, endAt }: StyleWindow, now: Date): StyleState {
  const second = wholeSecond(now)
  if (second < wholeSecond(startAt)) return 0
  return second > wholeSecond(endAt) ? -1 : 1
}

/**
 * The first moment after `now` at which some style begins or is over.
 * @returns undefined when nothing changes any more
 */
export function nextTurn(styles: readonly StyleWindow[], now: Date): Date | undefined {
  const turns = styles.flatMap(({ startAt, endAt }) => [wholeSecond(startAt), wholeSecond(endAt) + 1])
  const next = turns.reduce((first, turn) => (turn > wholeSecond(now) ? Math.min(first, turn) : first), Infinity)
  return Number.isFinite(next) ? new Date(next * 1000) : undefined
}

/**
 * Sorts the styles that run at a moment by what they dress.
 * @param styles open ones
 */
export function tableOf<Style extends StyleRule>(styles: readonly Style[], now: Date): StyleTable<Style> {
  const table: StyleTable<Style> = { 0: noStyles(), 1: noStyles() }
  // The last one written stands.
  const running = styles.filter((style) => styleState(style, now) === 1).toSorted(byPrecedence)
  for (const style of running) {
    const { products, categories } = table[style.type]
    if (style.method === 0) table[style.type].all = style
    else for (const id of style.targetIds) (style.method === 1 ? products : categories).set(id, style)
  }
  return table
}

const noStyles = <Style>(): StylesOfType<Style> => ({ products: new Map(), categories: new Map(), all: undefined })

/** What was changed later, and of those the higher id, comes last. */
const byPrecedence = (one: StyleRule, other: StyleRule) =>
  one.updatedAt.getTime() - other.updatedAt.getTime() || one.id - other.id

/**
 * The style that dresses a product: one for the product itself, else for the nearest category, else for all products; of several
 * the one changed last, then the one with the higher id.
 * @param levels the categories of the product by their distance: those it is filed in, then those above them, and so on
 */
export function resolveStyle<Style extends StyleRule>(
  table: StyleTable<Style>,
  type: StyleType,
  { id, levels }: { id: number; levels: readonly (readonly number[])[] },
): Style | undefined {
  const { products, categories, all } = table[type]
  const own = products.get(id)
  if (own) return own
  if (categories.size)
    for (const level of levels) {
      const found = level.flatMap((category) => categories.get(category) ?? [])
      const last = found.toSorted(byPrecedence).at(-1)
      if (last) return last
    }
  return all
}
