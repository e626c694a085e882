import type { BillDay, BillQuery, gatewayBill } from '@zhanggui/contract/finance/gateway-bill.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { billProviders, type FoundDiff, judgeDiffs } from '@zhanggui/domain/finance/gateway-bill.ts'
import { maskNumber } from '@zhanggui/domain/mask.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { parseWireTime, toWireDay, wireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { openGateway } from '../../payment/gateway/gateways.service.ts'
import { listMerchants } from '../../payment/gateway/wechat-pay.service.ts'
import { askAttempt } from '../../payment/pay/pay-watch.service.ts'
import { findRefund } from '../../payment/refund/refund.service.ts'
import { askAgain } from '../../payment/refund/refund-send.service.ts'
import * as diffs from './bill-diff.repository.ts'
import * as bills from './gateway-bill.repository.ts'

const DAY_MS = 24 * 3600_000
/** Bills are given for three months. */
const MAX_DAYS = 90
/** Days that one run asks for. */
const BATCH = 10
/** So many days back, what a bill had not yet may stand in a later one. */
const LOOK_BACK = 3
/** So long a bill that a provider says is not there is waited for where money came on its day. */
const PATIENCE_DAYS = 3
/** Above this only their number is reported: the settings must be wrong then. */
const MAX_DIFFS = 1000
const CHANNELS = { routine: ['routine'], weixin: ['wechat', 'h5', 'app'] } as const

/** Whose bills the shop has: a bill is of a merchant number, though two channels pay to it. */
export async function listAccounts(ctx: Ctx): Promise<bills.BillAccount[]> {
  const merchants = await listMerchants(ctx)
  const all = merchants.length === 1 ? [...CHANNELS.routine, ...CHANNELS.weixin] : undefined
  return [
    ...merchants.map(({ mchid, channel }) => ({
      provider: 'wechat' as const,
      account: mchid,
      channels: all ?? CHANNELS[channel],
    })),
    { provider: 'sim', account: 'sim', channels: ['routine', 'wechat', 'h5', 'app'] },
  ]
}

/** Fetches the bills that are due, and looks for differences. Returns how many days were asked for. */
export async function fetchBills(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const today = ctx.now().getTime()
  const [first, last] = [toWireDay(new Date(today - MAX_DAYS * DAY_MS)), toWireDay(new Date(today - DAY_MS))]
  let asked = 0
  for (const of of await listAccounts(ctx))
    for (const day of await bills.listDue(ctx, of, { first, last, limit: BATCH })) {
      if (signal.aborted) return asked
      await fetchDay(ctx, of, day)
      asked++
    }
  return asked
}

/** Fetches a day's bill and compares it. Returns why there is none. */
async function fetchDay(ctx: Ctx, of: bills.BillAccount, day: string): Promise<string | undefined> {
  const { provider, account, channels } = of
  const key = { provider, account, day }
  try {
    const bill = await openGateway(ctx, { provider, channel: channels[0] ?? '' })?.downloadBill(day)
    const isTooSoon = bill?.isNone && (await bills.hasPayments(ctx, of, day)) && ageOf(ctx, day) <= PATIENCE_DAYS
    if (!bill || isTooSoon) {
      const message = '账单未出，支付渠道上午 10 点后给出，每小时再取一次'
      await bills.noteMissing(ctx, key, { state: 'waiting', message })
      return message
    }
    await inTransaction(ctx, (tx) => bills.storeBill(tx, key, bill))
  } catch (error) {
    ctx.log.warn({ err: error, provider, day }, 'a bill could not be fetched')
    const message = cutText(error instanceof Error ? error.message : '下载失败', 255)
    await bills.noteMissing(ctx, key, { state: 'failed', message })
    return message
  }
  await compare(ctx, of, { from: before(day, LOOK_BACK), to: day })
  return undefined
}

const ageOf = ({ now }: Ctx, day: string) => (now().getTime() - startOf(day)) / DAY_MS
const startOf = (day: string) => (parseWireTime(day) as Date).getTime()
const before = (day: string, days: number) => toWireDay(new Date(startOf(day) - days * DAY_MS))

/**
 * Compares the bills of some days with what the shop has. What a bill has and the shop has not is asked for: money that came is
 * booked then, as its call-back would have, and the difference stays in the list as settled.
 */
export async function compare(ctx: Ctx, of: bills.BillAccount, days: bills.Days): Promise<void> {
  for (const refundNo of await bills.listUnsettled(ctx, of, days, MAX_DIFFS)) {
    const refund = await findRefund(ctx, { refundNo })
    if (refund) await askAgain(ctx, refund)
  }
  const found = await keepDiffs(ctx, of, days, '核对后自动平账')
  let isNews = false
  for (const { type, kind, no, state } of found)
    if (type === 'pay' && kind === 'theirs' && state !== 'none') isNews = (await askAttempt(ctx, no)) || isNews
  if (isNews) await keepDiffs(ctx, of, days, '向支付渠道查询后已补记')
}

/** Stores the current differences and reports new ones. */
function keepDiffs(ctx: Ctx, of: bills.BillAccount, days: bills.Days, note: string): Promise<bills.RawDiff[]> {
  return inTransaction(ctx, async (tx) => {
    const runs = await bills.lockRuns(tx, of, days)
    const raw = await bills.listDiffs(tx, of, days, MAX_DIFFS)
    const found = [...raw.map(describe), ...runs.flatMap(oddOf)]
    const kept = await diffs.listKept(
      tx,
      of,
      days,
      found.map(({ object }) => object),
    )
    const { opened, seen, gone } = judgeDiffs(kept, found)
    const place = { equation: diffs.BILLS, provider: of.provider, account: of.account }
    await diffs.storeOpen(tx, place, opened)
    await diffs.noteSeen(tx, place, seen)
    const handling = { note, operatorId: tx.caller?.userId ?? 0, operatorName: tx.caller?.name ?? '系统' }
    await diffs.settleGone(
      tx,
      place,
      gone.map(({ object }) => object),
      handling,
    )
    await tell(tx, of, opened)
    return raw
  })
}

