import { frontPromoter } from '@zhanggui/contract/distribution/front-promoter.ts'
import { promoter } from '@zhanggui/contract/distribution/promoter.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { frontWithdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { orderCommission } from '@zhanggui/contract/order/order-commission.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { sql } from 'drizzle-orm'
import { settleDeadlines } from '../../areas/order/after-sales/after-sales-deadline.service.ts'
import { thawCommissions } from '../../areas/order/order-commission/order-commission.service.ts'
import { expireEdits } from '../../areas/order/order-edit/order-edit-expiry.service.ts'
import { completeDue, receiveDue, thawPoints } from '../../areas/order/shipment/receipt.service.ts'
import { sendRefund } from '../../areas/payment/refund/refund-send.service.ts'
import { expireApprovals } from '../../areas/work/approval/approval-review.service.ts'
import { codeFor } from '../buyer.ts'
import { pass } from '../passing.ts'
import { setSettings } from '../pay.ts'
import { PACKAGE } from '../recharge.ts'
import { NEVER } from '../refund.ts'
import { orderPlans } from './money-order-acts.ts'
import {
  arrive,
  between,
  fenUpTo,
  type Plan,
  personOf,
  pick,
  pickPerson,
  rechargeBy,
  timesTold,
  tossed,
} from './money-plans.ts'
import { join, type Said, type World } from './money-world.ts'

const HOUR_MS = 3600_000

const bondPlans: Record<string, Plan> = {
  bind(world, seen) {
    const [who, up] = [pickPerson(world, seen), pick(world, seen.people)]
    return who && up && (() => personOf(world, who.uid).call(frontPromoter.bind, { body: { spreadPid: up.uid } }))
  },
  moveBond(world, seen) {
    const [who, up] = [pick(world, seen.people), pick(world, seen.people)]
    return who && up && (() => world.clerk.call(shopUser.spread, { body: { userId: who.uid, spreadUid: up.uid } }))
  },
  clearBond(world, seen) {
    const who = pick(
      world,
      seen.people.filter(({ superior }) => superior),
    )
    // Without bonds nobody earns.
    if (!who || tossed(world, 0.7)) return undefined
    return () => world.clerk.call(shopUser.clearSpread, { body: { id: who.uid } })
  },
  appoint(world, seen) {
    const ids = someIds(world, seen.people)
    const isPromoter = tossed(world, 0.7)
    return () => world.clerk.call(promoter.appoint, { body: { ids, isPromoter } })
  },
  disable(world, seen) {
    const ids = someIds(world, seen.people)
    return () => world.clerk.call(shopUser.status, { body: { ids, status: false, closeReason: '核实中' } })
  },
  enable(world, seen) {
    const ids = seen.people.filter(({ status }) => !status).map(({ uid }) => uid)
    return ids.length ? () => enable(world, ids) : undefined
  },
  end(world, seen) {
    const poor = seen.people.filter(({ money, commission, status }) => status && !money && !commission)
    const who = tossed(world, 0.8) ? pick(world, poor) : pickPerson(world, seen)
    const giveUp = tossed(world, 0.5)
    return who && (() => end(world, who, giveUp))
  },
}

function someIds(world: World, people: readonly { uid: number }[]): number[] {
  const chosen = [pick(world, people), pick(world, people)].flatMap((each) => (each ? [each.uid] : []))
  return [...new Set(tossed(world, 0.5) ? chosen : chosen.slice(0, 1))]
}

/** Enables customers, who sign in again. */
export async function enable({ clerk, shop, people }: World, ids: readonly number[]): Promise<Said> {
  const said = await clerk.call(shopUser.status, { body: { ids: [...ids], status: true } })
  if (said.status === 200) for (const uid of ids) people.set(uid, await shop.buyer({ uid }))
  return said
}

/** A customer ends their account, and somebody else comes instead. */
async function end(world: World, { uid, phone }: { uid: number; phone: string }, giveUp: boolean): Promise<Said> {
  const said = await endAccount(world, { uid, phone }, giveUp)
  if (said.status === 200) await join(world)
  return said
}

