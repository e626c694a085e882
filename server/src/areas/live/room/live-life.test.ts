import { frontLive } from '@zhanggui/contract/live/front-live.ts'
import { liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { liveRoom } from '@zhanggui/contract/live/live-room.ts'
import { expect, test } from 'vitest'
import { inMinutes, openLive } from '../../../testing/live.ts'
import { syncByClock } from './live-room-sync.service.ts'

const MINUTE_MS = 60_000

test('a room lives from its draft through its broadcast to its replay, with goods that WeChat reviewed', async () => {
  const { shop, staff, main, fake, played, saveRoom, saveGoods, readRoom, readGoods } = await openLive()
  const watch = async () => (await shop.visitor().call(frontLive.list, { query: {} })).body.list
  // WeChat says no: the draft stays, with the reason in words.
  const refused = await saveRoom({ name: '违规的直播间' })
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'UPSTREAM_REFUSED', message: '房间名称违规', errcode: 300028 },
  })
  const [draft] = (await staff.call(liveRoom.list, { query: {} })).body.list
  expect(draft).toMatchObject({ roomId: null, syncState: 'failed', lastError: '房间名称违规', liveStatus: 102 })
  expect(await watch()).toEqual([])
  const { id, version, lastError: _, ...typed } = draft as NonNullable<typeof draft>
  const mended = await staff.call(liveRoom.update, {
    body: { ...typed, source: 'local', id, version, name: '双十二预热场' },
  })
  expect(mended).toMatchObject({ status: 200, body: { roomId: 1 } })
  const pushed = await readRoom(id)
  expect(pushed).toMatchObject({ syncState: 'pushed', lastError: '', qrcodeUrl: 'https://mmbiz.qpic.cn/code/1.jpg' })
  const [made] = played.callsOf('/wxaapi/broadcast/room/create').slice(-1)
  expect(made).toMatchObject({
    coverImg: expect.stringMatching(/^\w[\w-]+$/),
    anchorWechat: 'xiaxia_live',
    closeReplay: 0,
    type: 0,
  })
  // Equal pictures were sent once for each form that WeChat wants, and not again.
  expect(played.callsOf('/cgi-bin/media/upload')).toHaveLength(1)

  const saved = (await saveGoods({ priceType: 3, price: 29.9, price2: 19.9 })).body
  expect(played.callsOf('/wxaapi/broadcast/goods/add')).toMatchObject([
    { goodsInfo: { price: 29.9, price2: 19.9, priceType: 3, url: `pages/goods/goods_details/index?id=${main.id}` } },
  ])
  expect(await readGoods(saved.id)).toMatchObject({ goodsId: 1, auditId: 1, auditStatus: 1, price: 29.9 })
  const add = () => staff.call(liveRoom.addGoods, { body: { id, goodsIds: [saved.id] } })
  expect(await add()).toMatchObject({ status: 422, body: { message: '商品「纯棉毛巾三条装」还没有审核通过' } })
  fake.review(1, true)
  expect((await staff.call(liveGoods.synchronize)).body).toEqual({ created: 0, updated: 1, total: 1 })
  expect((await add()).status).toBe(200)
  expect(fake.rooms.get(1)?.goods).toEqual([1])

  expect(await watch()).toMatchObject([
    { roomId: 1, name: '双十二预热场', liveStatus: 102, goodsCount: 1, channels: null },
  ])
  shop.clock.advance(21 * MINUTE_MS)
  await syncByClock(shop.ctx)
  expect(await watch()).toMatchObject([{ roomId: 1, liveStatus: 101 }])
  const remove = () => staff.call(liveRoom.remove, { query: { id } })
  expect(await remove()).toMatchObject({ status: 409, body: { message: '直播中的直播间不能删除' } })
  const typedLate = await staff.call(liveRoom.update, { body: { ...typed, source: 'local', id, name: '改名试试看' } })
  expect(typedLate).toMatchObject({ status: 409, body: { message: '只有未开始的直播间可以修改' } })
  // Whether buyers see it is the shop's own.
  const now = await readRoom(id)
  expect((await staff.call(liveRoom.update, { body: { ...now, source: 'local', isShow: false } })).status).toBe(200)
  expect(await watch()).toEqual([])
  const hidden = await readRoom(id)
  await staff.call(liveRoom.update, { body: { ...hidden, source: 'local', isShow: true } })

  shop.clock.advance(60 * MINUTE_MS)
  const room = fake.rooms.get(1)
  if (room) room.replays = [{ media_url: 'http://vod.example/1.m3u8', create_time: '2026-11-29T12:00:00Z' }]
  await staff.call(liveRoom.synchronize)
  expect(await readRoom(id)).toMatchObject({ liveStatus: 103 })
  expect(await watch()).toMatchObject([{ roomId: 1, liveStatus: 103, hasReplay: true }])
  const replays = await staff.call(liveRoom.replay, { query: { id } })
  expect(replays.body.list).toEqual([
    { mediaUrl: 'http://vod.example/1.m3u8', createTime: '2026-11-29 20:00:00', expireTime: null },
  ])
  const seen = await shop.visitor().call(frontLive.info, { params: { roomId: 1 } })
  expect(seen.body).toMatchObject({
    goods: [{ productId: main.id, name: '纯棉毛巾三条装', price: 29.9, price2: 19.9 }],
    replays: [{ mediaUrl: 'http://vod.example/1.m3u8' }],
  })
  expect((await remove()).status).toBe(200)
  expect(fake.rooms.size).toBe(0)
  expect((await shop.visitor().call(frontLive.info, { params: { roomId: 1 } })).status).toBe(404)
})

