import type { FrontRoom, FrontRoomInfo, frontLive } from '@zhanggui/contract/live/front-live.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { listGoods } from '../room/live-room.repository.ts'
import { runningReplays } from '../room/live-room-sync.service.ts'
import * as rooms from './front-live.repository.ts'

/** A page of the rooms that buyers see. */
export async function listFrontRooms(ctx: Ctx, { query }: RouteInput<typeof frontLive.list>) {
  const paging = readPage(query)
  const { rows, total } = await rooms.list(ctx, await shownNow(ctx), paging)
  const media = await readMedia(ctx)
  return { list: rows.map((row) => describe(row, media)), total, page: paging.page, limit: paging.limit }
}

/** A room that buyers see, with its goods and what can be seen of it again. @throws 404 */
export async function getFrontRoom(ctx: Ctx, roomId: number): Promise<FrontRoomInfo> {
  const row = await rooms.find(ctx, await shownNow(ctx), roomId)
  if (!row) throw notFound('直播间')
  const media = await readMedia(ctx)
  const goods = (await listGoods(ctx, row.id)).filter(({ onSale }) => onSale)
  return {
    ...describe(row, media),
    goods: goods.map(({ goods: each }) => ({
      productId: each.productId,
      name: each.name,
      coverImgUrl: media.toWire(each.coverImgUrl),
      price: toYuan(each.priceFen),
      price2: toYuan(each.price2Fen),
      priceType: each.priceType,
    })),
    replays: row.hasReplay
      ? runningReplays(row.replays, ctx.now()).map(({ mediaUrl, createTime }) => ({ mediaUrl, createTime }))
      : [],
  }
}

async function shownNow(ctx: Ctx): Promise<rooms.Shown> {
  return { hasMini: (await getSettings(ctx)).live_gateway_mode !== 'off' }
}

function describe(row: rooms.FrontRow, media: Media): FrontRoom {
  const { source, finderUserName, feedId } = row
  return {
    id: row.id,
    roomId: row.roomId,
    name: row.name,
    coverImg: media.toWire(row.coverImg),
    anchorName: row.anchorName,
    startTime: toWireTime(row.startTime),
    endTime: toWireTime(row.endTime),
    liveStatus: row.status as FrontRoom['liveStatus'],
    hasReplay: row.hasReplay,
    goodsCount: row.goodsCount,
    qrcodeUrl: row.qrcodeUrl,
    channels: source === 'channels' ? { finderUserName, feedId } : null,
  }
}
