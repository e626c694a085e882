import type { TraceStep } from '@zhanggui/contract/order/price-trace.ts'
import { type PriceRule, priceRules } from '@zhanggui/domain/promotion/price-rules.ts'

/** A step from the list price to what is payable. */
export type PriceStep = {
  label: string
  /** What qualifies the label: 3,000 分. */
  note?: string | undefined
  /** The level or coupon it comes from, by name. */
  of?: string | undefined
  why: string
  /** Yuan: below zero takes off, above adds. */
  value: number
  /** What of it is on which line of goods. */
  lines?: readonly PriceShare[]
}
/** 0: the rule left this line alone. */
export type PriceShare = { key: number | string; name: string; value: number }
/** A rule that changed nothing, and why. */
export type UnappliedRule = { label: string; why: string }

/** A price told step by step: the first step is the goods at list prices, and the steps add up to what is payable. */
export type PriceStory = {
  steps: readonly PriceStep[]
  unapplied: readonly UnappliedRule[]
  /** What the buyer earns; '' for nothing. */
  earns: string
}

/**
 * The story of a price, from the trace of its quote.
 * @param list the goods at list prices, in yuan, and what they are: 3 种 6 件，按售价
 * @param sharesOf what of a rule is on which line
 */
export function readTrace(
  trace: readonly TraceStep[],
  list: { value: number; why: string },
  sharesOf: (rule: PriceRule) => readonly PriceShare[] = () => [],
): PriceStory {
  const applied = trace.filter((step) => step.applied && step.rule !== 'earn')
  return {
    steps: [
      { label: '商品原价', ...list },
      ...applied.map((step) => ({
        label: labelOf(step),
        of: step.about,
        why: step.reason,
        value: step.rule === 'freight' ? step.amount : -step.amount,
        lines: sharesToTell(step.rule, sharesOf(step.rule)),
      })),
    ],
    ...leftOf(trace),
  }
}

/** Lines that a rule left alone are told of a coupon, which is not for all goods. */
export const sharesToTell = (rule: PriceRule | undefined, shares: readonly PriceShare[]) =>
  shares.filter(({ value }) => value !== 0 || rule === 'coupon')

/** What of a trace did not change the price. */
export function leftOf(trace: readonly TraceStep[]): Pick<PriceStory, 'unapplied' | 'earns'> {
  const idle = trace.filter((step) => !step.applied && step.rule !== 'earn')
  return {
    unapplied: idle.map((step) => ({ label: labelOf(step) + named(step.about), why: step.reason })),
    earns: trace.find((step) => step.applied && step.rule === 'earn')?.reason ?? '',
  }
}

const named = (name: string | undefined) => (name ? `「${name}」` : '')
const labelOf = ({ rule }: TraceStep) => priceRules[rule]

/** The same in a sentence for the buyer. */
export function sayPrice(steps: readonly PriceStep[], total: { label: string; value: number }): string {
  const [list, ...others] = steps.map(sayStep)
  return `${[list, ...others, `${total.label} ${yuan(total.value)} 元`].join('，')}。`
}

function sayStep({ label, note, of, value }: PriceStep, index: number): string {
  const amount = `${yuan(Math.abs(value))} 元`
  if (index === 0) return `${label} ${amount}`
  if (value < 0) return `${label}${named(of)}${note ? `（${note}）` : ''}减 ${amount}`
  if (label === priceRules.freight) return value ? `${label} ${amount}` : '免运费'
  return `${label}加 ${amount}`
}

const yuan = (value: number) => value.toFixed(2)

/** Where a step stands on the way down, in percent of the longest bar. */
export type Bar = { from: number; width: number }

/** The bars of the steps, each between what was left before it and after it; the last one is the total. */
export function barsOf(steps: readonly PriceStep[]): Bar[] {
  const after: number[] = []
  for (const { value } of steps) after.push((after.at(-1) ?? 0) + value)
  const longest = Math.max(...after, 0)
  const percent = (amount: number) => (longest ? Math.max(0, (amount / longest) * 100) : 0)
  const bars = steps.map(({ value }, index) => {
    const before = index ? (after[index - 1] ?? 0) : 0
    const [low, high] = [percent(Math.min(before, before + value)), percent(Math.max(before, before + value))]
    return { from: low, width: high - low }
  })
  return [...bars, { from: 0, width: percent(after.at(-1) ?? 0) }]
}
