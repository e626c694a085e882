/** The ways in which buyers are told, with their names. What is kept in the shop (站内) is always told; of the others one. */
export const messageChannels = { routine: '小程序', wechat: '公众号', sms: '短信', inner: '站内' } as const
export type MessageChannel = keyof typeof messageChannels
/** Channels that leave the shop, in the order in which a new shop tries them. */
export const outerChannels = ['routine', 'wechat', 'sms'] as const
export type OuterChannel = (typeof outerChannels)[number]

/** What messages may name, with what it is called and what it may be, for staff who put templates together. */
export const messageVariables = {
  nickname: { label: '买家昵称', sample: '小陈' },
  orderNo: { label: '订单号', sample: '20261120135800507318' },
  salesNo: { label: '售后单号', sample: 'T20261121090000120034' },
  productName: { label: '商品名', sample: '云南小粒咖啡豆' },
  payPrice: { label: '实付', sample: '134.02' },
  payTime: { label: '付款时间', sample: '2026-11-20 13:58:00' },
  payType: { label: '支付方式', sample: '微信支付' },
  deadline: { label: '截止时间', sample: '2026-11-22 14:00:00' },
  payUrl: { label: '付款地址', sample: 'https://shop.example.com/h5/order/20261120135800507318' },
  expressName: { label: '快递公司', sample: '顺丰速运' },
  expressNumber: { label: '快递单号', sample: 'SF1020304050607' },
  shipTime: { label: '发货时间', sample: '2026-11-21 10:20:00' },
  receiveAddress: { label: '收货地址', sample: '浙江省杭州市西湖区文三路9号' },
  storeName: { label: '提货门店', sample: '湖滨店' },
  storeAddress: { label: '门店地址', sample: '杭州市上城区延安路258号' },
  deliveryName: { label: '送货人', sample: '王师傅' },
  deliveryTel: { label: '送货电话', sample: '13800138000' },
  refundPrice: { label: '退款金额', sample: '45.00' },
  amount: { label: '金额', sample: '100.00' },
  giveAmount: { label: '赠送金额', sample: '10.00' },
  balance: { label: '余额', sample: '210.00' },
  method: { label: '退款方式', sample: '原路退回' },
  reason: { label: '原因', sample: '商品与描述不符' },
  consignee: { label: '退货收件人', sample: '掌柜仓库' },
  phone: { label: '退货电话', sample: '13900139000' },
  address: { label: '退货地址', sample: '浙江省杭州市余杭区文一西路1号' },
  people: { label: '成团人数', sample: '3' },
  minPrice: { label: '砍后价', sample: '59.00' },
  commission: { label: '佣金', sample: '12.60' },
  extractNo: { label: '提现单号', sample: 'E20261120135800000012' },
  money: { label: '提现金额', sample: '200.00' },
  result: { label: '结果', sample: '已打款' },
  level: { label: '等级', sample: '黄金会员' },
  time: { label: '发生时间', sample: '2026-11-20 13:58:00' },
} as const
export type MessageVariable = keyof typeof messageVariables

type Mark = {
  title: string
  /** When buyers are told. */
  when: string
  /** What its messages may name, beside nickname and time. */
  variables: readonly MessageVariable[]
  /** What buyers read in the shop itself; a clause in brackets is left out where what it names is empty. */
  text: string
}

const ofOrder = ['orderNo', 'productName'] as const

