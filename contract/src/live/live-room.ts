import { liveSources, liveStatuses, roomTypes, syncStates } from '@zhanggui/domain/live/live.ts'
import { changeOf, keywords, sort } from '../editable.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { wechatNo } from './live-anchor.ts'
import { LiveGoods } from './live-goods.ts'

const statuses = Object.keys(liveStatuses).map(Number) as (keyof typeof liveStatuses)[]
const types = Object.keys(roomTypes).map(Number) as (keyof typeof roomTypes)[]

const time = (title: string) =>
  t.String({ title, maxLength: 19, ask: `请选择${title}`, example: '2026-12-12 20:00:00' })
const flag = (title: string) => t.Optional(t.Boolean({ title }))
const optionalNo = (title: string) => t.Optional(wechatNo(title, { optional: true }))

export const RoomDraft = t.Object({
  /** A room of the mini-program, or a broadcast of a 视频号 that it opens. Fixed once stored. */
  source: t.Optional(t.OneOf(['local', 'channels'], { title: '直播方式' })),
  name: t.String({ title: '房间名', minLength: 1, maxLength: 34 }),
  coverImg: media('封面图', { ask: '请选择封面图' }),
  shareImg: t.Optional(media('分享图', { clearable: true })),
  feedsImg: t.Optional(media('频道图', { clearable: true })),
  startTime: time('开播时间'),
  endTime: time('结束时间'),
  anchorName: t.String({ title: '主播昵称', minLength: 1, maxLength: 30 }),
  anchorWechat: optionalNo('主播微信号'),
  subAnchorWechat: optionalNo('副号微信号'),
  createrWechat: optionalNo('创建者微信号'),
  /** Of a 视频号: its id, and of a broadcast the feed that older clients ask for. */
  finderUserName: t.Optional(
    t.String({
      title: '视频号ID',
      clearable: true,
      maxLength: 64,
      pattern: /^(sph[\w-]{3,61})?$/,
      hint: '视频号ID以 sph 开头，在视频号助手首页可以查看',
      example: 'sphZhanggui01',
    }),
  ),
  feedId: t.Optional(
    t.String({
      title: '直播feedId',
      clearable: true,
      maxLength: 128,
      pattern: /^[\w/+=-]*$/,
      hint: '直播feedId格式不正确',
      example: 'export_UzFf',
    }),
  ),
  type: t.Optional(t.OneOfNumbers(types, { title: '直播间类型' })),
  isFeedsPublic: flag('开启官方收录'),
  closeLike: flag('关闭点赞'),
  closeGoods: flag('关闭货架'),
  closeComment: flag('关闭评论'),
  closeReplay: flag('关闭回放'),
  closeShare: flag('关闭分享'),
  closeKf: flag('关闭客服'),
  isShow: flag('是否展示'),
  sort: sort(9999),
})
export type RoomDraft = t.Static<typeof RoomDraft>

const Replay = t.Object({
  mediaUrl: t.String({ title: '回放地址' }),
  createTime: t.DateTime,
  expireTime: t.Nullable(t.DateTime),
})
export type Replay = t.Static<typeof Replay>

const yes = (title: string) => t.Boolean({ title })

export const Room = t.Object({
  id: t.Id,
  version: t.Integer(),
  roomId: t.Nullable(t.Integer({ title: '房间号' })),
  source: t.OneOf(t.keysOf(liveSources), { title: '直播方式' }),
  name: t.String({ title: '房间名' }),
  coverImg: t.String({ title: '封面图' }),
  shareImg: t.String({ title: '分享图' }),
  feedsImg: t.String({ title: '频道图' }),
  startTime: t.DateTime,
  endTime: t.DateTime,
  anchorName: t.String({ title: '主播昵称' }),
  anchorWechat: t.String({ title: '主播微信号' }),
  subAnchorWechat: t.String({ title: '副号微信号' }),
  createrWechat: t.String({ title: '创建者微信号' }),
  finderUserName: t.String({ title: '视频号ID' }),
  feedId: t.String({ title: '直播feedId' }),
  type: t.OneOfNumbers(types, { title: '直播间类型' }),
  isFeedsPublic: yes('开启官方收录'),
  closeLike: yes('关闭点赞'),
  closeGoods: yes('关闭货架'),
  closeComment: yes('关闭评论'),
  closeReplay: yes('关闭回放'),
  closeShare: yes('关闭分享'),
  closeKf: yes('关闭客服'),
  liveStatus: t.OneOfNumbers(statuses, { title: '直播状态' }),
  goodsCount: t.Integer({ title: '商品数' }),
  qrcodeUrl: t.String({ title: '小程序码' }),
  syncState: t.OneOf(t.keysOf(syncStates), { title: '提交状态' }),
  lastError: t.String({ title: '上次提交的错误' }),
  /** The code by which an anchor proves who they are, where WeChat asks for it. */
  authUrl: t.String({ title: '实名认证二维码' }),
  isShow: yes('是否展示'),
  sort: t.Integer({ title: '排序' }),
  createTime: t.DateTime,
})
export type Room = t.Static<typeof Room>

