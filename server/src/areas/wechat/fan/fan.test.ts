import { frontPay } from '@zhanggui/contract/payment/front-pay.ts'
import { frontSignIn } from '@zhanggui/contract/user/front-sign-in.ts'
import { channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { fan } from '@zhanggui/contract/wechat/fan.ts'
import { fanTag } from '@zhanggui/contract/wechat/fan-tag.ts'
import { wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { wechatUser } from '@zhanggui/contract/wechat/wechat-user.ts'
import { expect, test } from 'vitest'
import { beginBuying, placeOrder } from '../../../testing/checkout.ts'
import { openPayShop, ring, setSettings } from '../../../testing/pay.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { heardSettings, lastTask, pushEvent, tellEffects } from '../../../testing/wechat-events.ts'
import { wechatUsers } from '../wechat-user/wechat-user.tables.ts'
import { storeFans } from './fan-store.service.ts'

const follow = async (shop: Shop, openid: string, scene = '') => {
  const { fans } = await shop.app.platform.wechat.played()
  fans.follow(openid, { subscribeTime: shop.clock.now(), qrScene: scene })
  await tellEffects(shop, { openid, event: 'subscribe', eventKey: scene && `qrscene_${scene}` })
}

test('a fan subscribes by a channel code, is tagged, buys on the H5, and the figures of the code say so', async () => {
  const opened = await openPayShop()
  const { shop } = opened
  await setSettings(shop, { routine_phone_verification: [], ...heardSettings })
  await shop.app.work()
  const staff = await shop.signInAdmin()
  const { id: tagId } = (await staff.call(fanTag.save, { body: { name: '门店' } })).body
  const reply = { keywords: ['到店有礼'], match: 1 as const, type: 'text' as const, data: { content: '欢迎到店' } }
  const { id: replyId } = (await staff.call(wechatReply.save, { body: reply })).body
  const draft = { name: '湖滨店收银台', scene: 'till', kind: 2 as const, tagId, replyId }
  const { id } = (await staff.call(channelCode.save, { body: draft })).body
  await tellEffects(shop, { openid: 'sim_passer-by', event: 'SCAN', eventKey: 'till' })
  const { fans } = await shop.app.platform.wechat.played()
  fans.follow('sim_axia', { qrScene: 'till' })
  // WeChat asks again when it does not hear in time.
  const at = shop.clock.now()
  for (let times = 0; times < 2; times++)
    expect(await pushEvent(shop, 'sim_axia', 'subscribe', 'qrscene_till', at)).toContain('欢迎到店')
  await expect.poll(() => fans.followers.get('sim_axia')?.tagIds).toEqual([tagId])
  const listed = async () => (await staff.call(wechatUser.list, { query: { codeId: id } })).body.list
  await expect.poll(async () => (await listed())[0]?.tagNames).toEqual(['门店'])
  expect((await listed())[0]).toMatchObject({ subscribe: true, codeName: '湖滨店收银台', nickname: '微信用户axia' })
  const entered = await shop.visitor().call(frontSignIn.official, { body: { code: 'sim:axia' } })
  const buyer = await shop.buyer({ uid: Number((entered.body as { uid: number }).uid) })
  const order = (await placeOrder(buyer, await beginBuying(buyer, opened.skuId))).body
  const attempt = (
    await buyer.call(frontPay.pay, { body: { orderNo: order.orderNo, payType: 'weixin', channel: 'h5' } })
  ).body
  await ring(shop, { outTradeNo: attempt.outTradeNo, amount: 1990 })
  expect((await staff.call(wechatReply.remove, { query: { id: replyId } })).body).toMatchObject({
    code: 'IN_USE',
    uses: [{ type: 'channel-code', id, name: '湖滨店收银台' }],
  })
  const { body: figures } = await staff.call(channelCode.info, { query: { id } })
  expect(figures).toMatchObject({ scans: 2, follows: 1, kept: 1, customers: 1, buyers: 1, orders: 1, paid: 19.9 })
  expect(figures.days.at(-1)).toMatchObject({ scans: 2, follows: 1 })
  expect(figures.picture).toMatch(/^data:image\/png;base64,/)
  // Who came again by another code belongs to that one.
  await staff.call(channelCode.save, { body: { name: '包裹', scene: 'parcel', kind: 1, days: 3 } })
  await tellEffects(shop, { openid: 'sim_axia', event: 'unsubscribe' })
  await follow(shop, 'sim_axia', 'parcel')
  expect((await staff.call(channelCode.info, { query: { id } })).body).toMatchObject({ follows: 1, kept: 0, orders: 0 })
})

test('codes are refused for a taken scene or name, days that make no sense and what WeChat refuses; a deleted one still counts', async () => {
  const shop = await openShop()
  const staff = await shop.signInAdmin()
  const draft = { name: '收银台', scene: 'till', kind: 1 as const, days: 5 }
  const save = (change: object = {}) => staff.send('POST', channelCode.save.path, { ...draft, ...change })
  expect(await save({ days: undefined })).toMatchObject({ status: 400, body: { message: '请填写有效天数' } })
  expect(await save({ days: 31 })).toMatchObject({ status: 400 })
  expect(await save({ scene: '前台' })).toMatchObject({ status: 400 })
  expect(await save({ tagId: 9 })).toMatchObject({ status: 404 })
  const fake = await shop.app.platform.wechat.played()
  fake.tricks.set('/cgi-bin/qrcode/create', [{ errcode: 40053, errmsg: 'invalid action info' }])
  expect(await save()).toMatchObject({ status: 422, body: { code: 'UPSTREAM_REFUSED', errcode: 40053 } })
  expect((await staff.call(channelCode.list, { query: {} })).body.total).toBe(0)
  const both = await Promise.all([save(), save()])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await save({ name: '另一个' })).toMatchObject({ status: 409, body: { errors: [{ field: 'scene' }] } })
  expect(await save({ scene: 'other' })).toMatchObject({ status: 409, body: { errors: [{ field: 'name' }] } })
  const [row] = (await staff.call(channelCode.list, { query: {} })).body.list
  const id = row?.id ?? 0
  const before = row?.url
  const change = { id, version: 0, name: '收银台一号', status: false, days: 9 }
  expect(await staff.call(channelCode.update, { body: change })).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await staff.call(channelCode.update, { body: change })).toMatchObject({ status: 409 })
  expect((await staff.call(channelCode.info, { query: { id } })).body.url).not.toBe(before)
  await staff.call(channelCode.remove, { query: { id } })
  expect((await staff.call(channelCode.info, { query: { id } })).status).toBe(404)
  await tellEffects(shop, { openid: 'sim_late', event: 'SCAN', eventKey: 'till' })
  const { rows } = await shop.ctx.db.execute('select scans from wechat_channel_code')
  expect(rows).toEqual([{ scans: 1 }])
})

