import type { LivePriceType } from '@zhanggui/domain/live/live.ts'
import type { Ctx } from '../../../platform/http/context.ts'

/** A room as it is made; pictures by media ids. */
export type RoomWish = {
  name: string
  coverImg: string
  shareImg: string
  feedsImg: string
  startTime: Date
  endTime: Date
  anchorName: string
  anchorWechat: string
  subAnchorWechat: string
  createrWechat: string
  type: 0 | 1
  isFeedsPublic: boolean
  closeLike: boolean
  closeGoods: boolean
  closeComment: boolean
  closeReplay: boolean
  closeShare: boolean
  closeKf: boolean
}
/** What of a room can change; the other fields are fixed with its making. */
export type RoomEdit = Omit<RoomWish, 'type' | 'subAnchorWechat' | 'createrWechat'>

/** A room as the platform has it; times in seconds. */
export type RemoteRoom = {
  roomId: number
  name: string
  coverImg: string
  shareImg: string
  feedsImg: string
  startTime: number
  endTime: number
  anchorName: string
  liveStatus: number
  type: 0 | 1
  isFeedsPublic: boolean
  closeLike: boolean
  closeGoods: boolean
  closeComment: boolean
  closeReplay: boolean
  closeKf: boolean
  /** Numbers of its goods, in their order. */
  goods: number[]
}
export type RemoteReplay = { mediaUrl: string; createTime: string; expireTime: string | null }

/** Goods as they are submitted. */
export type GoodsWish = {
  name: string
  coverMediaId: string
  priceType: LivePriceType
  priceFen: number
  price2Fen: number
  url: string
}
export type GoodsEdit = Partial<GoodsWish> & Pick<GoodsWish, 'priceType' | 'priceFen' | 'price2Fen'>
export type RemoteGoods = {
  goodsId: number
  name: string
  coverImgUrl: string
  priceType: LivePriceType
  priceFen: number
  price2Fen: number
  url: string
  /** Made in the platform's own console. */
  isWechatOwn: boolean
}
export type GoodsIds = { goodsId: number; auditId: number }

/**
 * Mini-program live, at WeChat or simulated. Every call throws WechatRefusal when the platform refuses it, and WechatSilence
 * without an answer.
 */
export type LiveGateway = {
  /** Whose pictures are cached. */
  readonly account: string
  createRoom(ctx: Ctx, room: RoomWish): Promise<number>
  editRoom(ctx: Ctx, roomId: number, room: RoomEdit): Promise<void>
  deleteRoom(ctx: Ctx, roomId: number): Promise<void>
  /** A page of rooms, the latest start first. */
  listRooms(ctx: Ctx, start: number, limit: number): Promise<RemoteRoom[]>
  replay(ctx: Ctx, roomId: number): Promise<RemoteReplay[]>
  addRoomGoods(ctx: Ctx, roomId: number, goodsIds: readonly number[]): Promise<void>
  removeRoomGoods(ctx: Ctx, roomId: number, goodsId: number): Promise<void>
  onSale(ctx: Ctx, roomId: number, goodsId: number, onSale: boolean): Promise<void>
  qrcode(ctx: Ctx, roomId: number): Promise<{ qrcodeUrl: string; pagePath: string }>
  pushUrl(ctx: Ctx, roomId: number): Promise<string>
  /** Adds goods and submits them for review. */
  addGoods(ctx: Ctx, goods: GoodsWish): Promise<GoodsIds>
  updateGoods(ctx: Ctx, goodsId: number, goods: GoodsEdit): Promise<void>
  deleteGoods(ctx: Ctx, goodsId: number): Promise<void>
  submitAudit(ctx: Ctx, goodsId: number): Promise<number>
  cancelAudit(ctx: Ctx, ids: GoodsIds): Promise<void>
  /** A page of the goods in a state of review. */
  goodsByStatus(ctx: Ctx, status: 0 | 1 | 2 | 3, offset: number, limit: number): Promise<RemoteGoods[]>
  /** The states of review of at most 20 goods; those that are gone are left out. */
  goodsStates(ctx: Ctx, goodsIds: readonly number[]): Promise<Map<number, 0 | 1 | 2 | 3>>
  uploadMedia(ctx: Ctx, picture: { mime: string; content: Buffer }): Promise<string>
}
