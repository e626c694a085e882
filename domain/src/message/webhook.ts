/** Events a webhook can subscribe to, by the names receivers see. The areas raise them. */
export const webhookEvents = {
  'order.created': '订单创建',
  'order.paid': '订单支付',
  'order.shipped': '订单发货',
  'order.received': '订单收货',
  'order.refunded': '订单退款',
  'order.closed': '订单关闭',
  'product.created': '商品新增',
  'product.updated': '商品变更',
  'product.up': '商品上架',
  'product.down': '商品下架',
  'product.recycled': '商品移入回收站',
  'product.restored': '商品恢复',
  'product.deleted': '商品删除',
  'stock.changed': '库存变更',
  'price.changed': '价格变更',
  'user.registered': '用户注册',
  'coupon.granted': '优惠券发放',
  'activity.opened': '活动开启',
  'activity.closed': '活动关闭',
  'team.completed': '拼团成功',
  'team.failed': '拼团失败',
  'task.finished': '任务完成',
} as const satisfies Record<string, string>

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

/** Sent by 测试; no webhook subscribes to it. */
export const TEST_EVENT = 'webhook.test'

/** An event in the words of staff. */
export function webhookEventLabel(event: string): string {
  return event === TEST_EVENT ? '测试' : ((webhookEvents as Record<string, string>)[event] ?? event)
}

/** Consecutive failures after which a webhook is switched off. */
export const MAX_WEBHOOK_FAILURES = 50

const MINUTE_MS = 60_000
const RETRY_MINUTES = [1, 5, 30, 2 * 60, 6 * 60, 24 * 60]

/**
 * When a failed delivery is tried again.
 * @param attempts how many have failed, 1 or more
 * @returns undefined once it is given up
 */
export function nextAttemptAt(attempts: number, now: Date): Date | undefined {
  const minutes = RETRY_MINUTES[attempts - 1]
  return minutes === undefined ? undefined : new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Whether every delivery sets this header itself; a webhook may not override it. */
export function isReservedHeader(name: string): boolean {
  const lower = name.toLowerCase()
  return lower.startsWith('x-webhook-') || reserved.has(lower)
}

const reserved = new Set([
  ...['host', 'content-length', 'content-type', 'transfer-encoding', 'connection', 'keep-alive', 'upgrade', 'te'],
  ...['trailer', 'expect', 'proxy-authorization', 'proxy-connection', 'x-request-id', 'user-agent'],
])
