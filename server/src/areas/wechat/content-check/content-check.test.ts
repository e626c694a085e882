import { frontShipment, type Review } from '@zhanggui/contract/order/front-shipment.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { frontAccount } from '@zhanggui/contract/user/front-sign-in.ts'
import { contentCheck } from '@zhanggui/contract/wechat/content-check.ts'
import { expect, test } from 'vitest'
import { pictureBy } from '../../../testing/after-sales.ts'
import { makeOrder } from '../../../testing/order.ts'
import { openPayShop, setSettings } from '../../../testing/pay.ts'
import type { Caller, Shop } from '../../../testing/shop.ts'
import { tellEffects } from '../../../testing/wechat-events.ts'
import { wechatUsers } from '../wechat-user/wechat-user.tables.ts'

/** A shop that has WeChat look at what buyers write, and a buyer known by the mini-program. */
async function openChecking() {
  const opened = await openPayShop()
  const { shop, buyer } = opened
  await setSettings(shop, { content_check: true, localUploadUrl: 'https://m.example' })
  const person = { routineOpenid: 'sim_amy', userType: 'routine' as const, uid: buyer.userId }
  await shop.ctx.db.insert(wechatUsers).values(person)
  await shop.app.work()
  const staff = await shop.signInAdmin()
  const fake = await shop.app.platform.wechat.played()
  const lines = Array.from({ length: 5 }, (_, n) => ({
    productId: opened.productId,
    skuId: opened.skuId + n,
    unique: `u${n}`,
  }))
  const order = await makeOrder(shop.ctx, { uid: buyer.userId, paid: true, status: 2, lines })
  let next = 0
  const review = (more: Partial<Review>) => {
    const said = { orderNo: order.orderNo, lineId: order.lines[next]?.id, productScore: 5, serviceScore: 5, ...more }
    return buyer.send('POST', frontShipment.comment.path, said).then((answer) => {
      if (answer.status === 200) next++
      return answer
    })
  }
  const states = async () =>
    (await staff.call(productReply.list, { query: {} })).body.list.map(({ auditStatus }) => auditStatus)
  const held = async (query: object = {}) => (await staff.call(contentCheck.list, { query })).body.list
  return { ...opened, staff, fake, review, states, held }
}

const run = ({ app, ctx }: Shop, job: string) =>
  app.platform.scheduler.find(job)?.run(ctx, {}, new AbortController().signal)
const verdict = (shop: Shop, trace: string | undefined, suggest: string, more: object = {}) =>
  tellEffects(shop, {
    account: 'mini',
    event: 'wxa_media_check',
    fields: { trace_id: trace, version: 2, errcode: 0, result: { suggest, label: 100 }, ...more },
  })

test('a review that WeChat calls an offence is refused, one it is not sure of or says nothing of is hidden until staff release it', async () => {
  const { shop, staff, fake, review, states, held, buyer } = await openChecking()
  expect(await review({ comment: '违规的话' })).toMatchObject({
    status: 422,
    body: { message: '内容含违规信息，请修改后再提交' },
  })
  expect(await states()).toEqual([])
  await review({ comment: '很好' })
  await review({ comment: '可疑的话' })
  fake.tricks.set('/wxa/msg_sec_check', [{ errcode: 61010, errmsg: 'code is expired' }])
  await review({ comment: '久没来过' })
  expect(fake.callsOf('/wxa/msg_sec_check').at(-1)).toMatchObject({ version: 2, scene: 2, openid: 'sim_amy' })
  expect(await states()).toEqual([0, 0, 1])
  expect(await held()).toMatchObject([
    {
      kind: 'reply',
      text: '久没来过',
      verdict: 'none',
      state: 1,
      reason: '该用户两小时内没有来过小程序，微信不能检查',
    },
    { text: '可疑的话', verdict: 'review', state: 1 },
  ])
  const [late, doubtful] = await held()
  const clerk = await shop.signIn({ can: [contentCheck.list, contentCheck.decide] })
  const decide = (who: Caller, ids: (number | undefined)[], pass: boolean) =>
    who.send('POST', contentCheck.decide.path, { ids, pass })
  // Showing a review needs the right to reviews.
  expect(await decide(clerk, [late?.id], true)).toMatchObject({ status: 403 })
  const both = await Promise.all([decide(staff, [late?.id], true), decide(staff, [late?.id], false)])
  expect(both.map(({ body }) => body.done).sort()).toEqual([0, 1])
  // Staff may as well decide it where reviews are.
  const moderation = { ids: [doubtful?.bizId ?? 0], auditStatus: 2 as const }
  await staff.call(productReply.moderate, { body: moderation })
  expect(await held({ state: 1 })).toEqual([])
  expect((await states())[1]).toBe(2)
  // Those who see their stores alone see and decide nothing.
  const keeper = await shop.signIn({
    can: [contentCheck.list, contentCheck.decide],
    dataScope: '本门店',
    storeIds: [1],
  })
  expect((await keeper.call(contentCheck.list, { query: {} })).body).toMatchObject({ list: [], total: 0 })
  expect((await decide(keeper, [doubtful?.id], true)).status).toBe(404)
  // An account without its secret is none.
  await setSettings(shop, { routine_appid: 'wx1234567890abcdef' })
  Object.assign(shop.app.platform.wechat, { isFake: false })
  expect(await review({ comment: '密钥没填' })).toMatchObject({ status: 200 })
  expect((await held())[0]).toMatchObject({ verdict: 'none', reason: '没有配置小程序，微信不能检查' })
  Object.assign(shop.app.platform.wechat, { isFake: true })
  await setSettings(shop, { content_check: false })
  const before = fake.callsOf('/wxa/msg_sec_check').length
  await review({ comment: '违规也收' })
  expect(fake.callsOf('/wxa/msg_sec_check').length).toBe(before)
  expect((await states())[0]).toBe(1)
  expect(buyer.userId).toBeGreaterThan(0)
})

