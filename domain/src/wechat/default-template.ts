import type { BuyerMark } from './buyer-mark.ts'

/** Messages of the official account (模板消息) and of the mini-program (订阅消息). */
export const templateKinds = { 1: '模板消息', 2: '订阅消息' } as const
export type TemplateKind = keyof typeof templateKinds
/** The channel of a kind. */
export const channelOfKind = { 1: 'wechat', 2: 'routine' } as const

/** A field: what the library calls it, what its key is, what we say in it. */
type Field = readonly [label: string, key: string, text: string]

export type DefaultTemplate = {
  mark: BuyerMark
  kind: TemplateKind
  /** Its number in the platform's library, which the account's category must offer. */
  tempKey: string
  name: string
  /** In the platform's order; of a mini-program a key ends with the number of its keyword. */
  fields: readonly Field[]
}

/**
 * Templates of the platform's libraries that shops of goods commonly use. An account whose category does not offer one is told so by
 * the sync, and uses another. Marks without one here get theirs from staff.
 */
export const defaultTemplates: readonly DefaultTemplate[] = [
  {
    mark: 'paySuccess',
    kind: 1,
    tempKey: '43216',
    name: '订单支付成功通知',
    fields: [
      ['下单时间', 'time4', '{payTime}'],
      ['订单号', 'character_string2', '{orderNo}'],
      ['商品名称', 'thing3', '{productName}'],
      ['支付金额', 'amount5', '¥{payPrice}'],
    ],
  },
  {
    mark: 'deliverGoods',
    kind: 1,
    tempKey: '42984',
    name: '订单发货通知',
    fields: [
      ['订单编号', 'character_string2', '{orderNo}'],
      ['商品名称', 'thing4', '{productName}'],
      ['发货时间', 'time12', '{shipTime}'],
    ],
  },
  {
    mark: 'refundSuccess',
    kind: 1,
    tempKey: '48058',
    name: '退款成功通知',
    fields: [
      ['订单编号', 'character_string5', '{orderNo}'],
      ['退款金额', 'amount2', '¥{refundPrice}'],
    ],
  },
  {
    mark: 'paySuccess',
    kind: 2,
    tempKey: '1927',
    name: '付款成功通知',
    fields: [
      ['订单号', 'character_string1', '{orderNo}'],
      ['商品', 'thing2', '{productName}'],
      ['支付金额', 'amount3', '¥{payPrice}'],
      ['支付时间', 'date4', '{payTime}'],
    ],
  },
  {
    mark: 'deliverGoods',
    kind: 2,
    tempKey: '1458',
    name: '发货通知',
    fields: [
      ['快递单号', 'character_string2', '{expressNumber}'],
      ['快递公司', 'thing1', '{expressName}'],
      ['发货时间', 'time3', '{shipTime}'],
      ['订单商品', 'thing5', '{productName}'],
    ],
  },
  {
    mark: 'fulfillmentOrder',
    kind: 2,
    tempKey: '1128',
    name: '订单配送通知',
    fields: [
      ['商品信息', 'thing8', '{productName}'],
      ['订单编号', 'character_string1', '{orderNo}'],
      ['配送人', 'name4', '{deliveryName}'],
      ['配送员电话', 'phone_number10', '{deliveryTel}'],
    ],
  },
  {
    mark: 'receiptGoods',
    kind: 2,
    tempKey: '1481',
    name: '收货结果通知',
    fields: [
      ['订单类型', 'thing1', '商城订单'],
      ['订单商品', 'thing2', '{productName}'],
      ['收货时间', 'date5', '{time}'],
    ],
  },
  {
    mark: 'verified',
    kind: 2,
    tempKey: '3116',
    name: '核销成功通知',
    fields: [
      ['商品名称', 'thing2', '{productName}'],
      ['订单号', 'character_string3', '{orderNo}'],
      ['核销时间', 'time4', '{time}'],
    ],
  },
  {
    mark: 'refundSuccess',
    kind: 2,
    tempKey: '1451',
    name: '退款通知',
    fields: [
      ['退款状态', 'thing1', '已退款'],
      ['退款商品', 'thing2', '{productName}'],
      ['退款金额', 'amount3', '¥{refundPrice}'],
      ['退款单号', 'character_string6', '{orderNo}'],
    ],
  },
  {
    mark: 'groupSuccess',
    kind: 2,
    tempKey: '3098',
    name: '拼团成功通知',
    fields: [
      ['活动名称', 'thing1', '{productName}'],
      ['成团人数', 'number2', '{people}'],
    ],
  },
  {
    mark: 'bargainingSuccess',
    kind: 2,
    tempKey: '2727',
    name: '砍价成功通知',
    fields: [
      ['商品名称', 'thing1', '{productName}'],
      ['底价', 'amount2', '¥{minPrice}'],
      ['备注', 'thing3', '请在 {deadline} 前下单'],
    ],
  },
  {
    mark: 'rechargeSuccess',
    kind: 2,
    tempKey: '755',
    name: '充值成功通知',
    fields: [
      ['充值金额', 'amount3', '¥{amount}'],
      ['账户余额', 'amount4', '¥{balance}'],
      ['充值时间', 'date5', '{time}'],
    ],
  },
  {
    mark: 'extractResult',
    kind: 2,
    tempKey: '1470',
    name: '提现结果通知',
    fields: [
      ['提现状态', 'thing1', '{result}'],
      ['提现金额', 'amount2', '¥{money}'],
      ['提现时间', 'date4', '{time}'],
    ],
  },
]

/** What a template looks like: a line for each field. */
export const contentOf = (fields: readonly Field[]): string =>
  fields.map(([label, key]) => `${label}:{{${key}.DATA}}`).join('\n')

/** The keywords that are asked for: names for an official account, numbers for a mini-program. */
export const keywordsOf = ({ kind, fields }: DefaultTemplate): string[] =>
  fields.map(([label, key]) => (kind === 1 ? label : (/\d+$/.exec(key)?.[0] ?? '')))

/** How a template may be wrong before the platform is asked; undefined when it is not. */
export function keywordProblem(kind: TemplateKind, tempKey: string, kidList: readonly string[]): string | undefined {
  if (!/^\d{1,10}$/.test(tempKey)) return '模板库编号是数字；TM、OPENTM 开头的旧编号已停用'
  if (kind === 1) return kidList.length ? undefined : '请按顺序填写关键词'
  if (kidList.some((kid) => !/^\d{1,4}$/.test(kid))) return '关键词编号是数字'
  // Templates of this range bring their own keywords.
  const isWhole = Number(tempKey) >= 10_000_001 && Number(tempKey) <= 19_999_999
  if (isWhole) return kidList.length ? '此编号的模板不选关键词' : undefined
  return kidList.length >= 2 && kidList.length <= 5 ? undefined : '请选择 2 至 5 个关键词'
}
