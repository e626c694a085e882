import type { Permission } from './routes.ts'

/**
 * The objects that have 修改记录, each with the permission that reads the object: whoever may see it may see how it came to be
 * so. How each is found and edited stands in the `*.history.ts` of its area.
 */
export const historyObjects = {
  product: 'admin:product:info',
  brand: 'admin:product:brand:info',
  category: 'admin:category:info',
  'freight-template': 'admin:shipping:templates:info',
  'param-template': 'admin:product:param:info',
  'product-label': 'admin:product:label:info',
  'product-reply': 'admin:product:reply:info',
  'product-rule': 'admin:product:rule:info',
  store: 'admin:system:store:info',
  'store-staff': 'admin:system:staff:info',
  'shop-user': 'admin:user:info',
  'user-group': 'admin:user:group:info',
  'user-level': 'admin:system:user:level:list',
  'user-segment': 'admin:user:tag:list',
  'user-tag': 'admin:user:tag:info',
  'channel-code': 'admin:wechat:qrcode:list',
  coupon: 'admin:coupon:info',
  seckill: 'admin:seckill:info',
  'seckill-slot': 'admin:seckill:manger:info',
  bargain: 'admin:bargain:info',
  combination: 'admin:combination:info',
  'live-anchor': 'admin:live:anchor:list',
  'live-goods': 'admin:live:goods:list',
  'live-room': 'admin:live:room:list',
  'activity-style': 'admin:activitystyle:list',
  article: 'admin:article:info',
  sign: 'admin:marketing:sign:list',
  'wechat-reply': 'admin:wechat:keywords:reply:info',
  dict: 'admin:system:dict:list',
  'dict-detail': 'admin:system:dict:list',
  'express-company': 'admin:express:info',
  region: 'admin:system:city:info',
  'admin-user': 'admin:system:admin:info',
  dept: 'admin:system:dept:list',
  post: 'admin:system:post:list',
  role: 'admin:system:role:info',
  notice: 'admin:system:notice:list',
  webhook: 'admin:system:webhook:list',
  'scheduled-job': 'admin:schedule:job:list',
} as const satisfies Record<string, Permission>
export type HistoryObject = keyof typeof historyObjects