test('a review with pictures is hidden until WeChat let all of them pass; after half an hour without a word staff decide', async () => {
  const { shop, fake, review, states, held, buyer } = await openChecking()
  const picture = () => pictureBy(buyer)
  const asked = () => fake.program.media
  await review({ comment: '两张图', pics: [await picture(), await picture()] })
  await expect.poll(() => asked().length).toBe(2)
  expect(asked()[0]).toMatchObject({
    openid: 'sim_amy',
    media_url: expect.stringMatching(/^https:\/\/m\.example\/file\/public\//),
  })
  expect(await states()).toEqual([0])
  await verdict(shop, asked()[0]?.trace_id, 'pass')
  expect(await states()).toEqual([0])
  await verdict(shop, asked()[1]?.trace_id, 'pass')
  expect(await states()).toEqual([1])
  await review({ comment: '坏图', pics: [await picture()] })
  await expect.poll(() => asked().length).toBe(3)
  await verdict(shop, asked()[2]?.trace_id, 'risky')
  expect((await states())[0]).toBe(2)
  await review({ comment: '看不到的图', pics: [await picture()] })
  await expect.poll(() => asked().length).toBe(4)
  await verdict(shop, asked()[3]?.trace_id, '', { errcode: -1008 })
  expect((await held())[0]).toMatchObject({ state: 1, verdict: 'none', reason: '微信没有看到图片' })
  await review({ comment: '没有回音', pics: [await picture()] })
  await expect.poll(() => asked().length).toBe(5)
  expect(await run(shop, 'contentCheckTimeout')).toBe(0)
  shop.clock.advance(31 * 60_000)
  expect(await run(shop, 'contentCheckTimeout')).toBe(1)
  expect((await held())[0]).toMatchObject({ state: 1, verdict: 'none', reason: '微信 30 分钟内没有给出结论' })
  expect((await states())[0]).toBe(0)
})

test('a name and a picture of a buyer are shown once WeChat or staff let them pass', async () => {
  const { shop, staff, fake, held, buyer } = await openChecking()
  const edit = (body: object) => buyer.send('POST', frontAccount.edit.path, body)
  const profile = async () =>
    (
      await shop.ctx.db.execute<{ nickname: string; avatar: string }>(
        `select nickname, avatar from shop_user where id = ${buyer.userId}`,
      )
    ).rows[0]
  expect(await edit({ nickname: '违规名' })).toMatchObject({ status: 422 })
  expect((await edit({ nickname: '小美' })).body).toEqual({ held: [] })
  expect((await edit({ nickname: '可疑名' })).body).toEqual({ held: ['nickname'] })
  expect((await edit({ nickname: '更可疑' })).body).toEqual({ held: ['nickname'] })
  expect((await profile())?.nickname).toBe('小美')
  expect(await held()).toMatchObject([
    { text: '更可疑', state: 1 },
    { text: '可疑名', state: 3, reason: '已被后来的内容取代' },
  ])
  const ids = (await held({ state: 1 })).map(({ id }) => id)
  await staff.call(contentCheck.decide, { body: { ids, pass: true } })
  expect((await profile())?.nickname).toBe('更可疑')
  const avatar = await pictureBy(buyer)
  expect((await edit({ avatar, sex: 2 })).body).toEqual({ held: ['avatar'] })
  await expect.poll(() => fake.program.media.length).toBe(1)
  expect((await profile())?.avatar).toBe('')
  await verdict(shop, fake.program.media[0]?.trace_id, 'pass')
  expect((await profile())?.avatar).toMatch(/^public\//)
})
