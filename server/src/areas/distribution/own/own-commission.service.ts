import type {
  frontPromoter,
  OwnCommission,
  OwnPerson,
  OwnRecord,
  OwnSpreadOrder,
} from '@zhanggui/contract/distribution/front-promoter.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { promotes, quotaFen } from '@zhanggui/domain/distribution/promoter.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskName } from '@zhanggui/domain/mask.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { addBalance } from '../../user/ledger/ledger.service.ts'
import { takeBrokerage } from '../commission/commission.service.ts'
import * as own from './own-commission.repository.ts'

const BUBBLES = 20
const RANKED = 50
/** What runs over the pages of all buyers is a minute behind. */
const KEPT = { ttlSeconds: 60, max: 4 }

/** What the calling buyer has and earned as a promoter; who is none reads how to become one. */
export async function getOwnCommission(ctx: Ctx): Promise<OwnCommission> {
  const { uid } = ctx.buyer
  const settings = await getSettings(ctx)
  const sums = await own.sumOwn(ctx, uid, yesterdayOf(ctx))
  const quota = quotaFen(settings.store_brokerage_quota, settings)
  const { first, second } = await own.countBelow(ctx, uid)
  return {
    isPromoter: promotes(sums?.isPromoter ?? false, settings),
    quota: quota === null || !settings.brokerage_func_status ? null : toYuan(quota),
    brokeragePrice: toYuan(sums?.brokeragePriceFen ?? 0),
    freezePrice: toYuan(sums?.frozenFen ?? 0),
    totalPrice: toYuan(sums?.gainedFen ?? 0),
    extractPrice: toYuan(sums?.paidOutFen ?? 0),
    yesterdayPrice: toYuan(sums?.yesterdayFen ?? 0),
    peopleCount: first + second,
    orderCount: sums?.orderNum ?? 0,
    bubble: settings.brokerage_func_status && settings.store_brokerage_is_bubble ? await readBubble(ctx) : [],
  }
}

async function readBubble(ctx: Ctx): Promise<OwnCommission['bubble']> {
  const kept = ctx.platform.caches.named<own.Earned[]>('commission-bubble', KEPT)
  const newest = await kept.get('all', () => own.listNewest(ctx, BUBBLES))
  const media = await readMedia(ctx)
  return newest.map(({ nickname, avatar, priceFen, at }) => ({
    nickname: maskName(nickname),
    avatar: media.toWire(avatar),
    price: toYuan(priceFen),
    time: toWireTime(new Date(at)),
  }))
}

function yesterdayOf({ now }: Ctx): { from: Date; to: Date } {
  const { from = now(), to = now() } = parseTimeRange('yesterday', now())
  return { from, to }
}

