import { store } from '@zhanggui/contract/store/store.ts'
import { buyerMessage } from '@zhanggui/contract/wechat/buyer-message.ts'
import { frontMessage, frontSubscribe } from '@zhanggui/contract/wechat/front-message.ts'
import { notifyOutbox } from '@zhanggui/contract/wechat/notify-outbox.ts'
import { wechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { type SmsPurposeKey, smsPurposeKeys, smsPurposes, smsVariables } from '@zhanggui/domain/message/sms.ts'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { tellBySms } from '../../../testing/buyer-message.ts'
import { makeOrder } from '../../../testing/order.ts'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { fillSmsDemo } from '../../message/sms/sms.demo.ts'
import { smsLogs, smsTemplates } from '../../message/sms/sms.tables.ts'
import type { Incoming } from '../incoming/incoming.service.ts'
import { notePermit } from '../permit/subscribe-permit.service.ts'
import { wechatTemplates } from '../template/wechat-template.tables.ts'
import { wechatUsers } from '../wechat-user/wechat-user.tables.ts'
import { type BuyerMark, tellBuyer } from './buyer-message.service.ts'
import { buyerMessageRules, notifyOutbox as outbox } from './buyer-message.tables.ts'
import { hearOfMessages } from './message-event.service.ts'
import { rulesChanged } from './message-rule.service.ts'
import { attempt, sendOverdue } from './message-send.service.ts'

const values = { orderNo: '7', productName: '云南小粒咖啡豆', payPrice: '19.90', payTime: '2026-11-20 13:58:00' }

/** A shop whose templates are in step with both accounts, and a buyer in both, who agreed to one message of each. */
async function openTold() {
  const shop = await openShop()
  const { ctx } = shop
  const fake = await ctx.platform.wechat.played()
  const keeper = await shop.signIn({
    can: [...Object.values(buyerMessage), ...Object.values(wechatTemplate), ...Object.values(notifyOutbox)],
  })
  for (const sync of [wechatTemplate.syncRoutine, wechatTemplate.syncWechat])
    expect((await keeper.call(sync)).status).toBe(200)
  const buyer = await shop.buyer({ phone: '13800000001' })
  const uid = buyer.userId
  await ctx.db.insert(wechatUsers).values({ uid, openid: 'oBuyer01', routineOpenid: 'rBuyer01', userType: 'wechat' })
  const [pay] = [...fake.messages.own.mini.values()].filter(({ title }) => title === '付款成功通知')
  if (!pay) throw new Error('not synced')
  const consent = async () => {
    fake.messages.consent('rBuyer01', pay.id)
    await notePermit(ctx, 'rBuyer01', pay.id, true)
  }
  const tell = (bizId: number | string, mark: BuyerMark = 'paySuccess') =>
    inTransaction(ctx, (tx) => tellBuyer(tx, { mark, uid, bizId, link: '/order/detail/7', values }))
  return { shop, ctx, fake, keeper, buyer, uid, pay, consent, tell, rows: () => rowsOf(shop) }
}

async function rowsOf({ ctx }: Shop): Promise<string[]> {
  const rows = await ctx.db.select().from(outbox).orderBy(asc(outbox.id))
  return rows.flatMap(({ channel, status, errmsg }) =>
    channel === 'inner' ? [] : [[channel, status, errmsg].filter((part) => part !== '').join(' ')],
  )
}

test('a buyer gets one message, by the next channel where one refuses, and reads it in the shop as well', async () => {
  const { shop, fake, keeper, buyer, consent, tell, rows } = await openTold()
  await shop.app.work()
  await consent()
  await tell(1)
  await expect.poll(rows).toEqual(['routine 1'])
  expect(fake.messages.sent).toMatchObject([
    { side: 'mini', openid: 'rBuyer01', body: { page: 'pages/goods/order_details/index?orderNo=7' } },
  ])
  expect(fake.messages.sent[0]?.body.data).toMatchObject({ amount3: { value: '¥19.90' } })
  // The leave is used: our own count says so before the platform is asked.
  await tell(2)
  await expect.poll(rows).toEqual(['routine 1', 'routine 4 未授权或已取消订阅', 'wechat 1'])
  // We believe in a leave that the platform does not know of.
  await consent()
  fake.messages.consent('rBuyer01', fake.messages.sent[0]?.templateId ?? '', 0)
  await tell(3)
  await expect.poll(async () => (await rows()).slice(3)).toEqual(['routine 4 未授权或已取消订阅', 'wechat 1'])
  expect(fake.messages.sent.map(({ side }) => side)).toEqual(['mini', 'official', 'official'])
  // What was told once is not told again.
  await tell(3)
  expect((await rows()).slice(3)).toHaveLength(2)

  const { body: own } = await buyer.call(frontMessage.list, { query: {} })
  expect(own.list.map(({ title, link, isRead }) => [title, link, isRead])).toEqual(
    Array.from({ length: 3 }, () => ['支付成功', '/order/7', false]),
  )
  expect(own.list[0]?.content).toBe('您的订单 7 已支付 19.90 元，我们会尽快发货。')
  await buyer.call(frontMessage.read, { body: { ids: [own.list[0]?.id ?? 0] } })
  expect((await buyer.call(frontMessage.count)).body).toEqual({ unread: 2 })
  const stranger = await shop.buyer()
  await stranger.call(frontMessage.read, { body: {} })
  expect((await stranger.call(frontMessage.list, { query: {} })).body.list).toEqual([])
  await buyer.call(frontMessage.read, { body: {} })
  expect((await buyer.call(frontMessage.count)).body).toEqual({ unread: 0 })

  const { body: log } = await keeper.call(notifyOutbox.list, { query: { status: 4, keywords: '13800000001' } })
  expect(log.list).toMatchObject([
    { channel: 'routine', receiver: 'rBu****er01', errcode: 43101, mayResend: false },
    { channel: 'routine', errcode: 0, mayResend: false },
  ])
  const again = await keeper.call(notifyOutbox.resend, { body: { ids: [log.list[0]?.id ?? 0] } })
  expect(again).toMatchObject({ status: 422, body: { message: '「支付成功」已由公众号发送，不再重发' } })
  const { body: told } = await keeper.call(buyerMessage.list)
  expect(told.list.find(({ mark }) => mark === 'paySuccess')).toMatchObject({
    isRoutine: 1,
    isSms: 0,
    sent: 3,
    failed: 0,
  })
})

test('two workers, a job that comes twice and a lost job send a message once', async () => {
  const { shop, ctx, fake, consent, tell, rows } = await openTold()
  await consent()
  const second = await shop.second()
  await tell(1)
  await Promise.all([shop.app.work(), second.work()])
  await expect.poll(rows).toEqual(['routine 1'])
  const [row] = await ctx.db.select().from(outbox).where(eq(outbox.channel, 'routine'))
  await ctx.db
    .update(outbox)
    .set({ status: 0, jobId: 'old', nextAt: ctx.now() })
    .where(eq(outbox.id, row?.id ?? 0))
  await attempt(ctx, { key: row?.dedupeKey ?? '' }, { id: 'another', retry: 0, signal: new AbortController().signal })
  expect(fake.messages.sent).toHaveLength(1)
  await consent()
  expect(await sendOverdue(ctx, new AbortController().signal)).toBe(0)
  shop.clock.advance(11 * 60_000)
  expect(await sendOverdue(ctx, new AbortController().signal)).toBe(1)
  await expect.poll(() => fake.messages.sent.length).toBe(2)
  await expect.poll(rows).toEqual(['routine 1'])
})

test('a subscription message whose answer was lost is not sent again, a template message within ten minutes is', async () => {
  const { ctx, fake, consent, tell, rows, shop } = await openTold()
  const run = { id: 'own', retry: 0, signal: new AbortController().signal }
  const take = async (key: string) => {
    await ctx.db.update(outbox).set({ jobId: 'own' }).where(eq(outbox.dedupeKey, key))
    await attempt(ctx, { key }, run)
  }
  // As left behind by a process that died between sending and storing.
  const die = (key: string) =>
    ctx.db.update(outbox).set({ tryingSince: ctx.now(), firstTriedAt: ctx.now() }).where(eq(outbox.dedupeKey, key))
  await consent()
  await tell(1)
  await die('paySuccess:1:routine')
  await take('paySuccess:1:routine')
  expect(await rows()).toEqual(['routine 3 平台没有答复，不知道买家收到没有，没有重发'])
  expect(fake.messages.sent).toEqual([])

  await ctx.db.update(buyerMessageRules).set({ isRoutine: false })
  shop.app.platform.caches.named('buyer-message-rules').dropHere()
  await tell(2)
  const key = 'paySuccess:2:wechat'
  await take(key)
  await ctx.db.update(outbox).set({ status: 0, jobId: 'own' }).where(eq(outbox.dedupeKey, key))
  await die(key)
  await take(key)
  expect((await rows()).at(-1)).toBe('wechat 1')
  // The platform knew the number of the repeat.
  expect(fake.messages.sent).toHaveLength(1)
  await ctx.db.update(outbox).set({ status: 0, jobId: 'own' }).where(eq(outbox.dedupeKey, key))
  await die(key)
  shop.clock.advance(11 * 60_000)
  await take(key)
  expect((await rows()).at(-1)).toMatch(/^wechat 3 平台没有答复/)
  expect(fake.messages.sent).toHaveLength(1)
})

test('what the platform refuses for now is tried later; a day that is used up, tomorrow; for good, the next channel', async () => {
  const { ctx, fake, tell, rows, keeper } = await openTold()
  const [rule] = (await keeper.call(buyerMessage.list)).body.list
  await keeper.call(buyerMessage.switchRoutine, { params: { id: rule?.id ?? 0 } })
  const path = '/cgi-bin/message/template/send'
  const run = { id: 'own', retry: 0, signal: new AbortController().signal }
  const key = 'paySuccess:1:wechat'
  const take = async () => {
    await ctx.db.update(outbox).set({ jobId: 'own' }).where(eq(outbox.dedupeKey, key))
    const before = ctx.now().getTime()
    await attempt(ctx, { key }, run)
    const after = ctx.now().getTime()
    const [row] = await ctx.db.select().from(outbox).where(eq(outbox.dedupeKey, key))
    const next = row?.nextAt?.getTime() ?? 0
    /** Whether it waits so many seconds from the attempt on, which took some time itself. */
    const waits = (seconds: number) => next >= before + seconds * 1000 && next <= after + seconds * 1000
    return { status: row?.status, waits, isToday: next > before && next <= after + 86_400_000 }
  }
  await tell(1)
  for (const wait of [10, 60, 300]) {
    fake.tricks.set(path, [{ errcode: 45011, errmsg: 'freq limit' }])
    const { status, waits } = await take()
    expect([status, waits(wait)]).toEqual([2, true])
  }
  fake.tricks.set(path, [{ errcode: 45009, errmsg: 'day limit' }])
  const { status, isToday } = await take()
  expect([status, isToday]).toEqual([2, true])
  fake.tricks.set(path, [{ errcode: 47003, errmsg: 'argument invalid! data.thing3.value invalid' }])
  expect(await take()).toMatchObject({ status: 3 })
  // Nobody switched SMS on: there is no next channel.
  expect(await rows()).toEqual(['wechat 3 模板字段不符合规则：thing3'])
  const { body } = await keeper.call(notifyOutbox.list, { query: { status: 3 } })
  expect(body.list).toMatchObject([{ mayResend: true, attempts: 5, errcode: 47003 }])
  expect((await keeper.call(notifyOutbox.resend, { body: { ids: [body.list[0]?.id ?? 0] } })).body).toEqual({
    count: 1,
  })
  expect(await take()).toMatchObject({ status: 1 })
  // Days that are used up every day end as well.
  fake.tricks.set(path, [{ errcode: 45009, errmsg: 'day limit' }])
  await ctx.db.update(outbox).set({ status: 2, attempts: 5 }).where(eq(outbox.dedupeKey, key))
  expect(await take()).toMatchObject({ status: 3 })
  // A channel that is off sends nothing, not even what waits.
  await ctx.db.update(outbox).set({ status: 0, firstTriedAt: null }).where(eq(outbox.dedupeKey, key))
  await keeper.call(buyerMessage.switchWechat, { params: { id: rule?.id ?? 0 } })
  expect(await take()).toMatchObject({ status: 4 })
  expect(await rows()).toEqual(['wechat 4 渠道已关闭'])
  const off = await keeper.call(notifyOutbox.resend, { body: { ids: [body.list[0]?.id ?? 0] } })
  expect(off.body).toMatchObject({ message: '「支付成功」的公众号渠道已关闭，不能重发' })
  expect((await keeper.call(notifyOutbox.list, { query: { status: 4 } })).body.list).toMatchObject([
    { mayResend: false },
  ])
  // Nothing arrived, and nothing waits.
  expect((await keeper.call(buyerMessage.list)).body).toMatchObject({ sent: 0, failed: 1 })
  await ctx.db.update(outbox).set({ status: 1 }).where(eq(outbox.dedupeKey, key))
  expect((await keeper.call(notifyOutbox.resend, { body: { ids: [body.list[0]?.id ?? 0] } })).status).toBe(422)
})

test('reports of the platform on accepted messages and on consents count', async () => {
  const { ctx, fake, shop, keeper, uid, pay, consent, tell, rows, buyer } = await openTold()
  await shop.app.work()
  await tellBySms(shop, 'paySuccess')
  await inTransaction(ctx, fillSmsDemo)
  const hear = (event: string, fields: Incoming['fields'], account: Incoming['account'] = 'mini') =>
    inTransaction(ctx, (tx) =>
      hearOfMessages(tx, {
        id: 1,
        account,
        openid: 'rBuyer01',
        type: 'event',
        event,
        eventKey: '',
        text: '',
        at: ctx.now(),
        fields,
      }),
    )
  const entry = { TemplateId: pay.id, SubscribeStatusString: 'accept', PopupScene: '0' }
  await hear('subscribe_msg_popup_event', { List: entry })
  await hear('subscribe_msg_popup_event', {
    SubscribeMsgPopupEvent: { List: [entry, { ...entry, TemplateId: 'other' }] },
  })
  const remain = async () =>
    (await ctx.db.execute(`select remain from wechat_subscribe_permit where template_id = '${pay.id}'`)).rows
  expect(await remain()).toEqual([{ remain: 2 }])
  const other = await ctx.db.execute(`select 1 from wechat_subscribe_permit where template_id = 'other'`)
  expect(other.rows, 'a template that is not ours').toEqual([])
  await hear('subscribe_msg_change_event', { List: { ...entry, SubscribeStatusString: 'reject' } })
  expect(await remain()).toEqual([{ remain: 0 }])
  const items = [{ templateId: pay.id, result: 'accept' as const }]
  await buyer.call(frontSubscribe.report, { body: { items } })
  expect(await remain(), 'no call-back was ever heard').toEqual([{ remain: 1 }])
  await consent()
  const asked = { id: 1, detailType: 'routine' as const, uid }
  await ctx.db.execute('update wechat_subscribe_permit set remain = 2')
  expect((await keeper.call(buyerMessage.test, { body: asked })).status).toBe(200)
  expect(await remain(), 'a test uses a leave').toEqual([{ remain: 1 }])
  fake.messages.sent.length = 0
  const { uid: _, ...nobody } = asked
  const answers = []
  for (let nth = 0; nth < 20; nth++) answers.push((await keeper.call(buyerMessage.test, { body: nobody })).status)
  expect(answers).toEqual([...Array.from({ length: 19 }, () => 400), 429])
  await hear('subscribe_msg_change_event', { List: { ...entry, SubscribeStatusString: 'reject' } })

  await tell(1)
  await expect.poll(rows).toEqual(['routine 4 未授权或已取消订阅', 'wechat 1'])
  const MsgID = String(fake.messages.sent[0]?.msgid)
  await hear('TEMPLATESENDJOBFINISH', { MsgID, Status: 'success' }, 'public')
  expect((await rows()).at(-1)).toBe('wechat 1')
  await hear('TEMPLATESENDJOBFINISH', { MsgID, Status: 'failed:user block' }, 'public')
  await expect.poll(rows).toEqual(['routine 4 未授权或已取消订阅', 'wechat 3 买家拒收公众号的消息', 'sms 1'])
  expect(await ctx.db.select({ uid: smsLogs.uid, phone: smsLogs.phone }).from(smsLogs)).toContainEqual({
    uid,
    phone: '13800000001',
  })
  expect((await shop.visitor().call(frontSubscribe.templates, { query: { type: 'beforePay' } })).body).toMatchObject([
    { mark: 'paySuccess', tempId: pay.id },
  ])
  const { body: detail } = await keeper.call(buyerMessage.detail, { query: { id: 1, detailType: 'wechat' } })
  expect(detail.channels.find(({ channel }) => channel === 'wechat')).toMatchObject({ failed: 1 })
})

test('a buyer gets an SMS only if its switch is on, a template exists and the buyer has a phone, and not at night', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const [reachable, silent] = [await makeCustomer(ctx, { phone: '13800000001' }), await makeCustomer(ctx)]
  await shop.app.work()
  const filled = { ...values, expressName: '顺丰速运', expressNumber: 'SF1' }
  const tell = (uid: number, mark: BuyerMark, bizId: string) =>
    inTransaction(ctx, (tx) => tellBuyer(tx, { mark, uid, bizId, link: '/order/detail/7', values: filled }))
  await tell(reachable, 'paySuccess', 'off')
  await tellBySms(shop, 'paySuccess', 'deliverGoods', 'modifyOrderPrice')
  await tell(reachable, 'deliverGoods', 'no template')
  await expect.poll(() => rowsOf(shop)).toHaveLength(1)
  await expect.poll(async () => (await rowsOf(shop))[0]).toMatch(/^sms 3 没有可用的短信模板/)
  await inTransaction(ctx, fillSmsDemo)
  await ctx.db.delete(smsLogs)
  await tell(silent, 'paySuccess', 'silent')
  for (const mark of ['paySuccess', 'deliverGoods', 'modifyOrderPrice'] as const) await tell(reachable, mark, '7')
  const sent = async () =>
    (await ctx.db.select({ content: smsLogs.content }).from(smsLogs)).map(({ content }) => content).sort()
  await expect
    .poll(sent)
    .toEqual([
      '您的订单7价格已改为19.90元，请尽快付款。',
      '您的订单7已发货，顺丰速运运单号SF1。',
      '您的订单7已支付19.90元，我们会尽快发货。',
    ])
  expect(await rowsOf(shop)).toContain('sms 4 买家没有手机号')
  const until = new Date(ctx.now().getTime() + 8 * 3600_000 + 3600_000).toISOString().slice(11, 16)
  const from = new Date(ctx.now().getTime() + 8 * 3600_000 - 3600_000).toISOString().slice(11, 16)
  await ctx.db.update(buyerMessageRules).set({ quietFrom: from, quietTo: until })
  shop.app.platform.caches.named('buyer-message-rules').dropHere()
  await tell(reachable, 'deliverGoods', 'night')
  await expect.poll(async () => (await rowsOf(shop)).at(-1)).toBe(`sms 2 夜间不发短信，${until} 以后再发`)
  const [waiting] = await ctx.db.select().from(outbox).where(eq(outbox.status, 2))
  const minutes = ((waiting?.nextAt?.getTime() ?? 0) - ctx.now().getTime()) / 60_000
  expect(minutes).toBeGreaterThan(58)
  expect(minutes).toBeLessThan(61)
})

