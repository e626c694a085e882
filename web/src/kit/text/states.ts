import type { Tone } from '../settings/palette.ts'

/** What a glyph draws: a filling ring while something runs, a tick when it ended well, grey signs when it is over. */
export type Glyph =
  | 'ring'
  | 'dashed'
  | 'quarter'
  | 'third'
  | 'half'
  | 'most'
  | 'tick'
  | 'urgent'
  | 'back'
  | 'cross'
  | 'bar'
type Look = { tone: Tone; glyph: Glyph }

const look = (tone: Tone, glyph: Glyph): Look => ({ tone, glyph })

/**
 * The states of every object, by the word staff read. The tone says whose turn it is, the glyph says the same without
 * colour (design reference, 3).
 */
export const states = {
  product: {
    出售中: look('done', 'tick'),
    仓库中: look('idle', 'ring'),
    已售罄: look('alert', 'urgent'),
    库存预警: look('todo', 'quarter'),
    审核中: look('wait', 'half'),
    排队中: look('wait', 'ring'),
    回收站: look('idle', 'bar'),
  },
  order: {
    待付款: look('wait', 'ring'),
    待成团: look('promo', 'dashed'),
    待发货: look('todo', 'quarter'),
    部分发货: look('todo', 'third'),
    待核销: look('todo', 'quarter'),
    待收货: look('wait', 'half'),
    待评价: look('wait', 'most'),
    交易完成: look('done', 'tick'),
    申请退款: look('alert', 'urgent'),
    待退款: look('alert', 'back'),
    退款中: look('alert', 'back'),
    已退款: look('idle', 'back'),
    已关闭: look('idle', 'cross'),
    已删除: look('idle', 'bar'),
  },
  live: {
    直播中: look('promo', 'half'),
    未开始: look('wait', 'ring'),
    已结束: look('idle', 'bar'),
    禁播: look('alert', 'urgent'),
    暂停: look('wait', 'half'),
    异常: look('alert', 'urgent'),
    已过期: look('idle', 'cross'),
    提交失败: look('alert', 'urgent'),
  },
  liveGoods: {
    未审核: look('idle', 'ring'),
    审核中: look('wait', 'half'),
    审核通过: look('done', 'tick'),
    审核驳回: look('alert', 'urgent'),
  },
  payment: {
    待付款: look('wait', 'ring'),
    已付款: look('done', 'tick'),
    多收待退: look('todo', 'back'),
    已关闭: look('idle', 'cross'),
    支付失败: look('alert', 'urgent'),
  },
  repaid: {
    退款中: look('wait', 'half'),
    已退款: look('done', 'tick'),
    退款失败: look('alert', 'urgent'),
  },
  billDay: {
    账单未出: look('wait', 'ring'),
    下载失败: look('alert', 'urgent'),
    一致: look('done', 'tick'),
    待处理: look('alert', 'urgent'),
  },
  books: {
    相符: look('done', 'tick'),
    不平: look('alert', 'urgent'),
  },
  billDiff: {
    待处理: look('alert', 'urgent'),
    已说明: look('idle', 'tick'),
    已平: look('done', 'tick'),
  },
  refund: {
    待审核: look('todo', 'quarter'),
    待买家退货: look('wait', 'ring'),
    待商家收货: look('todo', 'third'),
    待退款: look('todo', 'quarter'),
    退款中: look('alert', 'back'),
    退款失败: look('alert', 'urgent'),
    已完成: look('done', 'tick'),
    已拒绝: look('idle', 'cross'),
    已取消: look('idle', 'bar'),
    已撤销: look('idle', 'bar'),
    超时未退货: look('idle', 'cross'),
  },
  recharge: {
    未支付: look('wait', 'ring'),
    已支付: look('done', 'tick'),
    已关闭: look('idle', 'cross'),
    退款中: look('alert', 'back'),
    退款失败: look('alert', 'urgent'),
    部分退款: look('idle', 'half'),
    已退款: look('idle', 'back'),
  },
  draftOrder: {
    草稿: look('todo', 'ring'),
    待付款: look('wait', 'ring'),
    已付款: look('done', 'tick'),
    已过期: look('idle', 'cross'),
    已取消: look('idle', 'bar'),
  },
  coupon: {
    未开始: look('wait', 'ring'),
    领取中: look('done', 'half'),
    已领完: look('idle', 'tick'),
    已过领取期: look('idle', 'cross'),
    已关闭: look('idle', 'bar'),
    未使用: look('wait', 'ring'),
    已使用: look('idle', 'tick'),
    已过期: look('idle', 'cross'),
    已作废: look('idle', 'bar'),
  },
  article: {
    草稿: look('idle', 'ring'),
    定时发布: look('wait', 'quarter'),
    已发布: look('done', 'tick'),
  },
  agreement: {
    未发布: look('idle', 'ring'),
    已发布: look('done', 'tick'),
    有修改: look('todo', 'half'),
  },
  activity: {
    未开始: look('wait', 'ring'),
    等下一场: look('wait', 'quarter'),
    进行中: look('done', 'half'),
    已抢光: look('idle', 'tick'),
    已结束: look('idle', 'tick'),
    已关闭: look('idle', 'bar'),
    时段已关闭: look('idle', 'bar'),
  },
  team: {
    进行中: look('promo', 'dashed'),
    已成功: look('done', 'tick'),
    未完成: look('idle', 'cross'),
  },
  bargain: {
    进行中: look('promo', 'half'),
    已成功: look('done', 'tick'),
    未完成: look('idle', 'cross'),
    已取消: look('idle', 'bar'),
  },
  commission: {
    待收货: look('wait', 'quarter'),
    冻结中: look('wait', 'half'),
    已到账: look('done', 'tick'),
    已失效: look('idle', 'cross'),
    提现中: look('todo', 'half'),
  },
  invoice: {
    待开票: look('todo', 'quarter'),
    已开票: look('done', 'tick'),
    已拒绝: look('idle', 'back'),
    待红冲: look('alert', 'urgent'),
    已红冲: look('idle', 'tick'),
  },
  withdrawal: {
    待审核: look('todo', 'quarter'),
    待打款: look('todo', 'most'),
    已打款: look('done', 'tick'),
    未成功: look('idle', 'back'),
  },
  approval: {
    待审批: look('todo', 'quarter'),
    已通过: look('done', 'tick'),
    已拒绝: look('idle', 'cross'),
    已过期: look('idle', 'ring'),
    已撤回: look('idle', 'back'),
    执行失败: look('alert', 'urgent'),
  },
  store: {
    显示中: look('done', 'tick'),
    隐藏中: look('idle', 'ring'),
    回收站: look('idle', 'bar'),
  },
  instance: {
    在线: look('done', 'tick'),
    离线: look('alert', 'urgent'),
  },
  page: {
    未发布: look('idle', 'ring'),
    已发布: look('done', 'tick'),
    有未发布修改: look('todo', 'quarter'),
    定时发布: look('wait', 'quarter'),
    已下线: look('idle', 'bar'),
  },
  storeStaff: {
    启用: look('done', 'tick'),
    停用: look('idle', 'bar'),
  },
} as const satisfies Record<string, Record<string, Look>>