test('tag names are unique, a tag is put on fifty fans in one call, and fans who left are skipped', async () => {
  const shop = await openShop()
  const staff = await shop.signInAdmin()
  const { fans } = await shop.app.platform.wechat.played()
  const save = (name: string) => staff.send('POST', fanTag.save.path, { name })
  expect(await save('长'.repeat(31))).toMatchObject({ status: 400 })
  const { id } = (await staff.call(fanTag.save, { body: { name: '老客' } })).body
  expect(await save('老客')).toMatchObject({ status: 409, body: { message: '标签已存在' } })
  fans.tags.set(150, '别处建的')
  expect(await save('别处建的')).toMatchObject({ status: 409 })
  const openids = Array.from({ length: 61 }, (_, n) => `sim_fan${n}`)
  for (const openid of openids) fans.follow(openid)
  const rows = openids.map((openid) => ({ openid, userType: 'wechat' as const, subscribe: openid !== 'sim_fan60' }))
  const people = await shop.ctx.db.insert(wechatUsers).values(rows).returning({ id: wechatUsers.id })
  const ids = people.map((row) => row.id)
  const batch = (on: boolean, of = ids) => staff.call(fanTag.batch, { body: { tagId: id, ids: of, on } })
  // Two at once take turns.
  const both = await Promise.all([batch(true), batch(true, ids.slice(0, 3))])
  expect(both.map(({ body }) => body)).toEqual([
    { done: 60, skipped: 1 },
    { done: 3, skipped: 0 },
  ])
  const calls = (await shop.app.platform.wechat.played()).callsOf('/cgi-bin/tags/members/batchtagging')
  expect(calls.map(({ openid_list }) => (openid_list as string[]).length).sort()).toEqual([10, 3, 50])
  expect((await staff.call(fanTag.list)).body).toMatchObject([{ name: '老客', count: 60 }])
  expect((await batch(false, ids.slice(0, 1))).body).toEqual({ done: 1, skipped: 0 })
  fans.tags.delete(id)
  expect(await batch(true, ids.slice(0, 1))).toMatchObject({ status: 422, body: { errcode: 45159 } })
  fans.knowTag(id, '老客')
  await staff.call(fanTag.update, { body: { id, name: '常客' } })
  expect(fans.tags.get(id)).toBe('常客')
  await staff.call(fanTag.remove, { params: { id } })
  expect((await staff.call(fanTag.list)).body).toEqual([])
  const { rows: left } = await shop.ctx.db.execute(`select from wechat_user where tag_ids <> '{}'`)
  expect(left).toEqual([])
})