test('a message by an account whose settings are missing is skipped, in words for staff', async () => {
  const shop = await openShop({ env: { WECHAT_MODE: 'real' } })
  const { ctx } = shop
  const { userId: uid } = await shop.buyer()
  await ctx.db.insert(wechatUsers).values({ uid, openid: 'oBuyer01', userType: 'wechat' })
  await ctx.db.execute(`update wechat_template set temp_id = 't' || id where kind = 1`)
  shop.app.platform.caches.named('buyer-message-rules').dropHere()
  await shop.app.work()
  await inTransaction(ctx, (tx) =>
    tellBuyer(tx, { mark: 'paySuccess', uid, bizId: 1, link: '/order/detail/7', values }),
  )
  await expect.poll(() => rowsOf(shop)).toEqual(['wechat 4 没有填写公众号的 AppID 和 AppSecret'])
})

test('a demo shop has an approved template of every purpose', async () => {
  const { ctx } = await openShop()
  await inTransaction(ctx, fillSmsDemo)
  const rows = await ctx.db.select().from(smsTemplates)
  const usable = rows.filter(({ status, content, tempKey }) => {
    const filled: readonly string[] = smsPurposes[tempKey as SmsPurposeKey]?.values ?? []
    return status === '通过' && smsVariables(content).every((name) => filled.includes(name))
  })
  const staff = smsPurposeKeys.filter((key) => /^(admin|staff|verify_code)/.test(key))
  const buyers = ['paySuccess', 'deliverGoods', 'modifyOrderPrice', 'groupSuccess', 'groupFail']
  const wanted = [...staff, ...buyers, 'bargainingSuccess', 'bargainFail']
  expect(usable.map(({ tempKey }) => tempKey).sort()).toEqual(wanted.sort())
})