const states: Record<string, string> = { none: '没有记录', 0: '未付款', 2: '已关闭', 3: '支付失败' }

/** A difference in words. */
function describe({ kind, type, no, day, theirsFen, oursFen, times, state }: bills.RawDiff): FoundDiff {
  const what = type === 'pay' ? '收款' : '退款'
  const theirs = times ? `${what} ${yuanText(theirsFen)}` : '没有记录'
  const ours = state === '1' ? `${what} ${yuanText(oursFen)}` : (states[state] ?? '未完成')
  return {
    kind,
    object: kind === 'double' ? `${type}:${no}:double` : `${type}:${no}`,
    no,
    day,
    amountFen: differenceOf(kind, theirsFen, oursFen),
    expected: kind === 'double' ? `${times} 行` : theirs,
    found: kind === 'double' ? '1 笔' : ours,
  }
}

function differenceOf(kind: bills.RawDiff['kind'], theirsFen: number, oursFen: number): number {
  if (kind === 'amount') return Math.abs(theirsFen - oursFen)
  return theirsFen || oursFen
}

const oddOf = ({ id, odd, day }: bills.RunRow): FoundDiff[] =>
  odd.map((line, index) => ({
    kind: 'odd' as const,
    object: `odd:${id}:${index}`,
    no: '',
    day,
    amountFen: 0,
    expected: cutText(line, 255),
    found: '',
  }))

async function tell(tx: Ctx, { provider }: bills.BillAccount, opened: readonly FoundDiff[]): Promise<void> {
  if (!opened.length) return
  const days = [...new Set(opened.map(({ day }) => day))].join('、')
  const shown = opened
    .slice(0, 5)
    .map(({ no, expected, found }) => `${no || '账单'}：渠道${expected}，店里${found || '无法核对'}`)
  await notify(tx, {
    event: 'recon.diff',
    level: 'warn',
    title: `对账发现 ${opened.length} 处差异：${billProviders[provider]} ${days}`,
    content: shown.join('；'),
    link: '/finance/bill',
  })
}

/**
 * Fetches and compares the bills of a day now.
 * @throws 400 for a day that has no bill yet or not any more; 404 for an account of single stores
 */
export async function checkDay(ctx: Ctx, day: string): Promise<RouteAnswer<typeof gatewayBill.check>> {
  if (ctx.actor.scope.storeIds) throw notFound('对账单')
  const at = parseWireTime(day)
  const today = toWireDay(ctx.now())
  if (!at) throw new BadInput('账单日不是有效的日期', 'day')
  if (day >= today) throw new BadInput('当天的账单第二天才有，请选择今天以前的日期', 'day')
  if (ageOf(ctx, day) > MAX_DAYS + 1) throw new BadInput(`支付渠道只保留 ${MAX_DAYS} 天的账单`, 'day')
  const messages: string[] = []
  let days = 0
  for (const of of await listAccounts(ctx)) {
    if (of.provider === 'sim' && !(await bills.hasPayments(ctx, of, day))) continue
    const why = await fetchDay(ctx, of, day)
    if (why) messages.push(`${billProviders[of.provider]}：${why}`)
    else days++
  }
  const said = messages.join('；')
  await inTransaction(ctx, (tx) =>
    audit(tx, {
      action: 'billCheck',
      objectType: 'gateway-bill',
      objectId: day,
      objectName: day,
      ...(said && { after: { message: said } }),
    }),
  )
  const { open = 0 } = await diffs.countStates(ctx, { dateLimit: [day, day] })
  if (!days && !messages.length) throw new Refusal('这一天没有要核对的支付渠道')
  return { days, openCount: open, message: said || (open ? `有 ${open} 处差异待处理` : '逐笔核对一致') }
}

/** A page of days, the newest first, with sums of all that match. */
export async function listDays(ctx: Ctx, { page, limit, ...filter }: BillQuery) {
  const paging = readPage({ page, limit })
  const { rows, sums } = await bills.listRuns(ctx, filter, paging)
  const { total, paidFen, refundedFen, feeFen } = sums
  return {
    list: rows.map(describeDay),
    total,
    page: paging.page,
    limit: paging.limit,
    sums: { rows: sums.rows, ...moneyOf({ paidFen, refundedFen, feeFen }) },
  }
}

function describeDay({ run, openCount, openFen }: Awaited<ReturnType<typeof bills.listRuns>>['rows'][number]): BillDay {
  const { id, day, provider, account, state, message, rows, paidFen, refundedFen, feeFen, checkedAt } = run
  return {
    id,
    day,
    provider,
    state,
    message,
    rows,
    openCount,
    openAmount: toYuan(openFen),
    account: provider === 'sim' ? '' : maskNumber(account),
    ...moneyOf({ paidFen, refundedFen, feeFen }),
    fetchTime: wireTime(checkedAt),
  }
}

const moneyOf = ({ paidFen, refundedFen, feeFen }: { paidFen: number; refundedFen: number; feeFen: number }) => ({
  paid: toYuan(paidFen),
  refunded: toYuan(refundedFen),
  fee: toYuan(feeFen),
  settled: toYuan(paidFen - refundedFen - feeFen),
})
