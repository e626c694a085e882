import type { HomeTodo } from '@zhanggui/contract/dashboard/home.ts'
import { type HomeTodoKey, homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { countFailedMails } from '../../message/mail/mail.service.ts'
import { countFailedSms } from '../../message/sms/sms.service.ts'
import { countFailing } from '../../message/webhook/webhook.service.ts'
import { countWaitingCases } from '../../order/after-sales/after-sales-list.service.ts'
import { countUnsent } from '../../order/draft-order/draft-order.service.ts'
import { countListed, countOrders } from '../../order/order-list/order-list.service.ts'
import { countCheckedImports } from '../../product/import/product-import.service.ts'
import { countListed as countProducts, listTabs } from '../../product/product/product-list.service.ts'
import { repliesToAnswer } from '../../product/reply/product-reply.service.ts'
import { countFailedJobs } from '../../work/scheduled-job/scheduled-job.service.ts'
import { countOwnFailed } from '../../work/task/task.service.ts'

type Counted = { total: number; totalIsLowerBound?: true }

/** Counters that one statement or one kept figure answers together. */
type Counter = {
  /** The permissions of the list that is counted and of its page; none for everybody's own. */
  permission?: string | readonly string[]
  keys: readonly HomeTodoKey[]
  /** In the order of the keys. */
  count(ctx: Ctx): Promise<readonly (number | Counted)[]>
}

const ORDERS = 'admin:order:list'
const PICKUPS = 'admin:system:order:list'
const one = async (counting: Promise<number | Counted>) => [await counting]

/** Each list's own count, so that tile and list cannot differ. */
export const counters: readonly Counter[] = [
  {
    permission: ORDERS,
    keys: ['toShip', 'pickupOrders'],
    count: async (ctx) => {
      const counts = await countOrders(ctx, {})
      return [counts.notShipped ?? 0, counts.toBeWrittenOff ?? 0]
    },
  },
  { permission: ORDERS, keys: ['late'], count: (ctx) => one(countListed(ctx, { late: true })) },
  {
    permission: ORDERS,
    keys: ['changedAfterPrint'],
    count: (ctx) => one(countListed(ctx, { printed: 2, status: 'notShipped' })),
  },
  { permission: ORDERS, keys: ['failedRefunds'], count: (ctx) => one(countListed(ctx, { refundFailed: true })) },
  {
    permission: ORDERS,
    keys: ['closing'],
    count: (ctx) => one(countListed(ctx, { closing: true, status: 'unPaid' })),
  },
  {
    permission: PICKUPS,
    keys: ['pickups'],
    count: async (ctx) => [(await countOrders(ctx, {})).toBeWrittenOff ?? 0],
  },
  {
    permission: 'admin:order:refund:list',
    keys: ['refundsToJudge', 'returnsToReceive', 'refundsToPay'],
    count: async (ctx) => {
      const { audit = 0, waitReceive = 0, waitPay = 0 } = await countWaitingCases(ctx)
      return [audit, waitReceive, waitPay]
    },
  },
  {
    permission: 'admin:product:list',
    keys: ['soldOut', 'lowStock'],
    count: async (ctx) => {
      const tabs = await listTabs(ctx, {})
      return [3, 4].map((type) => tabs.find((tab) => tab.type === type)?.count ?? 0)
    },
  },
  {
    permission: 'admin:product:list',
    keys: ['withoutPicture'],
    count: (ctx) => one(countProducts(ctx, { type: 1, noImage: true })),
  },
  { permission: 'admin:product:reply:list', keys: ['replies'], count: (ctx) => one(repliesToAnswer.count(ctx)) },
  {
    permission: 'admin:order:create',
    keys: ['drafts'],
    count: (ctx) => one(countUnsent(ctx)),
  },
  { permission: 'admin:product:import:excel', keys: ['imports'], count: (ctx) => one(countCheckedImports(ctx)) },
  { keys: ['failedTasks'], count: (ctx) => one(countOwnFailed(ctx)) },
  {
    permission: 'admin:schedule:job:list',
    keys: ['failedJobs'],
    count: (ctx) => one(countFailedJobs(ctx)),
  },
  {
    permission: ['admin:sms:temps', 'admin:sms:log:list'],
    keys: ['failedSms'],
    count: (ctx) => one(countFailedSms(ctx)),
  },
  {
    permission: 'admin:system:email:info',
    keys: ['failedMail'],
    count: (ctx) => one(countFailedMails(ctx)),
  },
  {
    permission: 'admin:system:webhook:list',
    keys: ['failedHooks'],
    count: (ctx) => one(countFailing(ctx)),
  },
]

/** What waits for the caller: of each list he may open, within his stores. */
export async function getHomeTodo(ctx: Ctx): Promise<{ list: HomeTodo[]; updateTime: string }> {
  const found = new Map<HomeTodoKey, Counted>()
  for (const { permission, keys, count } of counters) {
    if (![permission ?? []].flat().every((each) => holds(ctx.actor, each))) continue
    const counts = await count(ctx)
    keys.forEach((key, at) => {
      const counted = counts[at] ?? 0
      found.set(key, typeof counted === 'number' ? { total: counted } : counted)
    })
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
