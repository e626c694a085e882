import { yuanText } from '../money.ts'

/** Of what an equation is: what it is looked at by, in ranges of ids. `shop` is looked at as a whole. */
export const rootKinds = {
  order: { label: '订单', unit: '单' },
  customer: { label: '客户', unit: '人' },
  payment: { label: '支付', unit: '笔' },
  refund: { label: '退款', unit: '笔' },
  recharge: { label: '充值', unit: '笔' },
  product: { label: '商品', unit: '个' },
  coupon: { label: '优惠券', unit: '种' },
  copy: { label: '已领的券', unit: '张' },
  activity: { label: '活动', unit: '个' },
  session: { label: '砍价', unit: '场' },
  team: { label: '团', unit: '个' },
  shop: { label: '全店', unit: '' },
} as const
export type RootKind = keyof typeof rootKinds

/** What is compared, as staff know it: which equations, by what they are counted, and what must hold. */
export const reconGroups = [
  { equations: ['R1'], name: '余额', rule: '每位客户的余额等于账单之和', of: 'customer' },
  { equations: ['R2'], name: '积分、佣金', rule: '积分、成长值、佣金等于明细之和', of: 'customer' },
  { equations: ['R3'], name: '订单与付款', rule: '应付等于各行加运费，也等于收到的钱', of: 'order' },
  { equations: ['R4'], name: '退款', rule: '已退等于退款单之和', of: 'refund' },
  { equations: ['R5', 'R6'], name: '件数与状态', rule: '发出、退回和缺少的件数合得上', of: 'order' },
  { equations: ['R7'], name: '库存', rule: '库存等于流水，流水等于订单占用', of: 'product' },
  { equations: ['R8'], name: '优惠券', rule: '一张券只用于一单', of: 'copy' },
  { equations: ['R9'], name: '分佣', rule: '按行重算一致', of: 'order' },
  { equations: ['R10'], name: '汇总数', rule: '各状态订单数、累计消费等于逐单相加', of: 'customer' },
  {
    equations: ['Q1', 'Q2', 'Q3', 'Q4', 'Q5', 'Q6', 'Q7', 'Q8', 'Q9', 'Q10', 'Q11'],
    name: '活动',
    rule: '限量、拼团、砍价和预算合得上',
    of: 'activity',
  },
] as const satisfies readonly { equations: readonly string[]; name: string; rule: string; of: RootKind }[]
/** Equations, each in a group that staff are shown; R11, of the books of providers, has a part of the page of its own. */
export type EquationName = (typeof reconGroups)[number]['equations'][number] | 'R11'

const AT_LEAST = 20_000
const NIGHTS = 7

/**
 * The part of all ids that a night looks at: a seventh, so that each week everything is looked at; all of a small shop.
 * @param next where the last night ended
 * @param max the largest id
 * @returns the first id, and the one behind the last; where the next night begins
 */
export function rangeOfNight(next: number, max: number): { from: number; to: number; next: number } {
  const from = next > max ? 1 : Math.max(1, next)
  const end = from + Math.max(AT_LEAST, Math.ceil(max / NIGHTS))
  return end > max ? { from, to: max + 1, next: 1 } : { from, to: end, next: end }
}

/**
 * What an equation expects or found, in words: amounts in yuan.
 * @param says what the parts are that a slash divides
 */
export function saysOf(text: string, says: readonly ('fen' | 'num')[] = ['num']): string {
  const parts = text.split('/')
  if (parts.length !== says.length) return text || '没有'
  return parts
    .map((part, index) => (says[index] === 'fen' && /^-?\d+$/.test(part) ? yuanText(Number(part)) : part || '没有'))
    .join(' / ')
}

/** In how many fen both sides differ; 0 where they are no amounts. */
export function gapOf(expected: string, found: string, says: readonly ('fen' | 'num')[] = ['num']): number {
  const isAmount = says.length === 1 && says[0] === 'fen'
  const gap = Math.abs(Number(expected) - Number(found))
  return isAmount && Number.isSafeInteger(gap) ? gap : 0
}
