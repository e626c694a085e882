import { liveAnchor } from '@zhanggui/contract/live/live-anchor.ts'
import { liveGoods } from '@zhanggui/contract/live/live-goods.ts'
import { liveRoom } from '@zhanggui/contract/live/live-room.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { expect, test } from 'vitest'
import { openLive } from '../../../testing/live.ts'
import { lookAtGoods } from './live-goods-sync.service.ts'

const SECOND_MS = 1000

test('of two who submit goods at once, one does, and WeChat is asked once', async () => {
  const { shop, staff, played, saveGoods, readGoods } = await openLive()
  const { id } = (await saveGoods()).body
  await staff.call(liveGoods.cancelAudit, { body: { id } })
  expect(await readGoods(id)).toMatchObject({ auditStatus: 0 })
  const submit = () => staff.call(liveGoods.audit, { body: { id } })
  const answers = await Promise.all([submit(), submit(), submit()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(played.callsOf('/wxaapi/broadcast/goods/audit')).toHaveLength(1)
  expect(await readGoods(id)).toMatchObject({ auditStatus: 1, auditId: 2 })
  const trail = await shop.ctx.db.execute(
    `select action from audit_entry where object_type = 'live-goods' and object_id = '${id}' order by id`,
  )
  expect(trail.rows.map(({ action }) => action)).toEqual(['create', 'audit', 'withdraw', 'audit'])
  // As in the moment between WeChat's answer and the note of its number.
  await shop.ctx.db.execute(`update live_goods set goods_id = null, busy_until = '2099-01-01' where id = ${id}`)
  expect((await staff.call(liveGoods.synchronize)).body).toEqual({ created: 0, updated: 0, total: 1 })
})

test('what may be done with goods depends on their review, and its results come by sync alone', async () => {
  const { shop, staff, seller, main, fake, played, goodsDraft, saveGoods, saveRoom, readGoods } = await openLive()
  const { id } = (await saveGoods()).body
  const change = (draft: object = {}) => staff.call(liveGoods.update, { body: { id, ...goodsDraft(draft) } })
  const remove = () => staff.call(liveGoods.remove, { query: { id } })
  expect(await change({ price: 9.9 })).toMatchObject({
    status: 409,
    body: { message: '审核中的商品不能修改，请先撤回审核' },
  })
  expect(await remove()).toMatchObject({ status: 409, body: { message: '审核中的商品不能删除' } })
  fake.review(1, false)
  expect(await readGoods(id)).toMatchObject({ auditStatus: 1 })
  await staff.call(liveGoods.synchronize)
  expect(await readGoods(id)).toMatchObject({ auditStatus: 3, auditReason: expect.stringContaining('微信') })
  // Refused by WeChat: what it has stays.
  expect(await change({ name: '违规的毛巾' })).toMatchObject({ status: 422, body: { message: '商品名称违规' } })
  expect(await readGoods(id)).toMatchObject({ name: '纯棉毛巾三条装' })
  expect((await change({ name: '纯棉毛巾两条装' })).status).toBe(200)
  expect((await staff.call(liveGoods.audit, { body: { id } })).body).toMatchObject({ auditId: 2 })
  fake.review(1, true)
  await staff.call(liveGoods.synchronize)
  expect(await change({ name: '又改了名字' })).toMatchObject({
    status: 422,
    body: { message: '审核通过的商品只能修改价格' },
  })
  await seller.call(product.remove, { params: { id: main.id }, query: { type: 'recycle' } } as never)
  expect((await change({ name: '纯棉毛巾两条装', priceType: 2, price: 9.9, price2: 12.5 })).status).toBe(200)
  expect(played.callsOf('/wxaapi/broadcast/goods/update').at(-1)).toEqual({
    goodsInfo: { goodsId: 1, priceType: 2, price: 9.9, price2: 12.5 },
  })
  // Kept by a room that is not over; keeps its product.
  const room = (await saveRoom()).body
  await staff.call(liveRoom.addGoods, { body: { id: room.id, goodsIds: [id] } })
  expect(await remove()).toMatchObject({
    status: 422,
    body: { code: 'IN_USE', uses: [{ type: 'live-room', id: room.id }] },
  })
  const forGood = await seller.call(product.remove, { params: { id: main.id }, query: { type: 'delete' } } as never)
  expect(forGood).toMatchObject({ status: 422, body: { code: 'IN_USE', uses: [{ type: 'live-goods', id }] } })
  expect((await staff.call(liveRoom.removeGoods, { body: { id: room.id, goodsId: id } })).status).toBe(200)
  expect((await remove()).body).toEqual({})
  expect(fake.goods.size).toBe(0)
  shop.clock.advance(SECOND_MS)
})

test("goods of WeChat's own console come by sync and are read only; those deleted there can be submitted again", async () => {
  const { shop, staff, main, fake, saveGoods, readGoods } = await openLive()
  const { id } = (await saveGoods()).body
  fake.goods.delete(1)
  fake.addGoods({
    name: '后台的茶杯',
    price: 39,
    priceType: 1,
    url: `pages%2Fgoods%2Fgoods_details%2Findex%3Fid%3D${main.id}`,
  })
  shop.clock.advance(SECOND_MS)
  expect((await staff.call(liveGoods.synchronize)).body).toEqual({ created: 1, updated: 1, total: 1 })
  expect(await readGoods(id)).toMatchObject({
    goodsId: null,
    auditStatus: 0,
    lastError: expect.stringContaining('微信后台'),
  })
  expect((await staff.call(liveGoods.audit, { body: { id } })).body).toMatchObject({ goodsId: 3 })
  const [own] = (await staff.call(liveGoods.list, { query: { keywords: '茶杯' } })).body.list
  expect(own).toMatchObject({ isWechatOwn: true, auditStatus: 2, productId: main.id, price: 39 })
  expect(await staff.call(liveGoods.remove, { query: { id: own?.id ?? 0 } })).toMatchObject({
    status: 422,
    body: { message: '该商品在微信后台添加，不能在此操作' },
  })
})

test('the simulated platform reviews after five seconds', async () => {
  const { shop, saveGoods, saveRoom, staff, readGoods, played } = await openLive('mock')
  const { id } = (await saveGoods()).body
  const { id: odd } = (await saveGoods({ name: '拒绝这个毛巾' })).body
  shop.clock.advance(4 * SECOND_MS)
  await lookAtGoods(shop.ctx)
  expect(await readGoods(id)).toMatchObject({ auditStatus: 1 })
  shop.clock.advance(2 * SECOND_MS)
  await lookAtGoods(shop.ctx)
  expect([(await readGoods(id)).auditStatus, (await readGoods(odd)).auditStatus]).toEqual([2, 3])
  const room = (await saveRoom()).body
  expect(room.roomId).toBeTypeOf('number')
  expect((await staff.call(liveRoom.addGoods, { body: { id: room.id, goodsIds: [id] } })).status).toBe(200)
  expect((await staff.call(liveRoom.synchronize)).body).toEqual({ created: 0, updated: 0, total: 1 })
  expect(played.calls).toEqual([])
})

test('an anchor is kept by a room that is not over, a WeChat number is one anchor, and phones are hidden', async () => {
  const { staff, saveRoom } = await openLive('mock')
  const add = (more: object = {}) =>
    staff.call(liveAnchor.save, { body: { name: '小夏', wechat: 'xiaxia_live', phone: '13812345678', ...more } })
  expect(await add({ wechat: '小夏' })).toMatchObject({ status: 400 })
  expect(await add({ name: '夏' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('2～15个汉字') },
  })
  const answers = await Promise.all([add(), add({ wechat: 'XiaXia_live' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const room = (await saveRoom()).body
  const [row] = (await staff.call(liveAnchor.list, { query: {} })).body.list
  expect(row).toMatchObject({ phone: '138****5678', roomCount: 1 })
  const { id = 0 } = row ?? {}
  const change = await staff.call(liveAnchor.update, {
    body: { id, name: '小夏夏', wechat: 'xiaxia_live', phone: '138****5678' },
  })
  expect(change.status).toBe(200)
  const remove = () => staff.call(liveAnchor.remove, { query: { id } })
  expect(await remove()).toMatchObject({
    status: 422,
    body: { code: 'IN_USE', uses: [{ type: 'live-room', id: room.id }] },
  })
  await staff.call(liveRoom.remove, { query: { id: room.id } })
  expect((await remove()).body).toEqual({})
})