test('the followers are compared with those of WeChat page by page, goes on where it stopped, and finds those who left', async () => {
  const shop = await openShop()
  await shop.app.work()
  const staff = await shop.signInAdmin()
  const fake = await shop.app.platform.wechat.played()
  const { fans } = fake
  fans.pageSize = 2
  fans.knowTag(120, '老客')
  const uid = await makeCustomer(shop.ctx, { subscribe: true })
  await shop.ctx.db.insert(wechatUsers).values([
    { openid: 'sim_gone', userType: 'wechat', subscribe: true, subscribeTime: new Date(0), uid },
    { routineOpenid: 'sim_b', unionid: 'sim_union_b', userType: 'routine', nickname: '小程序来的' },
  ])
  for (const name of ['a', 'b', 'c', 'd', 'e']) fans.follow(`sim_${name}`, { tagIds: [120], remark: `备注${name}` })
  // WeChat fails at the second page.
  fake.tricks.set('/cgi-bin/user/info/batchget', [{ user_info_list: [] }, { errcode: 45009, errmsg: 'quota' }])
  await staff.call(fan.sync)
  await expect
    .poll(() => lastTask(shop, 'wechat-fan-sync'))
    .toMatchObject({ status: 'failed', message: '今日接口次数已用完' })
  expect(fake.callsOf('/cgi-bin/user/get').length).toBe(2)
  await staff.call(fan.sync)
  await expect
    .poll(() => lastTask(shop, 'wechat-fan-sync'))
    .toMatchObject({ status: 'success', message: '共 5 位粉丝，1 位已取消关注' })
  expect(fake.callsOf('/cgi-bin/user/get')[2]).toMatchObject({ next_openid: 'sim_b' })
  const { body } = await staff.call(wechatUser.list, { query: { subscribe: true } })
  expect(body.list.map(({ openid, remark, tagNames }) => [openid, remark, tagNames])).toEqual([
    ['sim_e', '备注e', ['老客']],
    ['sim_d', '备注d', ['老客']],
    ['sim_c', '备注c', ['老客']],
  ])
  const { rows } = await shop.ctx.db.execute(`select subscribe from shop_user where id = ${uid}`)
  expect(rows).toEqual([{ subscribe: false }])
  // A finished one starts over; a fan known to the mini-program becomes one row.
  await staff.call(fan.sync)
  await expect.poll(async () => (await staff.call(fan.figures, { query: {} })).body.followers).toBe(5)
  const { rows: twins } = await shop.ctx.db.execute(
    `select nickname, openid from wechat_user where unionid = 'sim_union_b'`,
  )
  expect(twins).toEqual([{ nickname: '小程序来的', openid: 'sim_b' }])
})