export async function endAccount(
  { shop, people, ended }: World,
  { uid, phone }: { uid: number; phone: string },
  giveUp = false,
): Promise<Said> {
  // Two who end their accounts at once ask for one code after the other.
  const code = await codeFor(shop, phone).catch(() => undefined)
  if (code === undefined) return { status: 429, body: '' }
  const said = await personOf({ people }, uid).call(customerCentre.end, { body: { captcha: code, giveUp } })
  if (said.status !== 200) return said
  people.delete(uid)
  ended.push(uid)
  return said
}

const commissionPlans: Record<string, Plan> = {
  withdraw(world, seen) {
    const who = pickPerson(world, seen, ({ commission }) => commission >= 1_00)
    if (!who) return undefined
    const money = fenUpTo(world, who.commission) / 100
    const body = { extractType: 'alipay', money, name: '王小明', alipayCode: '13800138000' } as const
    return () => personOf(world, who.uid).call(frontWithdrawal.cash, { body })
  },
  takeBack(world, seen) {
    const one = pick(world, seen.withdrawals)
    return one && (() => personOf(world, one.uid).call(frontWithdrawal.cancel, { body: { id: one.id } }))
  },
  stepWithdrawal(world, seen) {
    const one = pick(world, seen.withdrawals)
    if (!one) return undefined
    const isBack = tossed(world, 0.25)
    return () => stepWithdrawal(world, one, isBack)
  },
  approveMany(world, { withdrawals }) {
    const ids = withdrawals.map(({ id }) => id)
    return ids.length ? () => world.clerk.call(withdrawal.apply, { body: { ids, status: 2 } }) : undefined
  },
  moveAccount(world, seen) {
    const one = pick(world, seen.withdrawals)
    const alipayCode = `139${between(world, 10_000_000, 99_999_999)}`
    return one && (() => world.clerk.call(withdrawal.update, { body: { id: one.id, alipayCode } }))
  },
  transfer(world, seen) {
    const who = pickPerson(world, seen, ({ commission }) => commission > 0)
    if (!who) return undefined
    const [price, times] = [fenUpTo(world, who.commission) / 100, tossed(world, 0.3) ? 2 : 1]
    const headers = { 'idempotency-key': `transfer-${String(world.next()).padStart(12, '0')}` }
    const send = () => personOf(world, who.uid).call(frontPromoter.transfer, { body: { price }, headers })
    return () => Promise.all(Array.from({ length: times }, send))
  },
  adjust(world, seen) {
    const [who, price] = [pick(world, seen.people), fenUpTo(world, 40_00) / 100]
    const type = tossed(world, 0.6) ? 1 : 2
    return who && (() => world.clerk.call(promoter.adjust, { body: { uid: who.uid, type, price, mark: '核对后补记' } }))
  },
  voidCommission(world, seen) {
    const one = pick(
      world,
      seen.orders.filter(({ paid }) => paid),
    )
    const level = tossed(world, 0.6) ? 1 : 2
    return (
      one &&
      (() => world.clerk.call(orderCommission.void, { body: { orderNo: one.orderNo, level, reason: '自己下单' } }))
    )
  },
}

/** Staff take a withdrawal a step further, or send it back. */
export function stepWithdrawal(
  { clerk }: World,
  { id, status }: { id: number; status: 0 | 2 },
  isBack: boolean,
): Promise<Said> {
  const body = isBack
    ? ({ id, status: -1, backMessage: '户名不符' } as const)
    : status
      ? ({ id, status: 1, payVoucher: '回单' } as const)
      : ({ id, status: 2 } as const)
  return clerk.call(withdrawal.apply, { body })
}

const rechargePlans: Record<string, Plan> = {
  recharge(world, seen) {
    const who = pickPerson(world, seen)
    const price = tossed(world, 0.5) ? PACKAGE.price / 100 : between(world, 1000, 8000) / 100
    const times = timesTold(world)
    return who && (() => rechargeBy(world, personOf(world, who.uid), price, times))
  },
  refundRecharge(world, seen) {
    const one = pick(world, seen.recharges)
    if (!one) return undefined
    const type = tossed(world, 0.5) ? 1 : 2
    const price = tossed(world, 0.4) ? {} : { price: fenUpTo(world, one.price - one.back) / 100 }
    return () => world.clerk.call(recharge.refund, { body: { id: one.id, type, ...price } })
  },
  rechargeAgain(world, seen) {
    const failed = pick(
      world,
      seen.refunds.filter(({ rechargeId }) => rechargeId),
    )
    const method = tossed(world, 0.5) ? ({ method: 'offline', voucher: '收据 2' } as const) : {}
    return failed && (() => world.clerk.call(recharge.again, { body: { refundNo: failed.refundNo, ...method } }))
  },
  arriveLate(world, seen) {
    const one = pick(world, seen.attempts)
    const times = tossed(world, 0.3) ? 2 : 1
    return one && (() => arrive(world, one.outTradeNo, times))
  },
  giveOrTake(world, seen) {
    const who = pick(world, seen.people)
    const [moneyType, moneyValue] = [tossed(world, 0.6) ? 1 : 2, fenUpTo(world, 120_00) / 100] as const
    const body = { uid: who?.uid ?? 0, moneyType, moneyValue, mark: '活动奖励' }
    return who && (() => world.clerk.call(shopUser.funds, { body }))
  },
}

