import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type {
  customerCentre,
  Grade,
  OrderCounts,
  OwnAccount,
  OwnBill,
  OwnExperience,
} from '@zhanggui/contract/user/customer-centre.ts'
import { promotes } from '@zhanggui/domain/distribution/promoter.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { retried } from '../../../platform/data/retried.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles } from '../../file/file/file-ref.service.ts'
import { countFavourites } from '../../product/window/window-count.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { forgetWechatUsers } from '../../wechat/wechat-user/wechat-binding.service.ts'
import * as accounts from '../buyer-session/buyer-account.repository.ts'
import { endBuyerSessions } from '../buyer-session/buyer-session.service.ts'
import { checkBuyerCode } from '../buyer-session/buyer-sign-in.service.ts'
import { rememberEnded } from '../buyer-session/former-account.service.ts'
import type { LevelRow } from '../level/user-level.repository.ts'
import { ENDED_BY_BUYER } from '../shop-user/shop-user.tables.ts'
import * as centre from './customer-centre.repository.ts'

/** What a later area knows of a buyer's orders. */
export type OrdersOfBuyer = {
  /** Those of the calling buyer, by what they wait for. */
  counts(ctx: Ctx): Promise<OrderCounts>
  /** Whether one of them is not at its end, or money of one is on its way back; the buyer is locked. */
  hasOpen(tx: Ctx, uid: number): Promise<boolean>
  /** Deletes what is left of a cart and of checkouts that were begun. */
  forget(tx: Ctx, uid: number): Promise<void>
}
export const ordersOfBuyer = defineHook<OrdersOfBuyer>('orders of a buyer')

/** What later areas do when a buyer ends their account, who is locked. */
export const accountEnds = defineHook<(tx: Ctx, uid: number) => Promise<void>>('ends of accounts')

/** Commission is of a later area: what of it has not come to a buyer yet, in fen. */
export const commissionOfBuyer = defineHook<(ctx: Ctx, uid: number) => Promise<number>>('commission of a buyer')

/** Coupons are of a later area: how many a buyer could spend, now or later. */
export const couponsOfBuyer = defineHook<(ctx: Ctx, uid: number) => Promise<number>>('coupons of a buyer')

const none: OrderCounts = {
  unPaidCount: 0,
  unShippedCount: 0,
  receivedCount: 0,
  evaluatedCount: 0,
  refundCount: 0,
  completeCount: 0,
  orderCount: 0,
  sumPrice: 0,
}

/** The calling buyer's own account. */
export async function getOwnAccount(ctx: Ctx): Promise<OwnAccount> {
  const { user, collectCount, isClerk } = await find(ctx)
  const [orders] = ctx.platform.hooks.of(ordersOfBuyer)
  const [countCoupons] = ctx.platform.hooks.of(couponsOfBuyer)
  const media = await readMedia(ctx)
  const { recharge_switch, balance_func_status } = await getSettings(ctx)
  const levels = await centre.listShownLevels(ctx)
  const level = levels.find(({ id }) => id === user.level)
  const next = levels.find(({ grade, experience }) => grade > (level?.grade ?? 0) && experience > user.experience)
  const { nickname, sex, integral, experience } = user
  return {
    uid: user.id,
    nickname,
    sex,
    integral,
    experience,
    isPromoter: promotes(user.isPromoter, await getSettings(ctx)),
    isClerk,
    collectCount,
    couponCount: countCoupons ? await countCoupons(ctx, user.id) : 0,
    avatar: media.toWire(user.avatar),
    phone: maskPhone(user.phone),
    birthday: user.birthday ?? '',
    nowMoney: toYuan(user.nowMoneyFen),
    brokeragePrice: toYuan(user.brokeragePriceFen),
    level: level ? toGrade(level, media) : null,
    nextLevel: next ? toGrade(next, media) : null,
    rechargeSwitch: recharge_switch && balance_func_status,
    orderData: orders ? await orders.counts(ctx) : none,
  }
}

/** The levels a buyer can reach, the lowest first. */
export async function listGrades(ctx: Ctx): Promise<Grade[]> {
  const media = await readMedia(ctx)
  return (await centre.listShownLevels(ctx)).map((level) => toGrade(level, media))
}