/** What buyers are told of, in the order of the console. */
export const buyerMarks = {
  paySuccess: {
    title: '支付成功',
    when: '付款那一刻',
    variables: [...ofOrder, 'payPrice', 'payTime', 'payType'],
    text: '您的订单 {orderNo} 已支付 {payPrice} 元，我们会尽快发货。',
  },
  deliverGoods: {
    title: '发货',
    when: '包裹交给快递时',
    variables: [...ofOrder, 'expressName', 'expressNumber', 'shipTime', 'receiveAddress'],
    text: '您的订单 {orderNo} 已发货[，{expressName}][ {expressNumber}]。',
  },
  fulfillmentOrder: {
    title: '同城配送',
    when: '商家自己送货出发时',
    variables: [...ofOrder, 'deliveryName', 'deliveryTel', 'shipTime', 'receiveAddress'],
    text: '您的订单 {orderNo} 正在配送[，送货人 {deliveryName}][ {deliveryTel}]。',
  },
  receiptGoods: {
    title: '收货',
    when: '确认收货时，包括到期自动收货',
    variables: [...ofOrder, 'receiveAddress'],
    text: '您的订单 {orderNo} 已收货，欢迎评价。',
  },
  verified: {
    title: '核销',
    when: '门店核销提货时',
    variables: [...ofOrder, 'storeName', 'storeAddress'],
    text: '您的订单 {orderNo} 已核销，感谢光临。',
  },
  modifyOrderPrice: {
    title: '改价',
    when: '商家改了待付款的金额，或改单后要补款',
    variables: [...ofOrder, 'payPrice', 'deadline', 'payUrl'],
    text: '您的订单 {orderNo} 待付金额为 {payPrice} 元[，请在 {deadline} 前付款]。',
  },
  refundApplied: {
    title: '申请售后',
    when: '售后申请提交时',
    variables: [...ofOrder, 'salesNo', 'amount', 'reason'],
    text: '您的订单 {orderNo} 已申请售后[，金额 {amount} 元]，请等待处理。',
  },
  returnApproved: {
    title: '同意退货',
    when: '商家同意退货退款时',
    variables: [...ofOrder, 'salesNo', 'consignee', 'phone', 'address', 'deadline'],
    text: '您的订单 {orderNo} 同意退货[，请在 {deadline} 前]寄到：{consignee} {phone} {address}。',
  },
  refundSuccess: {
    title: '退款到账',
    when: '钱退回时',
    variables: [...ofOrder, 'refundPrice', 'method', 'reason'],
    text: '单号 {orderNo} 已退款 {refundPrice} 元[，{method}]。',
  },
  refundRefuse: {
    title: '拒绝退款',
    when: '商家拒绝售后时',
    variables: [...ofOrder, 'salesNo', 'refundPrice', 'reason'],
    text: '您的订单 {orderNo} 的售后未通过[：{reason}]。',
  },
  groupSuccess: {
    title: '成团',
    when: '拼团人满时，告诉每位团员',
    variables: [...ofOrder, 'people'],
    text: '您参加的 {productName} {people} 人团已成团，订单 {orderNo} 即将发货。',
  },
  groupFail: {
    title: '没成团',
    when: '拼团到时没满，告诉每位团员',
    variables: [...ofOrder, 'people'],
    text: '您参加的 {productName} {people} 人团没有成团，订单 {orderNo} 的款项会退回。',
  },
  bargainingSuccess: {
    title: '砍价成功',
    when: '砍到底价时',
    variables: ['productName', 'minPrice', 'deadline'],
    text: '{productName} 已砍到 {minPrice} 元[，请在 {deadline} 前下单]。',
  },
  bargainFail: {
    title: '砍价未完成',
    when: '砍价到时没砍到底价，或提前结束',
    variables: ['productName', 'minPrice'],
    text: '{productName} 没有砍到 {minPrice} 元，砍价已结束。',
  },
  rechargeSuccess: {
    title: '充值到账',
    when: '充值付款成功时',
    variables: ['amount', 'giveAmount', 'balance'],
    text: '充值 {amount} 元已到账，余额 {balance} 元。',
  },
  balanceChanged: {
    title: '余额变动',
    when: '商家增减余额时',
    variables: ['amount', 'balance', 'reason'],
    text: '您的余额变动 {amount} 元，现有 {balance} 元[，{reason}]。',
  },
  commissionArrived: {
    title: '佣金到账',
    when: '冻结的佣金可以提现时',
    variables: ['orderNo', 'commission', 'balance'],
    text: '佣金 {commission} 元已到账，可提现 {balance} 元。',
  },
  extractResult: {
    title: '提现结果',
    when: '提现打款、拒绝或退回时',
    variables: ['extractNo', 'money', 'result', 'reason'],
    text: '提现 {money} 元{result}[：{reason}]。',
  },
  levelUp: {
    title: '升级',
    when: '升到更高的会员等级时',
    variables: ['level'],
    text: '恭喜您升级为 {level}。',
  },
} as const satisfies Record<string, Mark>
export type BuyerMark = keyof typeof buyerMarks