const reviewPlans: Record<string, Plan> = {
  review(world, seen) {
    const one = pick(world, seen.approvals)
    if (!one) return undefined
    const [chief, other] = tossed(world, 0.5) ? world.chiefs : world.chiefs.toReversed()
    const reviewers = tossed(world, 0.5) ? [chief, other] : [chief]
    const forms = reviewers.map(() => ({ id: one.id, pass: tossed(world, 0.8), remark: '已核对' }))
    return () => Promise.all(reviewers.map((who, n) => review(who, forms[n])))
  },
  withdrawAsked(world, seen) {
    const one = pick(world, seen.approvals)
    return one && (() => world.clerk.call(approval.withdraw, { body: { id: one.id } }))
  },
}

async function review(
  who: World['clerk'] | undefined,
  body: { id: number; pass: boolean; remark: string } | undefined,
) {
  if (!who || !body) throw new Error('nobody reviews')
  return who.call(approval.review, { body })
}

const ownPlans: Record<string, Plan> = {
  jobsRun(world) {
    return () => runJobs(world)
  },
  thaw(world) {
    return async () => {
      await thawTwice(world)
      return []
    }
  },
  hoursPass(world) {
    const hours = between(world, 1, 40)
    return async () => {
      await pass(world.shop, hours * HOUR_MS)
      return []
    }
  },
  gatewayTurns(world) {
    const how = tossed(world, 0.35) ? 'sync' : tossed(world, 0.8) ? 'fail' : 'silent'
    return async () => {
      await setSettings(world.shop, { pay_sim_refund: how })
      return []
    }
  },
  rulesChange(world) {
    const rules = {
      store_brokerage_ratio: between(world, 0, 60),
      store_brokerage_two: between(world, 0, 40),
      brokerage_func_status: tossed(world, 0.9),
      brokerage_bind_days: tossed(world, 0.7) ? 0 : 2,
    }
    return async () => {
      await setSettings(world.shop, rules)
      return []
    }
  },
}

/** What jobs would do by now. */
export async function runJobs(world: World): Promise<Said[]> {
  const { ctx } = world.shop
  const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from refund where state = 0 order by id`)
  for (const { id } of rows) await sendRefund(ctx, id)
  for (const job of [settleDeadlines, expireEdits, receiveDue, completeDue, thawPoints, expireApprovals])
    await job(ctx, NEVER)
  await thawTwice(world)
  return []
}

/** Two processes come to it at once. */
async function thawTwice({ shop: { ctx } }: Pick<World, 'shop'>): Promise<void> {
  await Promise.all([thawCommissions(ctx, NEVER), thawCommissions(ctx, NEVER)])
}

/** Whatever may be done in the walk; more often what much else depends on. */
export const plans: Record<string, Plan> = {
  ...orderPlans,
  ...bondPlans,
  ...commissionPlans,
  ...rechargePlans,
  ...reviewPlans,
  ...ownPlans,
}
export const names = [
  ...Object.keys(plans),
  ...[
    'buy',
    'buy',
    'buy',
    'pay',
    'ship',
    'ship',
    'receive',
    'receive',
    'bind',
    'bind',
    'recharge',
    'review',
    'review',
    'review',
  ],
  ...['refundUnits', 'stepWithdrawal', 'stepWithdrawal', 'withdraw', 'jobsRun', 'hoursPass', 'thaw', 'enable'],
  ...['edit', 'takeDifference', 'cancelEdit', 'refundRecharge', 'rechargeAgain', 'again', 'arriveLate', 'decideCase'],
]
