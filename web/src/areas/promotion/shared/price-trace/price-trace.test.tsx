import { render, screen, within } from '@testing-library/react'
import type { TraceStep } from '@zhanggui/contract/order/price-trace.ts'
import type { PriceRule } from '@zhanggui/domain/promotion/price-rules.ts'
import { expect, test } from 'vitest'
import { PriceTrace } from './price-trace.tsx'
import { barsOf, readTrace, sayPrice } from './trace-steps.ts'

const step = (rule: PriceRule, amount: number, reason: string, applied = true): TraceStep => ({
  rule,
  applied,
  reason,
  amount,
  code: rule.toUpperCase(),
})
const trace = [
  step('member', 9.25, '银卡 享 9.5 折，省 ¥9.25'),
  step('coupon', 20, '优惠券「秋冬咖啡券」减 ¥20.00'),
  step('points', 0, '未使用积分', false),
  step('freight', 8, '首件 8 元'),
  step('earn', 0, '付款后得 164 积分'),
]
const list = { value: 185.27, why: '3 种 6 件，按售价' }
const total = { label: '应付', value: 164.02 }
const shares = [
  { key: 1, name: '咖啡豆', value: -16 },
  { key: 2, name: '滤纸', value: 0 },
  { key: 3, name: '挂耳', value: -4 },
]

test('each rule that applied is a line from the list price down to what is payable', () => {
  const { steps } = readTrace(trace, list)
  expect(steps.map(({ label, value }) => [label, value])).toEqual([
    ['商品原价', 185.27],
    ['会员优惠', -9.25],
    ['优惠券', -20],
    ['运费', 8],
  ])
  expect(steps.reduce((fen, { value }) => fen + Math.round(value * 100), 0)).toBe(16402)
})

test('what did not apply is folded with its name and reason, and what is earned stands below', () => {
  render(<PriceTrace {...readTrace(trace, list)} total={total} />)
  const folded = screen.getByText('没有生效的 1 项').closest('details') as HTMLDetailsElement
  expect(folded.open).toBe(false)
  expect(within(folded).getByText('未使用积分')).toBeDefined()
  expect(screen.getByText('付款后得 164 积分')).toBeDefined()
  const tooHigh = { ...step('coupon', 0, '还差 23.98 元', false), about: '全场券' }
  expect(readTrace([tooHigh], list).unapplied).toEqual([{ label: '优惠券「全场券」', why: '还差 23.98 元' }])
})

test('the step that is pointed out shows its share of each line, of a coupon also the lines it is not for', () => {
  const story = readTrace(trace, list, (rule) => (rule === 'coupon' ? shares : []))
  render(<PriceTrace {...story} total={total} at="优惠券" />)
  const here = document.querySelector('[aria-current=step]') as HTMLElement
  expect(here.textContent).toContain('优惠券「秋冬咖啡券」减')
  expect((within(here).getByText('分摊到 2 种商品').closest('details') as HTMLDetailsElement).open).toBe(true)
  const untouched = within(here).getByText('滤纸').parentElement as HTMLElement
  expect(within(untouched).getByText('未参与')).toBeDefined()
  const ofMember = readTrace(trace, list, () => shares).steps.find(({ label }) => label === '会员优惠')
  expect(ofMember?.lines?.map(({ name }) => name)).toEqual(['咖啡豆', '挂耳'])
})

test('the sentence for the buyer names each step and what is payable', () => {
  const said = sayPrice(readTrace(trace, list).steps, total)
  expect(said).toBe('商品原价 185.27 元，会员优惠减 9.25 元，优惠券减 20.00 元，运费 8.00 元，应付 164.02 元。')
  const named = trace.map((one) => (one.rule === 'coupon' ? { ...one, about: '秋冬咖啡券' } : one))
  expect(sayPrice(readTrace(named, list).steps, total)).toContain('，优惠券「秋冬咖啡券」减 20.00 元，')
  const free = readTrace([step('freight', 0, '满 99 元包邮')], list)
  expect(sayPrice(free.steps, { label: '应付', value: 185.27 })).toContain('，免运费，')
})

test('each bar begins where the step before it ended', () => {
  const bars = barsOf([
    { label: '商品原价', why: '', value: 200 },
    { label: '优惠券', why: '', value: -50 },
    { label: '运费', why: '', value: 10 },
  ])
  expect(bars).toEqual([
    { from: 0, width: 100 },
    { from: 75, width: 25 },
    { from: 75, width: 5 },
    { from: 0, width: 80 },
  ])
  expect(barsOf([{ label: '商品原价', why: '', value: 0 }])).toEqual([
    { from: 0, width: 0 },
    { from: 0, width: 0 },
  ])
})