/** A page of the calling buyer's commission, the newest first. */
export async function listOwnRecords(ctx: Ctx, query: RouteInput<typeof frontPromoter.detail>['query']) {
  const paging = readPage(query)
  const { rows, ...counted } = await own.listOwn(ctx, ctx.buyer.uid, paging)
  const list = rows.map((row): OwnRecord => {
    const { id, title, status, linkId, mark, brokerageLevel } = row
    return {
      id,
      title,
      status,
      linkId,
      mark,
      level: brokerageLevel,
      type: row.type === 1 ? 1 : 2,
      price: toYuan(row.priceFen),
      balance: toYuan(row.balanceFen),
      thawTime: wireTime(row.thawTime),
      createTime: toWireTime(row.createdAt),
    }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** A page of the people whom the calling buyer brought: never their phones. */
export async function listOwnPeople(ctx: Ctx, query: RouteInput<typeof frontPromoter.people>['query']) {
  const { page, limit, ...filter } = query
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await own.listPeople(ctx, ctx.buyer.uid, filter, paging)
  const media = await readMedia(ctx)
  const list = rows.map(
    ({ nickname, avatar, spreadTime, spreadCount, consumeMoneyFen, payCount }): OwnPerson => ({
      nickname,
      avatar: media.toWire(avatar),
      spreadTime: wireTime(spreadTime),
      childCount: spreadCount,
      numberCount: toYuan(consumeMoneyFen),
      orderCount: payCount,
    }),
  )
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** How many people the calling buyer brought, on both levels. */
export async function countOwnPeople(ctx: Ctx) {
  const { first, second } = await own.countBelow(ctx, ctx.buyer.uid)
  return { count: first + second, first, second }
}

/** A page of the orders that earned the calling buyer something, the newest first: neither what was bought nor where it went. */
export async function listOwnOrders(ctx: Ctx, query: RouteInput<typeof frontPromoter.orders>['query']) {
  const paging = readPage(query)
  const { rows, ...counted } = await own.listOrders(ctx, ctx.buyer.uid, paging)
  const list = rows.map(
    ({ payTime, payPriceFen, keptFen, thawTime, ...row }): OwnSpreadOrder => ({
      ...row,
      payTime: toWireTime(new Date(payTime)),
      payPrice: toYuan(payPriceFen),
      commission: toYuan(keptFen),
      thawTime: thawTime && toWireTime(new Date(thawTime)),
    }),
  )
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

type Span = 'week' | 'month'

/** Who brought most people this week or month. */
export async function rankOwnPeople(ctx: Ctx, type: Span) {
  const since = startOf(ctx, type)
  return ranked(
    ctx,
    `people-${type}`,
    () => own.rankPeople(ctx, since, RANKED),
    await own.countBrought(ctx, ctx.buyer.uid, since),
  )
}

/** To whom most commission came this week or month, in yuan. */
export async function rankOwnCommission(ctx: Ctx, type: Span) {
  const since = startOf(ctx, type)
  const mine = await own.sumCome(ctx, ctx.buyer.uid, since)
  const { list, own: self } = await ranked(
    ctx,
    `commission-${type}`,
    () => own.rankCommission(ctx, since, RANKED),
    mine,
  )
  const inYuan = <Row extends { value: number }>(row: Row) => ({ ...row, value: toYuan(row.value) })
  return { list: list.map(inYuan), own: inYuan(self) }
}

const startOf = ({ now }: Ctx, type: Span): Date => parseTimeRange(type, now()).from ?? now()

async function ranked(ctx: Ctx, name: string, find: () => Promise<own.Ranked[]>, mine: number) {
  const rows = await ctx.platform.caches.named<own.Ranked[]>('promoter-ranks', KEPT).get(name, find)
  const media = await readMedia(ctx)
  const list = rows.map(({ nickname, avatar, value }, index) => ({
    place: index + 1,
    nickname: maskName(nickname),
    avatar: media.toWire(avatar),
    value,
  }))
  return { list, own: { place: rows.findIndex(({ uid }) => uid === ctx.buyer.uid) + 1, value: mine } }
}

/**
 * Turns commission of the calling buyer into balance, both or neither, once for a key.
 * @throws 400 without a key; 422 for more than there is, a balance beyond its limit, and while the shop has no balances
 */
export async function transferIn(ctx: Ctx, price: number): Promise<Record<never, never>> {
  const { uid } = ctx.buyer
  const { key } = ctx.origin
  if (!key) throw new HttpError(400, 'BAD_REQUEST', '请求须带 Idempotency-Key，以免重复转入')
  if (!(await getSettings(ctx)).balance_func_status) throw new Refusal('商家未开通余额功能')
  const fen = toFen(price)
  const bizKey = `yue:${uid}:${key}`
  return retried(ctx, async (tx) => {
    const taken = await takeBrokerage(tx, {
      uid,
      priceFen: fen,
      linkType: 'yue',
      linkId: '',
      title: '佣金转余额',
      bizKey,
    })
    if (!taken) throw new Refusal('可用佣金不足')
    if (!(await addBalance(tx, { uid, type: 'transferIn', numberFen: fen, bizKey })))
      throw new Refusal('余额将超过上限')
    return {}
  })
}
