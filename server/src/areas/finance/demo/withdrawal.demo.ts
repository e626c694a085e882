import { withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, calling, withContext } from '../../../platform/http/context.ts'
import { askWithdrawal } from '../withdrawal/own-withdrawal.service.ts'
import { stepWithdrawals } from '../withdrawal/withdrawal.service.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS

type Told = { daysAgo: number; account: 'bank' | 'alipay' | 'weixin'; ends: 'waits' | 'approved' | 'paid' | 'back' }

/** One in every state, the oldest first. */
const told: readonly Told[] = [
  { daysAgo: 19, account: 'bank', ends: 'paid' },
  { daysAgo: 8, account: 'alipay', ends: 'back' },
  { daysAgo: 2, account: 'alipay', ends: 'approved' },
  { daysAgo: 0, account: 'weixin', ends: 'waits' },
]

const accounts = {
  bank: { extractType: 'bank', cardNum: '6222021001112223334', bankName: '中国工商银行' },
  alipay: { extractType: 'alipay', alipayCode: '13800138000' },
  weixin: { extractType: 'weixin', wechat: 'zhanggui_demo' },
} as const

/** Promoters of a demo shop withdraw once: one withdrawal waits, one is approved, one is paid, one was sent back. */
export async function fillWithdrawalDemo(ctx: Ctx): Promise<void> {
  if ((await ctx.db.execute(sql`select from user_extract limit 1`)).rowCount) return
  const { rows } = await ctx.db.execute<{ uid: number; name: string; fen: number }>(sql`
    select id::int as uid, nickname as name, brokerage_price_fen::int as fen from shop_user
    where status and brokerage_price_fen >= 300 order by brokerage_price_fen desc, id limit ${told.length}`)
  for (const [n, { uid, name, fen }] of rows.entries()) {
    const story = told[n]
    if (story) await tell(ctx, { uid, name, fen }, story)
  }
}

async function tell(ctx: Ctx, { uid, name, fen }: { uid: number; name: string; fen: number }, story: Told) {
  const at = ctx.now().getTime() - story.daysAgo * DAY_MS
  const then = (ms: number) => ({ now: () => new Date(Math.min(at + ms, ctx.now().getTime())) })
  const shopper = { uid, name, sessionId: '', channel: 'h5' } as const
  const buyer = withContext(ctx, { caller: undefined, shopper, ...then(0) })
  const money = Math.max(1, Math.floor(fen / 200))
  const { id } = await askWithdrawal(buyer, { ...accounts[story.account], name: '王小明', money })
  const staff = (ms: number) => {
    const moment = then(ms)
    const caller = { ...ctx.actor, reauthAt: moment.now() }
    return calling(withContext(ctx, { caller, ...moment }), withdrawal.apply)
  }
  if (story.ends === 'back') {
    await stepWithdrawals(staff(HOUR_MS), { id, status: -1, backMessage: '姓名与支付宝实名不一致，请修改后重新申请' })
    return
  }
  if (story.ends === 'waits') return
  await stepWithdrawals(staff(HOUR_MS), { id, status: 2 })
  if (story.ends === 'paid')
    await stepWithdrawals(staff(2 * HOUR_MS), { id, status: 1, payVoucher: '工行回单 0071', payNo: '20261110000071' })
}