test('the next sync finds what was made, changed and deleted in WeChat itself, and a lost creation is found instead of repeated', async () => {
  const { shop, staff, fake, saveRoom, readRoom, picture } = await openLive()
  expect((await staff.call(liveRoom.synchronize)).body).toEqual({ created: 0, updated: 0, total: 0 })
  const [own, other] = [
    (await saveRoom({ name: '周三家居专场' })).body,
    (await saveRoom({ name: '周四家居专场' })).body,
  ]
  const { id } = own
  // As after a creation that WeChat did without answering.
  await shop.ctx.db.execute(
    `update live_room set room_id = null, sync_state = 'failed', is_unsure = true where id = ${id}`,
  )
  const again = await staff.call(liveRoom.update, {
    body: { ...(await readRoom(id)), source: 'local', sort: 5, anchorName: '小秋' },
  })
  expect(again.body).toMatchObject({ id, roomId: 1 })
  expect(fake.rooms.size).toBe(2)

  const console = fake.addRoom({
    ...fake.rooms.get(1)?.body,
    name: '后台建的直播间',
    startTime: Math.floor(shop.ctx.now().getTime() / 1000) + 3600,
    endTime: Math.floor(shop.ctx.now().getTime() / 1000) + 7200,
  })
  const theirs = fake.rooms.get(1)
  if (theirs) theirs.body = { ...theirs.body, name: '微信里改的名字' }
  fake.rooms.delete(other.roomId ?? 0)
  shop.clock.advance(1000)
  const { body } = await staff.call(liveRoom.synchronize)
  expect(body).toEqual({ created: 1, updated: 2, total: 2 })
  expect(await readRoom(id)).toMatchObject({ name: '微信里改的名字', coverImg: picture })
  expect(await readRoom(other.id)).toMatchObject({ roomId: null, lastError: '微信后台已没有这个直播间' })
  const made = (await staff.call(liveRoom.list, { query: { keywords: String(console.roomId) } })).body.list
  expect(made).toMatchObject([
    { name: '后台建的直播间', source: 'wechat', coverImg: expect.stringContaining('qpic.cn') },
  ])
  expect((await staff.call(liveRoom.synchronize)).body).toEqual({ created: 0, updated: 0, total: 2 })
  // As in the moment between WeChat's creation and the note of its number.
  const { rows } = await shop.ctx.db.execute<{ room_id: number }>(`update live_room
    set room_id = null, busy_until = '2099-01-01' from (select room_id as number from live_room where id = ${id}) as old
    where id = ${id} returning number as room_id`)
  expect(rows).toEqual([{ room_id: 1 }])
  expect((await staff.call(liveRoom.synchronize)).body).toEqual({ created: 0, updated: 0, total: 2 })
})

test('what a sync of an account that is not filled in finds is nothing, and a draft is not made with times that are over', async () => {
  const { shop, staff, saveRoom, turn } = await openLive()
  expect((await saveRoom({ name: '违规的直播间' })).status).toBe(422)
  const [draft] = (await staff.call(liveRoom.list, { query: {} })).body.list
  shop.clock.advance(30 * MINUTE_MS)
  const again = await staff.call(liveRoom.update, {
    body: { ...(draft as NonNullable<typeof draft>), source: 'local', name: '双十二预热场' },
  })
  expect(again).toMatchObject({ status: 400, body: { message: '开播时间须在10分钟之后' } })
  await turn('wechat')
  Object.assign(shop.app.platform.wechat, { isFake: false })
  expect(await syncByClock(shop.ctx)).toBe(0)
})