export type StateOf = keyof typeof states
export type StateName<Of extends StateOf> = keyof (typeof states)[Of]

/** The labels of rows that are no states; others are grey. */
const labelTones: Readonly<Record<string, Tone>> = {
  超时未发: 'alert',
  催发货: 'alert',
  物流异常: 'alert',
  退款频繁: 'alert',
  部分退款: 'alert',
  待收款: 'todo',
  大额: 'todo',
  部分发货: 'todo',
  推荐: 'todo',
  库存预警: 'todo',
  首单: 'wait',
  新品: 'wait',
  可合单: 'promo',
  秒杀: 'promo',
  砍价: 'promo',
  拼团: 'promo',
  活动: 'promo',
  售罄: 'alert',
  偏低: 'todo',
  低于成本: 'alert',
  售价低于活动价: 'todo',
  预算用完: 'alert',
  限量大于库存: 'todo',
  团长: 'promo',
  已禁用: 'alert',
  推广员: 'promo',
  冻结中: 'wait',
  待生效: 'wait',
  重要: 'todo',
  紧急: 'alert',
  不一致: 'todo',
  未使用: 'todo',
}

/** The tone of a label; a number after its word does not matter: 可合单 2. */
export function labelTone(label: string): Tone {
  return labelTones[label.replace(/\s*\d+$/, '')] ?? 'idle'
}