/** A page of the calling buyer's experience. */
export async function listOwnExperience(ctx: Ctx, query: RouteInput<typeof customerCentre.experience>['query']) {
  const paging = readPage(query)
  const { rows, ...counted } = await centre.listExperience(ctx, ctx.buyer.uid, paging)
  const list = rows.map(({ id, title, linkId, type, experience, balance, createdAt }): OwnExperience => {
    return { id, title, linkId, experience, balance, pm: type === 1 ? 1 : 0, createTime: toWireTime(createdAt) }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}

/** The calling buyer's balance, with a page of what moved it. */
export async function listOwnBalance(ctx: Ctx, query: RouteInput<typeof customerCentre.balance>['query']) {
  const paging = readPage(query)
  const { user } = await find(ctx)
  const { rows, ...counted } = await centre.listMovements(ctx, user.id, paging)
  const list = rows.map(({ id, title, linkId, pm, numberFen, balanceFen, createdAt }): OwnBill => {
    const amounts = { number: toYuan(numberFen), balance: toYuan(balanceFen) }
    return { id, title, linkId, pm: pm === 1 ? 1 : 0, ...amounts, createTime: toWireTime(createdAt) }
  })
  const nowMoney = toYuan(user.nowMoneyFen)
  const sums = { nowMoney, consumeMoney: toYuan(user.consumeMoneyFen) }
  return { list, ...counted, page: paging.page, limit: paging.limit, ...sums }
}

/** `giveUp`: commission that has not come yet is void when it would. */
type Ending = { captcha: string; giveUp?: boolean }

/**
 * Ends the calling buyer's account, proven by a code to their phone: the person is forgotten and the phone free,
 * while orders and ledgers stay. Points and experience are lost; keyed digests tell when the same person comes again.
 * @throws 422 for the code, without a phone, while an order is open or money is left; COMMISSION_WAITS while commission is on its way,
 *   which others' orders never cease to bring, so that the buyer may give it up
 */
export async function endOwnAccount(ctx: Ctx, { captcha, giveUp = false }: Ending): Promise<void> {
  const { user } = await find(ctx)
  if (!user.phone) throw new Refusal('请先绑定手机号，再注销账号')
  await checkBuyerCode(ctx, user.phone, captcha)
  const [orders] = ctx.platform.hooks.of(ordersOfBuyer)
  await retried(ctx, async (tx) => {
    const locked = await accounts.lock(tx, user.id)
    if (!locked?.phone || locked.phone !== user.phone) throw stateConflict('手机号已变更，请重试')
    if (await orders?.hasOpen(tx, user.id)) throw new Refusal('还有未完成的订单或退款，暂不能注销账号')
    if (locked.nowMoneyFen > 0) throw new Refusal(`账户余额还有 ${toYuan(locked.nowMoneyFen)} 元，暂不能注销账号`)
    if (locked.brokeragePriceFen !== 0) throw new Refusal('佣金还没有结清，暂不能注销账号')
    for (const waiting of tx.platform.hooks.of(commissionOfBuyer)) {
      const fen = giveUp ? 0 : await waiting(tx, user.id)
      if (fen) throw new HttpError(422, 'COMMISSION_WAITS', `还有 ${yuanText(fen)} 佣金未到账，注销后不再发放`)
    }
    await rememberEnded(tx, user.id, locked.phone)
    await endAccount(tx, user.id)
  })
}

/**
 * Ends an account: the person is forgotten and the phone free, while orders and ledgers stay.
 * @param tx a transaction that locked the customer and knows that nothing of the account is open
 */
export async function endAccount(tx: Ctx, uid: number): Promise<void> {
  const [orders] = tx.platform.hooks.of(ordersOfBuyer)
  for (const end of tx.platform.hooks.of(accountEnds)) await end(tx, uid)
  await orders?.forget(tx, uid)
  await forgetWechatUsers(tx, uid)
  await countFavourites(tx, await centre.removeBelongings(tx, uid), -1)
  await freeFiles(tx, 'shopUser', uid)
  await accounts.update(tx, uid, { ...nobody, account: accounts.newAccount() })
  await endBuyerSessions(tx, [uid], 'disabled')
}

/** What is left of a person who ended their account. */
const nobody = {
  status: false,
  closeReason: ENDED_BY_BUYER,
  nickname: '已注销用户',
  avatar: '',
  realName: '',
  phone: null,
  birthday: null,
  cardId: '',
  sex: 0,
  mark: '',
  passwordHash: '',
  country: '',
  province: '',
  city: '',
  address: '',
  pastMoneyFen: 0,
  pastCount: 0,
  groupId: null,
  tagIds: [],
  addIp: '',
  lastIp: '',
}

async function find(ctx: Ctx) {
  const found = await centre.findWithCounts(ctx, ctx.buyer.uid)
  if (!found) throw notFound('用户')
  return found
}

function toGrade({ id, name, grade, experience, discount, icon }: LevelRow, media: Media): Grade {
  return { id, name, grade, experience, discount, icon: media.toWire(icon) }
}
