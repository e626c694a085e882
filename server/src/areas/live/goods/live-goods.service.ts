import type { LiveGoods, LiveGoodsDraft, liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import {
  checkLiveGoods,
  goodsPath,
  IN_REVIEW,
  liveErrors,
  PASSED,
  REFUSED,
  UNREVIEWED,
} from '@zhanggui/domain/live/live.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { audit } from '../../../platform/data/audit.ts'
import { answerPage, wireRow } from '../../../platform/data/keep.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { inUse, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { busyUntil, taking } from '../gateway/live-claim.service.ts'
import { isUnsure, liveError, pictureRooms, requireLive, sendPicture, told } from '../gateway/live-gateway.service.ts'
import type { LiveGateway } from '../gateway/live-gateway.ts'
import * as goods from './live-goods.repository.ts'
import { lookSoon, synchronizeGoods } from './live-goods-sync.service.ts'

const WHAT = '直播商品'
const OBJECT = 'live-goods'
const UNKNOWN_GOODS = 300_015
const IN_WECHAT = 300_011

type Row = goods.GoodsRow
type Submitted = Saved & { goodsId: number | null; auditId: number | null }

/** A page of live goods, newest first. */
export async function listLiveGoods(ctx: Ctx, { query }: RouteInput<typeof liveGoods.list>) {
  const media = await readMedia(ctx)
  return answerPage(ctx, query, goods.list, (row) => describeGoods(row, media))
}

/** @throws 404 */
export async function getLiveGoods(ctx: Ctx, id: number): Promise<LiveGoods> {
  const row = await goods.find(ctx, id)
  if (!row) throw notFound(WHAT)
  return describeGoods(row, await readMedia(ctx))
}

/**
 * Adds goods and submits them for review. What the platform refuses, or does not answer, stays as it was typed.
 * @throws 422 with the platform's reason, 428, 502
 */
export async function saveLiveGoods(ctx: Ctx, draft: LiveGoodsDraft): Promise<Submitted> {
  const live = await requireLive(ctx)
  const row = await inTransaction(ctx, async (tx) => {
    const saved = await goods.insert(tx, { ...(await readDraft(tx, draft)), busyUntil: busyUntil(tx) })
    if (!saved) throw new Error('the good was not stored')
    await noteFiles(tx, saved.id, draft)
    const after = await getLiveGoods(tx, saved.id)
    await audit(tx, { objectId: saved.id, objectName: after.name, after })
    return await stored(tx, saved.id)
  })
  return submit(ctx, live, row)
}

/**
 * Changes goods: all of those that are not reviewed or refused, of those that passed the prices alone.
 * @throws 404; 409 in review, or for another version; 422, 428, 502
 */
export async function updateLiveGoods(
  ctx: Ctx,
  { id, version, ...draft }: LiveGoodsDraft & { id: number; version?: number | undefined },
): Promise<Saved> {
  return withGoods(ctx, id, version, async (row) => {
    refuseOwn(row)
    if (row.auditStatus === IN_REVIEW) throw stateConflict('审核中的商品不能修改，请先撤回审核')
    const change = await readDraft(ctx, draft, row)
    if (row.auditStatus === PASSED) requireSameButPrices(row, change)
    if (row.goodsId) await told(edit(ctx, row, change))
    return inTransaction(ctx, async (tx) => {
      const before = await getLiveGoods(tx, id)
      const saved = await goods.update(tx, id, undefined, { ...change, busyUntil: null, lastError: '' })
      if (!saved) throw notFound(WHAT)
      await noteFiles(tx, id, draft)
      const after = await getLiveGoods(tx, id)
      await audit(tx, { objectId: id, objectName: after.name, before, after })
      return saved
    })
  })
}

/** Deletes goods, at the platform too. @throws 404; 409 in review; 422 IN_USE in a room that is not over; 428, 502 */
export async function removeLiveGoods(ctx: Ctx, id: number): Promise<void> {
  await withGoods(ctx, id, undefined, async (row) => {
    refuseOwn(row)
    if (row.auditStatus === IN_REVIEW) throw stateConflict('审核中的商品不能删除')
    const uses = await goods.listUses(ctx, id)
    if (uses.length) throw inUse(`「${row.name}」在未结束的直播间里，请先从直播间移除`, uses)
    const { goodsId } = row
    if (goodsId) await told(deleteAtPlatform(ctx, goodsId))
    await inTransaction(ctx, async (tx) => {
      const before = await getLiveGoods(tx, id)
      await goods.remove(tx, [id])
      await freeFiles(tx, OBJECT, id)
      await audit(tx, { action: 'delete', objectId: id, objectName: row.name, before })
    })
  })
}

/** Submits goods for review that are not reviewed, or refused. @throws 404; 409; 422, 428, 502 */
export async function auditLiveGoods(ctx: Ctx, id: number, version: number | undefined): Promise<Submitted> {
  const live = await requireLive(ctx)
  return withGoods(ctx, id, version, async (row) => {
    refuseOwn(row)
    if (row.auditStatus !== UNREVIEWED && row.auditStatus !== REFUSED) throw stateConflict('商品已提交审核，请刷新')
    // The platform may have them although it did not answer: they are looked for before they are made again.
    if (row.isUnsure) await told(synchronizeGoods(ctx, live))
    return submit(ctx, live, await stored(ctx, id))
  })
}

/** Withdraws a review; what it cost of the submissions of a day is not given back. @throws 404; 409; 422, 428, 502 */
export async function cancelLiveAudit(ctx: Ctx, id: number, version: number | undefined): Promise<Saved> {
  const live = await requireLive(ctx)
  return withGoods(ctx, id, version, async (row) => {
    refuseOwn(row)
    const { goodsId, auditId } = row
    if (row.auditStatus !== IN_REVIEW || !goodsId || !auditId) throw stateConflict('商品不在审核中，请刷新')
    await told(live.cancelAudit(ctx, { goodsId, auditId }))
    return turn(ctx, row, { auditStatus: UNREVIEWED })
  })
}

/** What is found at the platform. @throws 422, 428, 502 */
export async function syncLiveGoods(ctx: Ctx) {
  return told(synchronizeGoods(ctx, await requireLive(ctx)))
}

/** Live goods of products, which keep those from being deleted. */
export async function listLiveUses(ctx: Ctx, productIds: readonly number[]) {
  const uses = await goods.listOfProducts(ctx, productIds)
  return uses.map((use) => ({ type: 'live-goods', ...use }))
}

export function describeGoods(row: Row, media: Media): LiveGoods {
  const { priceFen, price2Fen, busyUntil: _1, isUnsure: _2, ...shown } = wireRow(row)
  return {
    ...shown,
    coverImgUrl: media.toWire(row.coverImgUrl),
    price: toYuan(priceFen),
    price2: toYuan(price2Fen),
  }
}

async function submit(ctx: Ctx, live: LiveGateway, row: Row): Promise<Submitted> {
  const { id } = row
  // Somebody's sync found them meanwhile, submitted.
  if (row.auditStatus === IN_REVIEW) {
    await goods.release(ctx, id)
    return submitted(ctx, id)
  }
  try {
    const ids = row.goodsId
      ? { goodsId: row.goodsId, auditId: await live.submitAudit(ctx, row.goodsId) }
      : await live.addGoods(ctx, { ...wishOf(row), coverMediaId: await pictureOf(ctx, live, row.coverImgUrl) })
    await turn(ctx, row, { ...ids, auditStatus: IN_REVIEW, auditReason: '', lastError: '', isUnsure: false })
  } catch (error) {
    const said = liveError(error)
    const lastError = said instanceof Error ? said.message.slice(0, 500) : ''
    await goods.release(ctx, id, { lastError, isUnsure: isUnsure(error) && !row.goodsId })
    throw said
  }
  await lookSoon(ctx, live)
  return submitted(ctx, id)
}

async function submitted(ctx: Ctx, id: number): Promise<Submitted> {
  const { version, goodsId, auditId } = await stored(ctx, id)
  return { id, version, goodsId, auditId }
}

/** Stores where the review of goods stands. */
function turn(ctx: Ctx, { id, name }: Row, change: Partial<goods.GoodsInsert>): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const before = await getLiveGoods(tx, id)
    const saved = await goods.update(tx, id, undefined, { ...change, busyUntil: null })
    if (!saved) throw notFound(WHAT)
    const action = change.auditStatus === IN_REVIEW ? 'audit' : 'withdraw'
    await audit(tx, { action, objectId: id, objectName: name, before, after: await getLiveGoods(tx, id) })
    return saved
  })
}