export const buyerMarkKeys = Object.keys(buyerMarks) as BuyerMark[]

/** What the templates of a mark may name. */
export const variablesOf = (mark: BuyerMark): readonly MessageVariable[] => [
  ...buyerMarks[mark].variables,
  'nickname',
  'time',
]

/** Made-up values of a mark, for previews and tests. */
export const sampleOf = (mark: BuyerMark): Record<string, string> =>
  Object.fromEntries(variablesOf(mark).map((name) => [name, messageVariables[name].sample]))

/** A text with its variables filled in; of one in brackets nothing where what it names is empty. */
export function fillMessage(text: string, values: Readonly<Record<string, string>>): string {
  const of = (name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : '')
  return text
    .replace(/\[([^[\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name]) => of(name ?? '')) ? part : '',
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => of(name))
}

/** The moments at which the mini-program asks buyers for leave to send, and what it then asks for. */
export const subscribeMoments = {
  beforePay: ['paySuccess'],
  afterPay: ['deliverGoods', 'fulfillmentOrder', 'receiptGoods'],
  refundApply: ['refundSuccess', 'refundRefuse'],
  beforeRecharge: ['rechargeSuccess'],
  createBargain: ['bargainingSuccess'],
  pink: ['groupSuccess', 'groupFail'],
  extract: ['extractResult'],
} as const satisfies Record<string, readonly BuyerMark[]>
export type SubscribeMoment = keyof typeof subscribeMoments

/** How far one message is. */
export const notifyStates = { 0: '待发送', 1: '已送达', 2: '等待重试', 3: '没送到', 4: '已跳过' } as const
export type NotifyState = keyof typeof notifyStates

const LINKS: readonly [RegExp, h5: string, routine: string][] = [
  [/^\/order\/detail\/([\dA-Z]+)$/, '/order/$1', 'pages/goods/order_details/index?orderNo=$1'],
  [/^\/aftersales\/detail\/(\d+)$/, '/refund/$1', 'pages/goods/refund_details/index?id=$1'],
  [/^\/bargain\/session\/(\d+)$/, '/bargain/mine', 'pages/activity/goods_bargain/index'],
  [/^\/user\/balance$/, '/balance', 'pages/users/user_money/index'],
  [/^\/promoter\/withdrawals$/, '/promoter/cash', 'pages/users/user_spread_money/index?type=1'],
  [/^\/promoter$/, '/promoter', 'pages/users/user_spread_user/index'],
  [/^\/vip$/, '/vip', 'pages/users/user_vip/index'],
]

/** Where a link of a message leads in the storefront (below its own address) and in the mini-program. */
export function placesOf(link: string): { h5: string; routine: string } {
  for (const [shape, h5, routine] of LINKS)
    if (shape.test(link)) return { h5: link.replace(shape, h5), routine: link.replace(shape, routine) }
  return { h5: '/user', routine: 'pages/user/index' }
}

const DAY_MS = 24 * 3600_000
const SHANGHAI_MS = 8 * 3600_000
const clockMs = (text: string): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number)
  return (hour * 60 + minute) * 60_000
}

/** When quiet hours that a moment lies in are over; undefined outside of them. Both are like 22:00; equal ones are none. */
export function quietUntil(now: Date, from: string, to: string): Date | undefined {
  if (!from || !to || from === to) return undefined
  const local = (now.getTime() + SHANGHAI_MS) % DAY_MS
  const [start, end] = [clockMs(from), clockMs(to)]
  const isQuiet = start < end ? local >= start && local < end : local >= start || local < end
  if (!isQuiet) return undefined
  return new Date(now.getTime() + ((end - local + DAY_MS) % DAY_MS))
}

const RETRY_SECONDS = [10, 60, 300, 1800, 7200]

/** When a message is tried again that failed for the so-manieth time; undefined when that was the last. */
export function retryAt(attempts: number, now: Date): Date | undefined {
  const seconds = RETRY_SECONDS[attempts - 1]
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000)
}

/** The beginning of the next day in Shanghai, when the limits of a day begin anew. */
export function tomorrowOf(now: Date): Date {
  const day = Math.floor((now.getTime() + SHANGHAI_MS) / DAY_MS) + 1
  return new Date(day * DAY_MS - SHANGHAI_MS)
}
