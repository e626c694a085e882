import {
  type BrokerageAdjust,
  type PeopleQuery,
  type PersonRow,
  type PromoterQuery,
  type PromoterRow,
  type PromoterStatistics,
  promoter,
  type SpreadOrderQuery,
  type SpreadOrderRow,
} from '@zhanggui/contract/distribution/promoter.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import type { Asked } from '@zhanggui/contract/work/approval.ts'
import { commissionNoteText } from '@zhanggui/domain/distribution/commission.ts'
import { isOpenToAll } from '@zhanggui/domain/distribution/promoter.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { parseWireTime, toWireDay, toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { HttpError, notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'
import { requireAll, seesBalances, setPromoter, WHAT } from '../../user/shop-user/shop-user.service.ts'
import { ENDED_BY_BUYER } from '../../user/shop-user/shop-user.tables.ts'
import { LARGE } from '../../user/shop-user/user-funds.service.ts'
import { approvable, askApproval, asksAbove } from '../../work/approval/approval.service.ts'
import { addBrokerage, takeBrokerage } from '../commission/commission.service.ts'
import * as promoters from './promoter.repository.ts'

type Paging = RouteInput<typeof promoter.people>['query']

/** A page of the promoters, with what they brought. Accounts that see their stores alone see none. @throws 400 */
export async function listPromoters(ctx: Ctx, query: PromoterQuery) {
  const { page, limit, ...filter } = query
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await promoters.list(ctx, filter, isOpenToAll(await getSettings(ctx)), paging)
  const media = await readMedia(ctx)
  const list = rows.map((row): PromoterRow => {
    const { id, nickname, realName, isPromoter, status, spreadCount, spreadUid } = row
    return {
      id,
      uid: id,
      nickname,
      realName,
      isPromoter,
      status,
      spreadCount,
      spreadUid,
      avatar: media.toWire(row.avatar),
      phone: maskPhone(row.phone),
      spreadOrderNum: row.orderNum,
      spreadOrderTotalPrice: toYuan(row.ordersFen),
      totalBrokeragePrice: toYuan(row.gainedFen),
      extractCountPrice: toYuan(row.paidOutFen),
      extractCountNum: row.paidOutNum,
      brokeragePrice: toYuan(row.brokeragePriceFen),
      freezeBrokeragePrice: toYuan(row.frozenFen),
      promoterTime: wireTimeOf(row.promoterTime),
      spreadNickname: row.spreadNickname ?? '',
    }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** A page of the people whom a promoter brought, and whom these did; nobody for accounts that see their stores alone. */
export async function listPeople(ctx: Ctx, { page, limit, ...filter }: PeopleQuery & Paging) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await promoters.listPeople(ctx, filter, paging)
  const media = await readMedia(ctx)
  const list = rows.map(
    ({ phone, spreadTime, payCount, consumeMoneyFen, brokerageFen, ...row }): PersonRow => ({
      ...row,
      avatar: media.toWire(row.avatar),
      phone: maskPhone(phone),
      spreadTime: wireTimeOf(spreadTime),
      orderCount: payCount,
      consumeMoney: toYuan(consumeMoneyFen),
      brokerage: toYuan(brokerageFen),
    }),
  )
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** A page of the orders of these people: what they earned the promoter, or why nothing; none for accounts of single stores. */
export async function listSpreadOrders(ctx: Ctx, { page, limit, ...filter }: SpreadOrderQuery & Paging) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await promoters.listOrders(ctx, filter, paging)
  const list = rows.map((row): SpreadOrderRow => {
    const { id, orderNo, uid, nickname, level, status, priceFen } = row
    return {
      id,
      orderNo,
      uid,
      nickname,
      level,
      status,
      payPrice: toYuan(row.payPriceFen),
      refundPrice: toYuan(row.refundPriceFen),
      payTime: toWireTime(new Date(row.payTime)),
      commission: priceFen === null ? null : toYuan(priceFen),
      takenBack: toYuan(row.takenFen),
      thawTime: wireTimeOf(row.thawTime),
      note: status === null ? commissionNoteText(row.note, row.earned) : '',
    }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** Those directly below a customer, who brought most first; a tree is opened level by level. @throws 404 */
export async function listChildren(ctx: Ctx, uid: number): Promise<RouteAnswer<typeof promoter.tree>> {
  await get(ctx, uid)
  const { rows, total } = await promoters.listChildren(ctx, uid)
  const media = await readMedia(ctx)
  return { total, list: rows.map((row) => ({ ...row, avatar: media.toWire(row.avatar), phone: maskPhone(row.phone) })) }
}

/** Sums over all promoters; accounts that see their stores alone see none. */
export async function sumPromoters(ctx: Ctx, { dateLimit }: { dateLimit?: string[] }): Promise<PromoterStatistics> {
  const isForAll = isOpenToAll(await getSettings(ctx))
  const sums = seesBalances(ctx) ? await promoters.sum(ctx, dateLimit, isForAll) : undefined
  return {
    promoterNum: sums?.promoterNum ?? 0,
    newPromoterNum: sums?.newPromoterNum ?? 0,
    spreadUserNum: sums?.spreadUserNum ?? 0,
    orderNum: sums?.orderNum ?? 0,
    orderPrice: toYuan(sums?.ordersFen ?? 0),
    brokeragePrice: toYuan(sums?.gainedFen ?? 0),
    freezePrice: toYuan(sums?.frozenFen ?? 0),
    extractPrice: toYuan(sums?.paidOutFen ?? 0),
    waitExtractPrice: toYuan(sums?.askedFen ?? 0),
  }
}

/** Makes customers promoters, or ordinary ones again; what they earned stays theirs. @throws 404, 422 for accounts of single stores */
export const appointPromoters = (ctx: Ctx, given: RouteInput<typeof promoter.appoint>['body']) =>
  setPromoter(ctx, given)

/**
 * Gives a customer commission, or takes some, by hand.
 * @returns 202 where a second person must agree first
 * @throws 403 for a large sum, 404 also for the order; 422 for more than there is and for an ended account; 428 above `reauth_amount`
 * without proof
 */
export function adjustBrokerage(ctx: Ctx, form: BrokerageAdjust): Promise<Record<never, never> | Accepted<Asked>> {
  return retried(ctx, (tx) => {
    const call = { route: promoter.adjust, input: form, reason: form.mark }
    return approvable(tx, call, (own) => adjust(own, form))
  })
}

async function adjust(tx: Ctx, form: BrokerageAdjust): Promise<Record<never, never>> {
  const { uid, type, mark, orderNo = '' } = form
  const priceFen = toFen(form.price)
  requireAll(tx)
  const isLarge = await requireWithinDay(tx, priceFen)
  await lockCustomers(tx, [uid])
  const customer = await get(tx, uid)
  if (!customer.status && customer.closeReason === ENDED_BY_BUYER) throw new Refusal('该账号已注销，不能调整佣金')
  if (orderNo && !(await promoters.hasOrder(tx, orderNo))) throw notFound('订单')
  const { key } = tx.origin
  const move = {
    uid,
    priceFen,
    mark,
    linkType: 'system' as const,
    linkId: orderNo,
    title: type === 1 ? '后台增加佣金' : '后台扣减佣金',
    // A key is its caller's own: another's with the same text must not count as a repeat.
    ...(key && {
      bizKey: `system:${tx.actor.sessionId.startsWith('key-') ? tx.actor.sessionId : tx.actor.userId}:${key}`,
    }),
  }
  if (!(await (type === 1 ? addBrokerage : takeBrokerage)(tx, move))) throw new Refusal('可扣佣金不足')
  const after = await get(tx, uid)
  const name = customer.nickname || `用户 ${uid}`
  const [had, has] = [customer.brokeragePriceFen, after.brokeragePriceFen]
  // What one member of staff gives and takes in a day counts: a large sum is not split.
  if (await asksAbove(tx, await sumOfDay(tx))) {
    const { approval_amount: limit } = await getSettings(tx)
    await askApproval(tx, {
      kind: 'commission',
      amountFen: priceFen,
      title: `${type === 1 ? '增加' : '扣减'}佣金 ${yuanText(priceFen)}，${name}`,
      object: { type: 'shop-user', id: uid, name, link: `/distribution/list?keywords=${uid}` },
      rule: `一人一天调整佣金超过 ${yuanText(limit)}`,
      ...(isLarge && { needs: [LARGE] }),
      changes: [{ name: `${name} 的佣金`, now: yuanText(had), after: yuanText(has) }],
    })
  }
  await audit(tx, {
    action: 'commission',
    objectType: 'shop-user',
    objectId: uid,
    objectName: name,
    before: { brokeragePrice: toYuan(had) },
    after: { brokeragePrice: toYuan(has), mark, ...(orderNo && { orderNo }) },
    labels: { brokeragePrice: '佣金', mark: '原因', orderNo: '订单号' },
  })
  return {}
}

/**
 * Asks about what one member of staff gives and takes in a day: a large sum is not split to pass a limit. Commission becomes balance by
 * a tap of its owner, so it takes the right that as much balance takes.
 * @returns whether it is more than `founds_limit`
 * @throws 403 above that without the right to large amounts, 428 above `reauth_amount` without proof
 */
async function requireWithinDay(tx: Ctx, priceFen: number): Promise<boolean> {
  const { founds_limit, reauth_amount } = await getSettings(tx)
  const sumFen = (await sumOfDay(tx)) + priceFen
  const isLarge = sumFen > founds_limit
  if (isLarge && !holds(tx.actor, LARGE)) {
    const message = `一天调整佣金超过 ${toYuan(founds_limit)} 元，需要「大额调整」权限`
    throw new HttpError(403, 'FORBIDDEN', message, { permission: LARGE })
  }
  if (sumFen > reauth_amount) requireProof(tx)
  return isLarge
}

/** What the caller has given and taken today. */
function sumOfDay(tx: Ctx): Promise<number> {
  const since = parseWireTime(`${toWireDay(tx.now())} 00:00:00`) ?? tx.now()
  return promoters.sumAdjusted(tx, tx.actor.userId, since)
}

/** A customer, for callers who see all customers. @throws 404 */
async function get(ctx: Ctx, uid: number) {
  const found = seesBalances(ctx) ? await promoters.find(ctx, uid) : undefined
  if (!found) throw notFound(WHAT)
  return found
}

const wireTimeOf = (text: string | null) => text && toWireTime(new Date(text))