async function edit(ctx: Ctx, row: Row, change: Draft): Promise<void> {
  const live = await requireLive(ctx)
  const { priceType, priceFen, price2Fen } = change
  const prices = { priceType, priceFen, price2Fen }
  if (row.auditStatus === PASSED) return live.updateGoods(ctx, row.goodsId ?? 0, prices)
  const coverMediaId = await pictureOf(ctx, live, change.coverImgUrl)
  return live.updateGoods(ctx, row.goodsId ?? 0, { ...wishOf(change), coverMediaId })
}

async function deleteAtPlatform(ctx: Ctx, goodsId: number): Promise<void> {
  const live = await requireLive(ctx)
  await live.deleteGoods(ctx, goodsId).catch((error: unknown) => {
    // Deleted there already.
    if (!(error instanceof WechatRefusal) || error.errcode !== UNKNOWN_GOODS) throw error
  })
}

const pictureOf = (ctx: Ctx, live: LiveGateway, address: string) => sendPicture(ctx, live, address, pictureRooms.goods)

const wishOf = ({ name, priceType, priceFen, price2Fen, url }: Omit<Draft, 'productId'>) => ({
  name,
  priceType,
  priceFen,
  price2Fen,
  url,
})

/** Does something with goods that nobody else sends meanwhile. @throws 404; 409 */
const withGoods = <Result>(ctx: Ctx, id: number, version: number | undefined, work: (row: Row) => Promise<Result>) =>
  taking(ctx, goods, { id, version, what: WHAT }, async (row: Row) => describeGoods(row, await readMedia(ctx)), work)