test('a follower is named and written to while WeChat allows it, and nobody else', async () => {
  const shop = await openShop()
  const staff = await shop.signInAdmin()
  await follow(shop, 'sim_amy')
  const [row] = (await staff.call(wechatUser.list, { query: {} })).body.list
  const id = row?.id ?? 0
  expect((await staff.call(fan.remark, { body: { id, remark: '老王' } })).status).toBe(200)
  expect((await staff.call(fan.remark, { body: { id, remark: '三'.repeat(30) } })).status).toBe(400)
  const fake = await shop.app.platform.wechat.played()
  expect(fake.fans.followers.get('sim_amy')?.remark).toBe('老王')
  const write = () => staff.send('POST', fan.message.path, { id, content: '本周有券' })
  expect(await write()).toMatchObject({ status: 200 })
  expect(fake.official.sent.at(-1)).toMatchObject({ openid: 'sim_amy', message: { text: { content: '本周有券' } } })
  fake.official.closed.set('sim_amy', 45047)
  expect(await write()).toMatchObject({ status: 422, body: { message: expect.stringContaining('条数') } })
  expect((await staff.call(fan.figures, { query: {} })).body).toMatchObject({
    followers: 1,
    followedToday: 1,
    leftToday: 0,
  })
  // An older event that comes late changes nothing.
  await tellEffects(shop, { openid: 'sim_amy', event: 'unsubscribe', at: new Date(0) })
  expect((await staff.call(fan.info, { query: { id } })).body).toMatchObject({ subscribe: true, moves: [{}, {}] })
  await tellEffects(shop, { openid: 'sim_amy', event: 'unsubscribe' })
  expect(await write()).toMatchObject({ status: 422, body: { message: '对方没有关注公众号' } })
  // What WeChat said before they left does not make them a follower again.
  const told = { openid: 'sim_amy', unionid: '', subscribeTime: null, scene: '', qrScene: '', remark: '', groupid: 0 }
  expect(await storeFans(shop.ctx, [{ ...told, tagIds: [] }], new Date(shop.ctx.now().getTime() - 1000))).toEqual([])
  expect((await staff.call(fan.info, { query: { id } })).body).toMatchObject({ subscribe: false })
  const can = [fan.info, fan.message, fanTag.list, fanTag.batch, fanTag.save, channelCode.list, channelCode.remove]
  const clerk = await shop.signIn({ can, dataScope: '本门店', storeIds: [1] })
  expect((await clerk.call(fan.info, { query: { id } })).status).toBe(404)
  const { id: tagId } = (await staff.call(fanTag.save, { body: { name: '老客' } })).body
  expect((await clerk.call(fanTag.list)).body).toEqual([])
  expect((await clerk.send('POST', fanTag.batch.path, { tagId, ids: [id], on: true })).status).toBe(404)
  expect((await clerk.send('POST', fanTag.save.path, { name: '新客' })).status).toBe(404)
  const { id: codeId } = (await staff.call(channelCode.save, { body: { name: '收银台', scene: 'till', kind: 2 } })).body
  expect((await clerk.call(channelCode.list, { query: {} })).body).toMatchObject({ list: [], total: 0 })
  expect((await clerk.call(channelCode.remove, { query: { id: codeId } })).status).toBe(404)
})

test('a stranger who scans a code becomes a follower, and WeChat is asked who they are', async () => {
  const shop = await openShop()
  await shop.app.work()
  const uid = await makeCustomer(shop.ctx, { subscribe: false })
  await shop.ctx.db.insert(wechatUsers).values({ openid: 'sim_back', userType: 'wechat', subscribe: false, uid })
  const { fans } = await shop.app.platform.wechat.played()
  fans.follow('sim_back', { remark: '回头客' })
  await tellEffects(shop, { openid: 'sim_back', event: 'SCAN', eventKey: 'till' })
  const { rows } = await shop.ctx.db.execute(`select subscribe from shop_user where id = ${uid}`)
  expect(rows).toEqual([{ subscribe: true }])
  const asked = async () => (await shop.ctx.db.execute(`select subscribe, remark from wechat_user`)).rows
  await expect.poll(asked).toEqual([{ subscribe: true, remark: '回头客' }])
})
