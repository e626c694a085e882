import type { Recharge, RechargeQuery, recharge } from '@zhanggui/contract/finance/recharge.ts'
import type { RouteAnswer, RouteInput } from '@zhanggui/contract/routes.ts'
import { rechargeStateOf } from '@zhanggui/domain/finance/recharge-words.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { isSilent } from '../../payment/refund/refund.service.ts'
import * as recharges from './recharge-list.repository.ts'

type Paged = RouteInput<typeof recharge.list>['query']

/** A page of recharges, the newest first, with the sums of all that the filters find. */
export async function listRecharges(ctx: Ctx, { page, limit, ...filter }: RechargeQuery & Paged) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await recharges.list(ctx, filter, paging)
  const refunds = await recharges.listOpenRefunds(
    ctx,
    rows.map(({ id }) => id),
  )
  const media = await readMedia(ctx)
  const list = rows.map((row) => describe(ctx, row, refunds, media))
  return { list, ...counted, sums: await sumsOf(ctx, filter, counted), page: paging.page, limit: paging.limit }
}

/** Beyond what is counted nothing is summed up: it would look at all that the shop ever took. */
async function sumsOf(ctx: Ctx, filter: RechargeQuery, { totalIsLowerBound }: { totalIsLowerBound?: true }) {
  if (totalIsLowerBound) return null
  const { price, give, refund } = await recharges.sum(ctx, filter)
  return { price: toYuan(price), givePrice: toYuan(give), refundPrice: toYuan(refund) }
}

function describe(
  ctx: Ctx,
  row: recharges.FoundRecharge,
  refunds: readonly recharges.OpenRefund[],
  media: Media,
): Recharge {
  const { id, uid, nickname, channel, paid } = row
  return {
    id,
    uid,
    nickname,
    channel,
    paid,
    avatar: media.toWire(row.avatar),
    orderNo: row.rechargeNo,
    price: toYuan(row.priceFen),
    givePrice: toYuan(row.giveFen),
    rechargeType: row.rechargeType === 'alipay' ? 'alipay' : 'weixin',
    statusName: rechargeStateOf({ ...row, closed: row.closeTime !== null }),
    payTime: row.payTime ? toWireTime(row.payTime) : '',
    refundPrice: toYuan(row.refundPriceFen),
    refundGive: toYuan(row.refundGiveFen),
    nowMoney: toYuan(row.nowMoneyFen),
    refunds: refunds
      .filter(({ rechargeId }) => rechargeId === id)
      .map(({ refundNo, amountFen, state, failMsg, surplus, sentAt, createdAt }) => ({
        refundNo,
        state,
        failMsg,
        surplus,
        amount: toYuan(amountFen),
        silent: state === 0 && isSilent(ctx, new Date(sentAt)),
        createTime: toWireTime(new Date(createdAt)),
      })),
    createTime: toWireTime(row.createdAt),
  }
}

/** How many recharges the list shows with a refund that failed. */
export const countFailedRefunds = (ctx: Ctx): Promise<number> => recharges.count(ctx, { refundState: 'failed' })

/** What was recharged in all, and what went back; accounts that see their stores alone see none. */
export async function sumRecharges(ctx: Ctx): Promise<RouteAnswer<typeof recharge.balance>> {
  const rows = ctx.actor.scope.storeIds ? [] : await recharges.sumByChannel(ctx)
  const of = (is: (channel: string) => boolean) =>
    toYuan(rows.reduce((sum, { channel, price }) => sum + (is(channel) ? price : 0), 0))
  return {
    total: of(() => true),
    routine: of((channel) => channel === 'routine'),
    weChat: of((channel) => channel === 'wechat'),
    other: of((channel) => channel !== 'routine' && channel !== 'wechat'),
    refund: toYuan(rows.reduce((sum, { refund }) => sum + refund, 0)),
  }
}
