import { finished, LIVE, OVER, UPCOMING } from '@zhanggui/domain/live/live.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import type { LiveGateway, RoomEdit } from './live-gateway.ts'
import * as mock from './mock-live.repository.ts'

/** How long a review takes. */
export const MOCK_REVIEW_MS = 5000
const NO_ROOM = [300_022, '房间号不存在'] as const
const WRONG_ROOM_STATE = [300_023, '房间状态不允许'] as const
const WRONG_STATE = [300_010, '审核状态不允许'] as const
const NOT_PASSED = [300_025, '商品未审核通过'] as const

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)

/**
 * A platform for shops without an account: rooms begin and end by their times, and goods are reviewed after five seconds. Names
 * with 拒绝 are refused, also those of rooms.
 */
export const mockLive: LiveGateway = {
  account: 'mock',
  createRoom: async (ctx, { type, subAnchorWechat: _1, createrWechat: _2, ...room }) => {
    refuseName(room.name)
    return mock.insertRoom(ctx, { ...roomOf(room), type, liveStatus: UPCOMING, goods: [] })
  },
  editRoom: async (ctx, roomId, room) => {
    const row = await requireRoom(ctx, roomId, (status) => status === UPCOMING)
    refuseName(room.name)
    await mock.updateRoom(ctx, roomId, { ...row.room, ...roomOf(room) })
  },
  deleteRoom: async (ctx, roomId) => {
    await requireRoom(ctx, roomId, (status) => status !== LIVE)
    await mock.removeRoom(ctx, roomId)
  },
  listRooms: async (ctx, start, limit) =>
    (await mock.listRooms(ctx, start, limit)).map((row) => ({
      ...row.room,
      roomId: row.id,
      liveStatus: statusOf(ctx, row),
    })),
  replay: async (ctx, roomId) => {
    const row = await requireRoom(ctx, roomId)
    if (statusOf(ctx, row) !== OVER || row.room.closeReplay) return []
    const createTime = toWireTime(new Date(row.room.endTime * 1000))
    return [{ mediaUrl: `https://replay.invalid/${roomId}.m3u8`, createTime, expireTime: null }]
  },
  addRoomGoods: async (ctx, roomId, ids) => {
    const row = await requireRoom(ctx, roomId, (status) => !finished.includes(status))
    const states = new Map((await mock.listStates(ctx, ids)).map(({ id, auditStatus }) => [id, auditStatus]))
    if (ids.some((id) => states.get(id) !== 2)) throw new WechatRefusal(...NOT_PASSED)
    await mock.updateRoom(ctx, roomId, { ...row.room, goods: [...new Set([...row.room.goods, ...ids])] })
  },
  removeRoomGoods: async (ctx, roomId, goodsId) => {
    const row = await requireRoom(ctx, roomId)
    await mock.updateRoom(ctx, roomId, { ...row.room, goods: row.room.goods.filter((id) => id !== goodsId) })
  },
  onSale: async (ctx, roomId) => {
    await requireRoom(ctx, roomId)
  },
  qrcode: async (ctx, roomId) => {
    await requireRoom(ctx, roomId)
    return { qrcodeUrl: '', pagePath: `plugin-private://wx2b03c6e691cd7370/pages/live-player-plugin?room_id=${roomId}` }
  },
  pushUrl: async (ctx, roomId) => {
    await requireRoom(ctx, roomId)
    return `rtmp://push.invalid/live/${roomId}`
  },
  addGoods: async (ctx, { coverMediaId, ...goods }) => {
    const { id, auditId } = await mock.insertGoods(ctx, { ...goods, coverImgUrl: coverMediaId, isWechatOwn: false })
    await mock.endReviews(ctx, reviewedBefore(ctx))
    return { goodsId: id, auditId: auditId || id }
  },
  updateGoods: async (ctx, goodsId, { coverMediaId, ...goods }) => {
    const row = await requireGoods(ctx, goodsId)
    const onlyPrices = goods.name === undefined
    const changed = { ...row.goods, ...goods, ...(coverMediaId && { coverImgUrl: coverMediaId }) }
    if (!(await mock.updateGoods(ctx, goodsId, onlyPrices ? [0, 2, 3] : [0, 3], { goods: changed })))
      throw new WechatRefusal(...WRONG_STATE)
  },
  deleteGoods: async (ctx, goodsId) => {
    const { auditStatus } = await requireGoods(ctx, goodsId)
    if (auditStatus === 1) throw new WechatRefusal(300_014, '审核中')
    await mock.removeGoods(ctx, goodsId)
  },
  submitAudit: async (ctx, goodsId) => {
    await requireGoods(ctx, goodsId)
    if (!(await mock.updateGoods(ctx, goodsId, [0, 3], { auditStatus: 1, submittedAt: ctx.now() })))
      throw new WechatRefusal(...WRONG_STATE)
    return goodsId
  },
  cancelAudit: async (ctx, { goodsId }) => {
    await requireGoods(ctx, goodsId)
    if (!(await mock.updateGoods(ctx, goodsId, [1], { auditStatus: 0 }))) throw new WechatRefusal(...WRONG_STATE)
  },
  goodsByStatus: async (ctx, status, offset, limit) => {
    await mock.endReviews(ctx, reviewedBefore(ctx))
    return (await mock.listGoods(ctx, status, offset, limit)).map(({ id, goods }) => ({ ...goods, goodsId: id }))
  },
  goodsStates: async (ctx, ids) => {
    await mock.endReviews(ctx, reviewedBefore(ctx))
    return new Map((await mock.listStates(ctx, ids)).map(({ id, auditStatus }) => [id, auditStatus]))
  },
  uploadMedia: async (_, { content }) => `mock-media-${content.length}`,
}

const reviewedBefore = ({ now }: Ctx) => new Date(now().getTime() - MOCK_REVIEW_MS)

function refuseName(name: string): void {
  if (name.includes('拒绝')) throw new WechatRefusal(300_028, '房间名称违规')
}

const roomOf = ({ startTime, endTime, anchorWechat: _1, closeShare: _2, ...room }: RoomEdit) => ({
  ...room,
  startTime: seconds(startTime),
  endTime: seconds(endTime),
})

function statusOf({ now }: Ctx, { room: { startTime, endTime } }: mock.MockRoom): number {
  const at = seconds(now())
  if (at < startTime) return UPCOMING
  return at < endTime ? LIVE : OVER
}

async function requireRoom(ctx: Ctx, roomId: number, fits: (status: number) => boolean = () => true) {
  const row = await mock.findRoom(ctx, roomId)
  if (!row) throw new WechatRefusal(...NO_ROOM)
  if (!fits(statusOf(ctx, row))) throw new WechatRefusal(...WRONG_ROOM_STATE)
  return row
}

async function requireGoods(ctx: Ctx, goodsId: number): Promise<mock.MockGoods> {
  const row = await mock.findGoods(ctx, goodsId)
  if (!row) throw new WechatRefusal(300_015, '商品不存在')
  return row
}