test('a refused room names the field, the reason of the platform, or the state of the room', async () => {
  const { shop, staff, turn, saveRoom, readRoom, played } = await openLive()
  for (const [change, status, message] of [
    [{ startTime: inMinutes(shop, 5) }, 400, '开播时间须在10分钟之后'],
    [{ startTime: '明天' }, 400, '开播时间格式不正确'],
    [{ name: '短' }, 400, '房间名须为3～17个汉字（两个字母或数字算一个汉字）'],
    [{ anchorWechat: '' }, 400, '请输入主播微信号'],
    [{ anchorWechat: 'nobody_none' }, 422, '主播微信号不存在'],
    [{ source: 'channels' as const }, 400, '请输入视频号ID'],
  ] as const)
    expect(await saveRoom(change)).toMatchObject({ status, body: { message } })
  expect(await saveRoom({ anchorWechat: 'who_unverified' })).toMatchObject({
    status: 422,
    body: { message: '主播微信号未实名认证' },
  })
  const [unproven] = (await staff.call(liveRoom.list, { query: {} })).body.list
  expect(unproven).toMatchObject({ syncState: 'failed', authUrl: 'https://mmbiz.qpic.cn/verify.jpg' })
  await turn('wechat', 'http://127.0.0.1:9')
  expect(await saveRoom()).toMatchObject({ status: 502, body: { code: 'UPSTREAM' } })
  await turn('wechat')
  // A busy WeChat did nothing, so it is asked again; when it stays busy, the answer says so.
  const busy = (times: number) => Array.from({ length: times }, () => ({ errcode: -1, errmsg: 'system error' }))
  played.tricks.set('/wxaapi/broadcast/room/create', busy(3))
  expect(await saveRoom({ name: '忙不过来的场' })).toMatchObject({
    status: 502,
    body: { message: '微信系统繁忙，请稍后再试' },
  })
  played.tricks.set('/wxaapi/broadcast/room/create', busy(1))
  const push = (await saveRoom({ name: '推流的直播间', type: 1 })).body
  expect((await staff.call(liveRoom.pushUrl, { query: { id: push.id } })).body.pushUrl).toMatch(/^rtmp:/)
  const trail = await shop.ctx.db.execute(`select object_name from audit_entry where action = 'use'`)
  expect(trail.rows).toEqual([{ object_name: '「推流的直播间」的推流地址' }])
  // Viewers do not broadcast, and staff who decorate pages see no phone numbers.
  const [viewer, painter] = await Promise.all([
    shop.signIn({ can: [liveRoom.info] }),
    shop.signIn({ permissions: ['admin:pagediy:list'] }),
  ])
  expect((await viewer.call(liveRoom.pushUrl, { query: { id: push.id } })).status).toBe(403)
  const namesOf = async (who: typeof viewer) =>
    (await who.call(liveRoom.list, { query: {} })).body.list.map(({ anchorWechat, lastError, authUrl }) =>
      [anchorWechat, lastError && 'error', authUrl && 'code'].join(' '),
    )
  expect(await namesOf(viewer)).toContain('who_unverified error code')
  expect(new Set(await namesOf(painter))).toEqual(new Set(['  ']))
  const { body: phone } = await saveRoom()
  expect((await staff.call(liveRoom.pushUrl, { query: { id: phone.id } })).status).toBe(422)
  const fixed = await staff.call(liveRoom.update, { body: { ...(await readRoom(phone.id)), source: 'local', type: 1 } })
  expect(fixed).toMatchObject({ status: 422, body: { message: '直播间类型在创建后不能修改' } })
  await turn('off')
  expect(await saveRoom()).toMatchObject({ status: 428, body: { message: '直播未启用，请先在设置中开启' } })
})

test('a 视频号 broadcast needs no interface: buyers get what the mini-program opens it by, while it lasts', async () => {
  const { shop, staff, saveRoom, played } = await openLive('off')
  const saved = await saveRoom({
    source: 'channels',
    finderUserName: 'sphZhanggui01',
    feedId: 'export_Uz',
    closeReplay: true,
  })
  expect(saved).toMatchObject({ status: 200, body: { roomId: null } })
  expect(played.calls).toEqual([])
  const watch = async () => (await shop.visitor().call(frontLive.list, { query: {} })).body.list
  const channels = { finderUserName: 'sphZhanggui01', feedId: 'export_Uz' }
  expect(await watch()).toMatchObject([{ liveStatus: 102, channels, roomId: null }])
  shop.clock.advance(21 * MINUTE_MS)
  expect(await watch()).toMatchObject([{ liveStatus: 101, channels }])
  const filtered = await staff.call(liveRoom.list, { query: { liveStatus: 101 } })
  expect(filtered.body.list).toMatchObject([{ source: 'channels', liveStatus: 101 }])
  expect(await staff.call(liveRoom.replay, { query: { id: saved.body.id } })).toMatchObject({ status: 428 })
  shop.clock.advance(60 * MINUTE_MS)
  expect(await watch()).toEqual([])
  expect((await staff.call(liveRoom.remove, { query: { id: saved.body.id } })).status).toBe(200)
})
