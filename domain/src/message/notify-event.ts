/** How urgent a notification is. */
export const notifyLevels = ['info', 'warn', 'error'] as const
export const notifyLevelNames = { info: '普通', warn: '重要', error: '紧急' } as const
export type NotifyLevel = (typeof notifyLevels)[number]

/** An event staff are notified of: its label, and its receivers by default (system chapter, 3.18). */
type EventInfo = {
  readonly label: string
  /** The event goes to the holders of this permission; without one, to the person it concerns. */
  readonly permission?: `admin:${string}`
  /** What happened at a store goes to the holders of this permission there instead. */
  readonly atStores?: `admin:${string}`
  /** Off until someone switches it on. */
  readonly off?: true
}

/** Every event staff can be notified of, in the order of the settings. */
export const notifyEvents = {
  'order.paid': { label: '新订单', permission: 'admin:order:send', atStores: 'admin:system:order:list' },
  'order.created': { label: '新下单（未付款）', permission: 'admin:order:list', off: true },
  'order.remind': { label: '买家催发货', permission: 'admin:order:send' },
  'order.received': { label: '买家确认收货', permission: 'admin:order:list' },
  'order.verified': { label: '门店核销', permission: 'admin:system:order:list' },
  'order.mention': { label: '订单备注提到我' },
  'refund.applied': { label: '退款申请', permission: 'admin:order:refund' },
  'return.sent': { label: '买家寄回退货', permission: 'admin:order:refund:list' },
  'refund.failed': { label: '退款失败', permission: 'admin:order:refund' },
  'payment.late': { label: '订单关闭后到账', permission: 'admin:order:refund' },
  'payment.mismatch': { label: '支付金额不符', permission: 'admin:order:refund' },
  'stock.alert': { label: '库存预警', permission: 'admin:product:quick:stock:add' },
  'stock.mismatch': { label: '库存与流水不符', permission: 'admin:product:stock:list' },
  'shelf.failed': { label: '定时上下架失败', permission: 'admin:product:up' },
  'component.takedown': { label: '小店商品被下架', permission: 'admin:pay:component:product:list' },
  'promotion.budget': { label: '营销预算', permission: 'admin:marketing:report' },
  'withdrawal.applied': { label: '提现申请', permission: 'admin:finance:apply:apply' },
  'approval.asked': { label: '审批申请', permission: 'admin:finance:approval:review' },
  'approval.decided': { label: '审批结果' },
  'reply.negative': { label: '差评提醒', permission: 'admin:product:reply:comment' },
  'recon.diff': { label: '对账差异', permission: 'admin:finance:bill:list' },
  'page.failed': { label: '页面定时失败', permission: 'admin:pagediy:publish' },
  'page.broken': { label: '页面出现问题', permission: 'admin:pagediy:publish' },
  'wechat.audit': { label: '小程序审核结果', permission: 'admin:wechat:config' },
  'task.finished': { label: '任务完成' },
  'job.failed': { label: '定时任务失败', permission: 'admin:schedule:job:list' },
  'webhook.disabled': { label: '推送已停用', permission: 'admin:system:webhook:list' },
  'cert.expiring': { label: '证书即将到期', permission: 'admin:system:config:info' },
  'ops.uploaded': { label: '发布包或备份上传', permission: 'admin:system:backup:list' },
  'backup.failed': { label: '备份失败', permission: 'admin:system:backup:list' },
  'login.newDevice': { label: '新设备登录' },
  'account.locked': { label: '账号被锁定' },
  'password.changed': { label: '密码变更' },
  'phone.changed': { label: '手机号码变更' },
  'email.changed': { label: '邮箱变更' },
  'mfa.changed': { label: '两步验证变更' },
  'role.changed': { label: '角色变更' },
  'key.changed': { label: '接口密钥变更' },
} as const satisfies Record<string, EventInfo>

export type NotifyEvent = keyof typeof notifyEvents

export function eventInfo(event: NotifyEvent): EventInfo {
  return notifyEvents[event]
}

/** Every event, in the order of the settings. */
export const notifyEventNames = Object.keys(notifyEvents) as NotifyEvent[]
