import type { LivePriceType } from '@zhanggui/domain/live/live.ts'
import { toFen, toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import {
  callWechat,
  readWechat,
  type WechatAccount,
  WechatRefusal,
} from '../../../platform/outside/wechat/wechat-call.ts'
import type {
  GoodsEdit,
  GoodsIds,
  LiveGateway,
  RemoteGoods,
  RemoteReplay,
  RemoteRoom,
  RoomEdit,
} from './live-gateway.ts'

type Json = Record<string, unknown>

const ROOM = '/wxaapi/broadcast/room'
const GOODS = '/wxaapi/broadcast/goods'
/** An account that never had a room, and a page without any: no errors. */
const NO_ROOMS = [1, 9_410_000]
/** Read again at no risk. */
const REPEATABLE = { isRepeatable: true } as const

/** Live rooms of a mini-program at WeChat. */
export function openWechatLive(account: WechatAccount): LiveGateway {
  // What a busy WeChat refused was not done; what was lost may have been.
  const call = (path: string, body: Json) => callWechat(account, path, body, undefined, { isRepeatable: 'busy' })
  const look = (path: string, body: Json) => callWechat(account, path, body, undefined, REPEATABLE)
  const listLive = async (body: Json) =>
    look('/wxa/business/getliveinfo', body).catch((error: unknown): Json => {
      if (error instanceof WechatRefusal && NO_ROOMS.includes(error.errcode)) return {}
      throw error
    })
  return {
    account: `wechat ${account.baseUrl} ${account.appid}`,
    createRoom: async (_, room) => {
      const { type, subAnchorWechat, createrWechat } = room
      const answer = await call(`${ROOM}/create`, {
        ...roomBody(room),
        type,
        ...(subAnchorWechat && { subAnchorWechat }),
        ...(createrWechat && { createrWechat }),
      })
      return Number(answer.roomId)
    },
    editRoom: async (_, roomId, room) => {
      await call(`${ROOM}/editroom`, { id: roomId, ...roomBody(room) })
    },
    deleteRoom: async (_, roomId) => {
      await call(`${ROOM}/deleteroom`, { id: roomId })
    },
    listRooms: async (_, start, limit) => listOf((await listLive({ start, limit })).room_info).map(readRoom),
    replay: async (_, roomId) => {
      const body = { action: 'get_replay', room_id: roomId, start: 0, limit: 100 }
      return listOf((await listLive(body)).live_replay).flatMap(readReplay)
    },
    addRoomGoods: async (_, roomId, ids) => {
      await call(`${ROOM}/addgoods`, { ids, roomId })
    },
    removeRoomGoods: async (_, roomId, goodsId) => {
      await call(`${GOODS}/deleteInRoom`, { roomId, goodsId })
    },
    onSale: async (_, roomId, goodsId, onSale) => {
      await call(`${GOODS}/onsale`, { roomId, goodsId, onSale: onSale ? 1 : 0 })
    },
    qrcode: async (_, roomId) => {
      const { cdnUrl, pagePath } = await readWechat(account, `${ROOM}/getsharedcode`, { roomId: String(roomId) })
      return { qrcodeUrl: textOf(cdnUrl), pagePath: textOf(pagePath) }
    },
    pushUrl: async (_, roomId) =>
      textOf((await readWechat(account, `${ROOM}/getpushurl`, { roomId: String(roomId) })).pushAddr),
    addGoods: async (_, goods) => readIds(await call(`${GOODS}/add`, { goodsInfo: goodsBody(goods) })),
    updateGoods: async (_, goodsId, goods) => {
      await call(`${GOODS}/update`, { goodsInfo: { goodsId, ...goodsBody(goods) } })
    },
    deleteGoods: async (_, goodsId) => {
      await call(`${GOODS}/delete`, { goodsId })
    },
    submitAudit: async (_, goodsId) => Number((await call(`${GOODS}/audit`, { goodsId })).auditId),
    cancelAudit: async (_, { goodsId, auditId }) => {
      await call(`${GOODS}/resetaudit`, { goodsId, auditId })
    },
    goodsByStatus: async (_, status, offset, limit) => {
      const query = { offset: String(offset), limit: String(limit), status: String(status) }
      return listOf((await readWechat(account, `${GOODS}/getapproved`, query)).goods).map(readGoods)
    },
    goodsStates: async (_, ids) => {
      const { goods } = await look('/wxa/business/getgoodswarehouse', { goods_ids: ids })
      return new Map(listOf(goods).map((row) => [Number(row.goods_id), readStatus(row.audit_status)] as const))
    },
    uploadMedia: async (_, { mime, content }) => {
      const name = `picture.${mime.split('/')[1] ?? 'jpg'}`
      const media = { name, mime, content }
      const answer = await callWechat(account, '/cgi-bin/media/upload?type=image', {}, { media })
      return textOf(answer.media_id)
    },
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const bit = (on: boolean) => (on ? 1 : 0)

function roomBody(room: RoomEdit): Json {
  return {
    name: room.name,
    coverImg: room.coverImg,
    shareImg: room.shareImg,
    feedsImg: room.feedsImg,
    startTime: seconds(room.startTime),
    endTime: seconds(room.endTime),
    anchorName: room.anchorName,
    anchorWechat: room.anchorWechat,
    isFeedsPublic: bit(room.isFeedsPublic),
    closeLike: bit(room.closeLike),
    closeGoods: bit(room.closeGoods),
    closeComment: bit(room.closeComment),
    closeReplay: bit(room.closeReplay),
    closeShare: bit(room.closeShare),
    closeKf: bit(room.closeKf),
  }
}

/** Prices go in yuan; those of a good with one price have no second. */
function goodsBody({ name, coverMediaId, priceType, priceFen, price2Fen, url }: GoodsEdit): Json {
  return {
    ...(name && { name }),
    ...(coverMediaId && { coverImgUrl: coverMediaId }),
    priceType,
    price: toYuan(priceFen),
    ...(priceType !== 1 && { price2: toYuan(price2Fen) }),
    ...(url && { url: encodeQuery(url) }),
  }
}

/** WeChat decodes the values of the query of a good's path once. */
function encodeQuery(path: string): string {
  const [page = '', query] = path.split('?', 2)
  if (!query) return page
  const pairs = query.split('&').map((pair) => {
    const [key = '', value = ''] = pair.split('=', 2)
    return `${key}=${encodeURIComponent(value)}`
  })
  return `${page}?${pairs.join('&')}`
}

function readRoom(row: Json): RemoteRoom {
  const on = (value: unknown) => Number(value ?? 0) === 1
  return {
    roomId: Number(row.roomid),
    name: textOf(row.name),
    coverImg: textOf(row.cover_img),
    shareImg: textOf(row.share_img),
    feedsImg: textOf(row.feeds_img),
    startTime: Number(row.start_time ?? 0),
    endTime: Number(row.end_time ?? 0),
    anchorName: textOf(row.anchor_name),
    liveStatus: Number(row.live_status ?? 102),
    type: Number(row.live_type) === 1 ? 1 : 0,
    isFeedsPublic: on(row.is_feeds_public),
    closeLike: on(row.close_like),
    closeGoods: on(row.close_goods),
    closeComment: on(row.close_comment),
    closeReplay: on(row.close_replay),
    closeKf: on(row.close_kf),
    goods: listOf(row.goods).flatMap(({ goods_id: id }) => Number(id) || []),
  }
}

/** Parts of a replay are listed beside its whole, an m3u8. */
function readReplay(row: Json): RemoteReplay[] {
  const mediaUrl = textOf(row.media_url)
  if (!mediaUrl) return []
  return [{ mediaUrl, createTime: wireOf(row.create_time) ?? '', expireTime: wireOf(row.expire_time) }]
}

/** Replays say their times in ISO, all other calls in seconds. */
function wireOf(value: unknown): string | null {
  const at = new Date(textOf(value))
  return Number.isNaN(at.getTime()) ? null : toWireTime(at)
}

function readGoods(row: Json): RemoteGoods {
  return {
    goodsId: Number(row.goodsId),
    name: textOf(row.name),
    coverImgUrl: textOf(row.coverImgUrl),
    priceType: readPriceType(row.priceType),
    priceFen: fenOf(row.price),
    price2Fen: fenOf(row.price2),
    url: textOf(row.url),
    isWechatOwn: Number(row.thirdPartyTag ?? 0) === 0,
  }
}

const readIds = (answer: Json): GoodsIds => ({ goodsId: Number(answer.goodsId), auditId: Number(answer.auditId) })
const readPriceType = (value: unknown): LivePriceType => (Number(value) === 2 ? 2 : Number(value) === 3 ? 3 : 1)
const readStatus = (value: unknown) => Math.min(3, Math.max(0, Number(value) || 0)) as 0 | 1 | 2 | 3
const fenOf = (value: unknown) => toFen(Math.round(Number(value ?? 0) * 100) / 100)
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [])