test('a message names where a parcel goes or an order was picked up; the log and SMS keep the region alone', async () => {
  const { shop, ctx, fake, keeper, uid, pay, consent } = await openTold()
  await shop.app.work()
  const place = { province: '浙江省', city: '杭州市', district: '西湖区', detail: '文三路9号2幢1103' }
  const parcel = await makeOrder(ctx, { uid, ...place })
  const foreign = await makeOrder(ctx, place)
  const clerk = await shop.signIn({ can: [store.save] })
  const { body: saved } = await clerk.call(store.save, { body: storeDraft('湖滨店') })
  const pickUp = await makeOrder(ctx, { uid, shippingType: 2, storeId: saved.id })
  // The template of another notice, used for these two: what it says is all that matters here.
  const [template] = await ctx.db.select().from(wechatTemplates).where(eq(wechatTemplates.tempId, pay.id))
  if (!template) throw new Error('not bound')
  const told = async (mark: BuyerMark, orderNo: string, text: string) => {
    const fieldMap = { ...template.fieldMap, thing2: text }
    await ctx.db.update(wechatTemplates).set({ fieldMap }).where(eq(wechatTemplates.id, template.id))
    await ctx.db
      .update(buyerMessageRules)
      .set({ isRoutine: true, routineTemplateId: template.id })
      .where(eq(buyerMessageRules.mark, mark))
    await inTransaction(ctx, rulesChanged)
    await consent()
    const said = { ...values, orderNo, receiveAddress: '', storeName: '', storeAddress: '' }
    await inTransaction(ctx, (tx) => tellBuyer(tx, { mark, uid, bizId: orderNo, link: '', values: said }))
    const read = async () =>
      (await keeper.call(notifyOutbox.list, { query: { mark, channel: 'routine' } })).body.list[0]
    // Stored once it was sent.
    await expect.poll(async () => (await read())?.status).toBe(1)
    const row = await read()
    return { sent: fake.messages.sent.at(-1)?.body.data, row }
  }
  const shipped = await told('deliverGoods', parcel.orderNo, '{receiveAddress}')
  expect(shipped.sent).toMatchObject({ thing2: { value: '浙江省杭州市西湖区文三路9号2幢1103' } })
  expect(shipped.row?.content).toContain('商品：浙江省杭州市西湖区****')
  expect(JSON.stringify(shipped.row)).not.toContain('文三路')
  const picked = await told('verified', pickUp.orderNo, '{storeName} {storeAddress}')
  expect(picked.sent).toMatchObject({ thing2: { value: '湖滨店 北京市东城区东四北大街 1 号' } })
  // A message about somebody else's order does not contain its delivery address.
  const others = await told('receiptGoods', foreign.orderNo, '{receiveAddress}')
  expect(others.sent).toMatchObject({ thing2: { value: '-' } })

  const { body: one } = await keeper.call(notifyOutbox.info, { query: { id: shipped.row?.id ?? 0 } })
  expect(one).toMatchObject(shipped.row ?? {})
  expect(one.tries.map(({ channel, status }) => [channel, status])).toEqual([
    ['inner', 1],
    ['routine', 1],
  ])
  expect((await keeper.call(notifyOutbox.info, { query: { id: 999_999 } })).status).toBe(404)
})
