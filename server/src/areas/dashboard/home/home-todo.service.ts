import type { HomeTodo } from '@zhanggui/contract/dashboard/home.ts'
import { type HomeTodoKey, homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { countOpenDiffs } from '../../finance/gateway-bill/bill-diff.service.ts'
import { countFailedRefunds } from '../../finance/recharge/recharge-list.service.ts'
import { countWithdrawals } from '../../finance/withdrawal/withdrawal.service.ts'
import { countFailedMails } from '../../message/mail/mail.service.ts'
import { countFailedSms } from '../../message/sms/sms.service.ts'
import { countFailing } from '../../message/webhook/webhook.service.ts'
import { countWaitingCases } from '../../order/after-sales/after-sales-list.service.ts'
import { countUnsent } from '../../order/draft-order/draft-order.service.ts'
import { invoicesToIssue } from '../../order/invoice/invoice.service.ts'
import { countListed, countOrders } from '../../order/order-list/order-list.service.ts'
import { countCheckedImports } from '../../product/import/product-import.service.ts'
import { countListed as countProducts, listTabs } from '../../product/product/product-list.service.ts'
import { repliesToAnswer } from '../../product/reply/product-reply.service.ts'
import { approvalsToReview } from '../../work/approval/approval-review.service.ts'
import { countFailedJobs } from '../../work/scheduled-job/scheduled-job.service.ts'
import { countOwnFailed } from '../../work/task/task.service.ts'

type Counted = { total: number; totalIsLowerBound?: true }

type Count = number | Counted
type Permissions = string | readonly string[]

/** Counters that one statement or one kept figure answers together. */
type Counter = {
  /** The permissions of the list that is counted and of its page; none for everybody's own. */
  permission: Permissions
  keys: readonly HomeTodoKey[]
  count(ctx: Ctx): Promise<Partial<Record<HomeTodoKey, Count>>>
}

const together = <Key extends HomeTodoKey>(
  permission: Permissions,
  keys: readonly Key[],
  count: (ctx: Ctx) => Promise<Record<Key, Count>>,
): Counter => ({ permission, keys, count: count as Counter['count'] })

const one = (key: HomeTodoKey, permission: Permissions, count: (ctx: Ctx) => Promise<Count>): Counter => ({
  permission,
  keys: [key],
  count: async (ctx) => ({ [key]: await count(ctx) }),
})

const ORDERS = 'admin:order:list'
const PRODUCTS = 'admin:product:list'

/** Each list's own count, so that tile and list cannot differ. */
export const counters: readonly Counter[] = [
  together(ORDERS, ['toShip', 'pickupOrders'], async (ctx) => {
    const { notShipped = 0, toBeWrittenOff = 0 } = await countOrders(ctx, {})
    return { toShip: notShipped, pickupOrders: toBeWrittenOff }
  }),
  one('late', ORDERS, (ctx) => countListed(ctx, { late: true })),
  one('changedAfterPrint', ORDERS, (ctx) => countListed(ctx, { printed: 2, status: 'notShipped' })),
  one('failedRefunds', ORDERS, (ctx) => countListed(ctx, { refundFailed: true })),
  one('failedRecharges', 'admin:recharge:list', countFailedRefunds),
  one('approvals', 'admin:finance:approval:list', approvalsToReview.count),
  together('admin:finance:apply:list', ['withdrawalsToReview', 'withdrawalsToPay'], async (ctx) => ({
    withdrawalsToReview: await countWithdrawals(ctx, 0),
    withdrawalsToPay: await countWithdrawals(ctx, 2),
  })),
  one('invoicesToIssue', 'admin:order:invoice:list', invoicesToIssue.count),
  one('differences', 'admin:finance:bill:list', countOpenDiffs),
  one('closing', ORDERS, (ctx) => countListed(ctx, { closing: true, status: 'unPaid' })),
  one('pickups', 'admin:system:order:list', async (ctx) => (await countOrders(ctx, {})).toBeWrittenOff ?? 0),
  together('admin:order:refund:list', ['refundsToJudge', 'returnsToReceive', 'refundsToPay'], async (ctx) => {
    const { audit = 0, waitReceive = 0, waitPay = 0 } = await countWaitingCases(ctx)
    return { refundsToJudge: audit, returnsToReceive: waitReceive, refundsToPay: waitPay }
  }),
  together(PRODUCTS, ['soldOut', 'lowStock'], async (ctx) => {
    const tabs = await listTabs(ctx, {})
    const countOf = (type: number) => tabs.find((tab) => tab.type === type)?.count ?? 0
    return { soldOut: countOf(3), lowStock: countOf(4) }
  }),
  one('withoutPicture', PRODUCTS, (ctx) => countProducts(ctx, { type: 1, noImage: true })),
  one('replies', 'admin:product:reply:list', (ctx) => repliesToAnswer.count(ctx)),
  one('drafts', 'admin:order:create', countUnsent),
  one('imports', 'admin:product:import:excel', countCheckedImports),
  one('failedTasks', [], countOwnFailed),
  one('failedJobs', 'admin:schedule:job:list', countFailedJobs),
  one('failedSms', ['admin:sms:temps', 'admin:sms:log:list'], countFailedSms),
  one('failedMail', 'admin:system:email:info', countFailedMails),
  one('failedHooks', 'admin:system:webhook:list', countFailing),
]

/** Counted only for those who may do the work. */
const acts: Partial<Record<HomeTodoKey, readonly string[]>> = {
  refundsToJudge: ['admin:order:refund', 'admin:order:refund:refuse'],
  returnsToReceive: ['admin:order:refund:receive'],
  refundsToPay: ['admin:order:refund'],
  failedRefunds: ['admin:order:refund'],
  failedRecharges: ['admin:recharge:refund'],
  approvals: ['admin:finance:approval:review'],
  withdrawalsToReview: ['admin:finance:apply:apply'],
  withdrawalsToPay: ['admin:finance:apply:apply'],
  invoicesToIssue: ['admin:order:invoice:issue'],
  differences: ['admin:finance:bill:check'],
  replies: ['admin:product:reply:comment'],
}

/** What waits for the caller: of each list he may open, within his stores. */
export async function getHomeTodo(ctx: Ctx): Promise<{ list: HomeTodo[]; updateTime: string }> {
  const found = new Map<HomeTodoKey, Counted>()
  for (const { permission, keys, count } of counters) {
    if (![permission].flat().every((each) => holds(ctx.actor, each))) continue
    const counts = await count(ctx)
    for (const key of keys) {
      if (acts[key] && !acts[key].some((each) => holds(ctx.actor, each))) continue
      const counted = counts[key] ?? 0
      found.set(key, typeof counted === 'number' ? { total: counted } : counted)
    }
  }
  if (found.has('pickups')) found.delete('pickupOrders')
  const list = orderFor(ctx).flatMap((key): HomeTodo[] => {
    const counted = found.get(key)
    return counted
      ? [{ key, count: counted.total, ...(counted.totalIsLowerBound && { isLowerBound: true as const }) }]
      : []
  })
  return { list, updateTime: toWireTime(ctx.now()) }
}

/** The counter comes first for those who work in a store. */
function orderFor({ actor }: Ctx): HomeTodoKey[] {
  const keys = Object.keys(homeTodos) as HomeTodoKey[]
  if (!actor.scope.storeIds) return keys
  const first: HomeTodoKey[] = ['pickups', 'pickupOrders']
  return [...first, ...keys.filter((key) => !first.includes(key))]
}