export const RoomGoods = t.Object({
  ...LiveGoods.properties,
  onSale: t.Boolean({ title: '上架' }),
})
export type RoomGoods = t.Static<typeof RoomGoods>
export const RoomInfo = t.Object({ ...Room.properties, goods: t.Array(RoomGoods, { title: '商品' }) })
export type RoomInfo = t.Static<typeof RoomInfo>

const base = '/admin/live/room'
const permission = 'admin:live:room'
const OfRoom = t.Object({ id: t.Id })
const errors = [404, 409, 422, 428, 502] as const
const Stored = t.Object({
  id: t.Id,
  version: t.Integer(),
  roomId: t.Nullable(t.Integer({ title: '房间号' })),
})
const GoodsOfRoom = t.Object({ id: t.Id, goodsId: t.Id })

/** 直播间: rooms of the mini-program and broadcasts of a 视频号. */
export const liveRoom = routes('live-room', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    // Also for decorated pages, on which they are chosen.
    permission: [`${permission}:list`, 'admin:pagediy:list'],
    summary: '直播间列表',
    query: t.pageQuery({
      keywords: keywords(34),
      liveStatus: t.Optional(t.OneOfNumbers(statuses, { title: '直播状态' })),
    }),
    response: t.pageOf(Room),
  },
  info: {
    method: 'GET',
    path: `${base}/info`,
    permission: `${permission}:list`,
    summary: '直播间详情，含商品',
    query: OfRoom,
    response: RoomInfo,
    errors: [404],
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: `${permission}:save`,
    summary: '新增直播间',
    body: RoomDraft,
    response: Stored,
    errors: [409, 422, 428, 502],
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: `${permission}:update`,
    summary: '编辑直播间',
    body: changeOf(RoomDraft),
    response: Stored,
    errors,
  },
  remove: {
    method: 'GET',
    path: `${base}/delete`,
    permission: `${permission}:delete`,
    changes: true,
    summary: '删除直播间',
    query: OfRoom,
    response: t.Done,
    errors,
  },
  synchronize: {
    method: 'GET',
    path: `${base}/sync`,
    permission: `${permission}:sync`,
    changes: true,
    summary: '同步直播间',
    response: t.Object({ created: t.Integer(), updated: t.Integer(), total: t.Integer() }),
    errors: [422, 428, 502],
  },
  addGoods: {
    method: 'POST',
    path: `${base}/goods/add`,
    permission: `${permission}:goods`,
    summary: '直播间添加商品',
    body: t.Object({
      id: t.Id,
      goodsIds: t.Array(t.Id, { title: '商品', minItems: 1, maxItems: 200, uniqueItems: true, ask: '请选择商品' }),
    }),
    response: t.Done,
    errors,
  },
  removeGoods: {
    method: 'POST',
    path: `${base}/goods/delete`,
    permission: `${permission}:goods`,
    summary: '直播间移除商品',
    body: GoodsOfRoom,
    response: t.Done,
    errors,
  },
  onSale: {
    method: 'POST',
    path: `${base}/goods/onsale`,
    permission: `${permission}:goods`,
    summary: '直播间商品上下架',
    body: t.Object({ ...GoodsOfRoom.properties, onSale: t.Boolean({ title: '上架' }) }),
    response: t.Done,
    errors,
  },
  replay: {
    method: 'GET',
    path: `${base}/replay`,
    permission: `${permission}:list`,
    summary: '直播间回放',
    query: OfRoom,
    response: t.Object({ list: t.Array(Replay) }),
    errors: [404, 409, 422, 428, 502],
  },
  qrcode: {
    method: 'GET',
    path: `${base}/qrcode`,
    permission: `${permission}:list`,
    summary: '直播间小程序码',
    query: OfRoom,
    response: t.Object({ qrcodeUrl: t.String({ title: '小程序码' }), pagePath: t.String({ title: '小程序路径' }) }),
    errors: [404, 409, 422, 428, 502],
  },
  pushUrl: {
    method: 'GET',
    path: `${base}/pushurl`,
    // Whoever has the address broadcasts in the shop's name.
    permission: `${permission}:update`,
    summary: '直播间推流地址',
    query: OfRoom,
    response: t.Object({ pushUrl: t.String({ title: '推流地址' }) }),
    errors: [404, 409, 422, 428, 502],
  },
})
