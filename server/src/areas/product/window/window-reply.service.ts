import type { shopWindow, WindowReply } from '@zhanggui/contract/product/window.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { maskName } from '@zhanggui/domain/mask.ts'
import { goodRate, levelOf, type ReplyKind } from '@zhanggui/domain/product/product-reply.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { findRating } from './window.repository.ts'
import { readMember, requireSeen } from './window.service.ts'
import { countWithPics, listReplies, type ReplyOfWindow } from './window-reply.repository.ts'

/** A page of the replies of a product, pinned ones first. @throws 404 for a product that the caller does not see */
export async function listShownReplies(
  ctx: Ctx,
  productId: number,
  { type = 0, ...left }: RouteInput<typeof shopWindow.replies>['query'],
) {
  const paging = readPage(left)
  const rating = await readRating(ctx, productId)
  const { replyCount, goodCount, mediumCount, poorCount } = rating
  const total = type === 4 ? await readPicCount(ctx, productId) : [replyCount, goodCount, mediumCount, poorCount][type]
  return {
    list: await readReplies(ctx, productId, type, paging),
    total: total ?? 0,
    page: paging.page,
    limit: paging.limit,
  }
}

/** How a product is rated. @throws 404 */
export async function countReplies(ctx: Ctx, productId: number) {
  const { replyCount, goodCount, mediumCount, poorCount, starAvg } = await readRating(ctx, productId)
  return {
    sumCount: replyCount,
    replyChance: goodRate(goodCount, replyCount),
    goodCount,
    mediumCount,
    poorCount,
    picCount: await readPicCount(ctx, productId),
    star: starAvg,
  }
}

/** No column keeps it: it is counted among the newest replies, and may be a minute old. */
async function readPicCount(ctx: Ctx, productId: number): Promise<number> {
  const { reply_virtual_counts: withVirtual } = await getSettings(ctx)
  const kept = ctx.platform.caches.named<number>('replies-with-pictures', { ttlSeconds: 60, max: 1000 })
  return kept.get(`${productId} ${withVirtual}`, () => countWithPics(ctx, productId, withVirtual))
}

/** The first reply of a product with its rating, for its page. @throws 404 */
export async function getFirstReply(ctx: Ctx, productId: number) {
  const { replyCount, goodCount } = await readRating(ctx, productId)
  const [reply = null] = await readReplies(ctx, productId, 0, { limit: 1, offset: 0 })
  return { sumCount: replyCount, replyChance: goodRate(goodCount, replyCount), reply }
}

async function readRating(ctx: Ctx, productId: number) {
  const rating = await findRating(ctx, productId)
  requireSeen(rating, await readMember(ctx))
  return rating
}

/** Fictitious replies are shown only where they count: what is listed and what is counted is the same. */
async function readReplies(ctx: Ctx, productId: number, kind: ReplyKind, part: { limit: number; offset: number }) {
  const { reply_virtual_counts: withVirtual } = await getSettings(ctx)
  const media = await readMedia(ctx)
  const filter = { level: levelOf(kind), withPics: kind === 4, withVirtual }
  const rows = await listReplies(ctx, productId, filter, part)
  return rows.map((row) => describe(row, media))
}

function describe({ createdAt, ...reply }: ReplyOfWindow, media: Media): WindowReply {
  return {
    ...reply,
    id: Number(reply.id),
    nickname: maskName(reply.nickname),
    avatar: media.toWire(reply.avatar),
    pics: reply.pics.map(media.toWire),
    createTime: toWireTime(new Date(createdAt)),
  }
}
