import type { frontPay, PayAnswer, PayForm } from '@zhanggui/contract/payment/front-pay.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { isSimOpen, listPayMethods, openGateway, providerOf } from '../gateway/gateways.service.ts'
import { knownOpenid, openidOfCode, openidWanted } from '../gateway/payer.service.ts'
import { type Due, payables } from '../payment/payable.service.ts'
import * as payments from '../payment/payment.repository.ts'
import { closeAttempts } from '../payment/payment.service.ts'
import type { PayProvider } from '../payment/payment.tables.ts'
import { settle } from './take-money.service.ts'

/** As long as an open attempt is given again, instead of a new one. */
const SAME_MS = 5 * 60_000
const MINUTE_MS = 60_000
/** How often a provider is asked about something because its buyer asks. */
const ASKED = { max: 1, seconds: 3 }

/** The ways to pay, as the buyer may choose; with a number what is due by it, and the ways that it may take. @throws 404 */
export async function getPayConfig(ctx: Ctx, { no }: { no?: string }) {
  const { uid, channel } = ctx.buyer
  const own = no === undefined ? undefined : await findOwn(ctx, no)
  const ways = await listPayMethods(ctx, channel)
  return {
    methods: ways.map((way) => {
      const reason = way.payType === 'yue' || way.payType === 'offline' ? own?.closed[way.payType] : undefined
      return way.open && reason ? { ...way, open: false, reason } : way
    }),
    userBalance: toYuan(await payments.balanceOf(ctx, uid)),
    simOpen: await isSimOpen(ctx),
    due: own
      ? {
          fee: toYuan(own.amountFen),
          payDeadline: own.payDeadline && toWireTime(own.payDeadline),
          paid: own.isPaid,
          what: own.bizType,
        }
      : null,
    serverTime: toWireTime(ctx.now()),
  }
}

/**
 * Pays what is due of the calling buyer by a number: at once from the balance, later when it is handed over, or by a provider, for
 * which the answer says how the buyer's client goes on.
 * @throws 404, 409 for what is paid or closed, 422 for a way that is closed or too little balance, or OPENID_WANTED, 502 for a silent
 *   provider
 */
export async function payDue(ctx: Ctx, { orderNo: no, payType, channel, wxCode }: PayForm): Promise<PayAnswer> {
  const method = (await listPayMethods(ctx, channel)).find((each) => each.payType === payType)
  if (!method?.open) throw new Refusal(method?.reason ?? '商家尚未开通此支付方式')
  if (payType === 'yue') return payFromBalance(ctx, no, channel)
  if (payType === 'offline') return payLater(ctx, no)
  const provider = await providerOf(ctx, payType, channel)
  if (!provider) throw new Refusal('商家尚未开通此支付方式')
  return payByProvider(ctx, no, { payType, channel, provider, wxCode })
}

function payFromBalance(ctx: Ctx, no: string, channel: PayForm['channel']): Promise<PayAnswer> {
  return retried(ctx, async (tx) => {
    const due = await lockDue(tx, no)
    const { outTradeNo } = await payments.insertPaid(tx, { ...due, channel }, 'balance', 'yue')
    if (!(await due.pay(tx, { payType: 'yue' }))) throw new Refusal('余额不足')
    return { paid: true, payType: 'yue', outTradeNo, provider: 'balance' }
  })
}

function payLater(ctx: Ctx, no: string): Promise<PayAnswer> {
  return retried(ctx, async (tx) => {
    const due = await lockOwn(tx, no)
    if (!due.payLater) throw new Refusal('不支持线下支付')
    await due.payLater(tx)
    return { paid: false, payType: 'offline', outTradeNo: '', provider: 'offline' }
  })
}

type ProviderPay = {
  payType: 'weixin' | 'alipay'
  channel: PayForm['channel']
  provider: PayProvider
  wxCode: string | undefined
}