async function stored(ctx: Ctx, id: number): Promise<Row> {
  const row = await goods.find(ctx, id)
  if (!row) throw notFound(WHAT)
  return row
}

type Draft = Awaited<ReturnType<typeof readDraft>>

/** A product that went to the recycle bin since does not keep the rest of its goods from being changed. */
async function readDraft(
  ctx: Ctx,
  { price, price2 = 0, url, coverImgUrl, ...draft }: LiveGoodsDraft,
  before?: Pick<Row, 'productId'>,
) {
  const read = { ...draft, priceFen: toFen(price), price2Fen: draft.priceType === 1 ? 0 : toFen(price2) }
  checkLiveGoods(read)
  const isOther = draft.productId !== before?.productId
  if (isOther && !(await goods.keepProduct(ctx, draft.productId))) throw new Refusal('商品不存在或在回收站，请重新选择')
  const media = await readMedia(ctx)
  return { ...read, coverImgUrl: media.toStored(coverImgUrl), url: url || goodsPath(draft.productId) }
}

function requireSameButPrices(row: Row, change: Draft): void {
  const same = (['name', 'coverImgUrl', 'url', 'productId'] as const).every((field) => row[field] === change[field])
  if (!same) throw new Refusal('审核通过的商品只能修改价格')
}

function refuseOwn({ isWechatOwn }: Row): void {
  if (isWechatOwn) throw new Refusal(liveErrors[IN_WECHAT] ?? '')
}

const noteFiles = (tx: Ctx, id: number, { name, coverImgUrl }: Pick<LiveGoodsDraft, 'name' | 'coverImgUrl'>) =>
  useFiles(tx, { type: OBJECT, id, field: 'coverImgUrl', title: `直播商品「${name}」` }, coverImgUrl)
