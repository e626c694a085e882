import { liveStatuses } from '@zhanggui/domain/live/live.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const statuses = Object.keys(liveStatuses).map(Number) as (keyof typeof liveStatuses)[]

/** A room as buyers see it. */
export const FrontRoom = t.Object({
  id: t.Id,
  /** Of a room of the mini-program. */
  roomId: t.Nullable(t.Integer({ title: '房间号' })),
  name: t.String({ title: '房间名' }),
  coverImg: t.String({ title: '封面图' }),
  anchorName: t.String({ title: '主播昵称' }),
  startTime: t.DateTime,
  endTime: t.DateTime,
  liveStatus: t.OneOfNumbers(statuses, { title: '直播状态' }),
  hasReplay: t.Boolean({ title: '有回放' }),
  goodsCount: t.Integer({ title: '商品数' }),
  /** The code by which the mini-program opens the room; empty where there is none. */
  qrcodeUrl: t.String({ title: '小程序码' }),
  /** What `wx.openChannelsLive` needs, of a broadcast of a 视频号. */
  channels: t.Nullable(
    t.Object({ finderUserName: t.String({ title: '视频号ID' }), feedId: t.String({ title: '直播feedId' }) }),
  ),
})
export type FrontRoom = t.Static<typeof FrontRoom>

export const FrontRoomInfo = t.Object({
  ...FrontRoom.properties,
  goods: t.Array(
    t.Object({
      productId: t.Nullable(t.Integer({ title: '商品' })),
      name: t.String({ title: '商品名称' }),
      coverImgUrl: t.String({ title: '商品图片' }),
      price: t.Amount({ title: '价格' }),
      price2: t.Amount({ title: '第二个价格' }),
      priceType: t.OneOfNumbers([1, 2, 3], { title: '价格形式' }),
    }),
    { title: '商品' },
  ),
  replays: t.Array(t.Object({ mediaUrl: t.String({ title: '回放地址' }), createTime: t.DateTime }), { title: '回放' }),
})
export type FrontRoomInfo = t.Static<typeof FrontRoomInfo>

/** Live rooms, for buyers: those that run, then those to come, then replays. */
export const frontLive = routes('front-live', {
  list: {
    method: 'GET',
    path: '/api/front/live/list',
    permission: 'visitor',
    summary: '直播间：直播中、预告、回放',
    query: t.pageQuery({}),
    response: t.pageOf(FrontRoom),
  },
  info: {
    method: 'GET',
    path: '/api/front/live/:roomId',
    permission: 'visitor',
    summary: '直播间详情',
    params: t.Object({ roomId: t.Id }),
    response: FrontRoomInfo,
    errors: [404],
  },
})