/** The attempt is stored before the provider learns of it, so that no money comes for what we do not know. */
async function payByProvider(
  ctx: Ctx,
  no: string,
  { payType, channel, provider, wxCode }: ProviderPay,
): Promise<PayAnswer> {
  const gateway = openGateway(ctx, { provider, channel })
  if (!gateway) throw new Error(`no gateway ${provider}`)
  const known = await knownOpenid(ctx, provider, channel)
  const { attempt, subject } = await retried(ctx, async (tx) => {
    const due = await lockDue(tx, no)
    const since = tx.now().getTime() - SAME_MS
    const open = await payments.listOpen(tx, due)
    const same = open.find(
      (each) =>
        each.provider === provider &&
        each.payType === payType &&
        each.channel === channel &&
        each.amountFen === due.amountFen &&
        each.createdAt.getTime() > since,
    )
    if (same) return { attempt: same, subject: due.subject }
    if (known === undefined && !wxCode) throw openidWanted()
    await closeAttempts(tx, due)
    const queryAt = new Date(tx.now().getTime() + MINUTE_MS)
    const made = await payments.insert(tx, { ...due, channel }, { provider, payType, queryAt })
    return { attempt: made, subject: due.subject }
  })
  const { id, outTradeNo, amountFen, uid, prepay, createdAt } = attempt
  const answer = { paid: false, payType, outTradeNo, provider }
  if (prepay) return { ...answer, jsConfig: prepay }
  const openid = known ?? (await openidOfCode(ctx, channel, wxCode))
  const { site_name } = await getSettings(ctx)
  const ofBuyer = { uid, openid, ip: ctx.origin.ip }
  const asked = { outTradeNo, amountFen, subject: `${site_name} ${subject}`, payType, channel, createdAt, ...ofBuyer }
  const jsConfig = await gateway.prepay(asked).catch(async (error: unknown) => {
    ctx.log.error({ err: error, outTradeNo, provider }, 'a provider did not take an attempt')
    await payments.end(ctx, id, 3, error instanceof Error ? error.message : '')
    throw new HttpError(502, 'UPSTREAM', '支付渠道暂时无法使用，请稍后再试或换一种支付方式')
  })
  await payments.keepPrepay(ctx, id, jsConfig)
  return { ...answer, jsConfig }
}

type PayResult = RouteAnswer<typeof frontPay.query>

/**
 * Whether what the calling buyer pays by a number is paid, and how the newest attempt stands; asks the providers of open attempts,
 * but not too often.
 * @throws 404
 */
export async function queryPayResult(ctx: Ctx, no: string): Promise<PayResult> {
  const own = await findOwn(ctx, no)
  if (own.isPaid) return paidResult
  const open = await payments.listOpen(ctx, own)
  const mayAsk = open.length && (await ctx.platform.limits.take(`pay query ${own.bizType} ${own.bizId}`, ASKED)).allowed
  if (!mayAsk) return newestResult(ctx, own)
  for (const attempt of open) {
    const outcome = await openGateway(ctx, attempt)
      ?.query(attempt.outTradeNo)
      .catch((error: unknown) => {
        ctx.log.warn({ err: error, outTradeNo: attempt.outTradeNo }, 'a provider did not say how an attempt stands')
        return undefined
      })
    if (outcome) await settle(ctx, attempt, outcome)
  }
  const asked = await findOwn(ctx, no)
  return asked.isPaid ? paidResult : newestResult(ctx, asked)
}

const paidResult: PayResult = { paid: true, state: 'paid', message: '' }
const attemptStates = ['open', 'paid', 'closed', 'failed'] as const
const CHINESE = /\p{Script=Han}/u

async function newestResult(ctx: Ctx, own: { bizType: string; bizId: number }): Promise<PayResult> {
  const newest = await payments.findNewest(ctx, own)
  const state = attemptStates[newest?.state ?? 0] ?? 'open'
  // Money that came too late or twice does not pay it: it goes back.
  if (state === 'paid') return { paid: false, state: 'closed', message: '' }
  if (state !== 'failed') return { paid: false, state, message: '' }
  // What providers and libraries say in other tongues is for the log.
  const said = newest?.failMsg ?? ''
  return { paid: false, state, message: CHINESE.test(said) ? said : '支付未成功，请重试或换一种支付方式' }
}

/** What buyers pay by numbers. */
const numbered = ({ platform }: Ctx) =>
  platform.hooks.of(payables).flatMap(({ title, ofBuyer }) => (ofBuyer ? [{ title, ...ofBuyer }] : []))

const unknown = (ctx: Ctx) =>
  notFound(
    numbered(ctx)
      .map(({ title }) => title)
      .join('或'),
  )

/** @throws 404, also for another buyer's */
async function findOwn(ctx: Ctx, no: string) {
  for (const { find } of numbered(ctx)) {
    const found = await find(ctx, no)
    if (found) return found
  }
  throw unknown(ctx)
}

/** Locks what the calling buyer pays by a number; a stranger finds none, and does not hold up the owner. @throws 404 */
async function lockOwn(tx: Ctx, no: string): Promise<Due> {
  for (const { lock } of numbered(tx)) {
    const due = await lock(tx, no)
    if (due) return due
  }
  throw unknown(tx)
}

/** The same, where it is to be paid. @throws 404, 409 */
async function lockDue(tx: Ctx, no: string): Promise<Due> {
  const due = await lockOwn(tx, no)
  if (due.refusal) throw due.refusal
  return due
}
