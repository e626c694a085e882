import { createHmac } from 'node:crypto'
import { notification } from '@zhanggui/contract/message/notification.ts'
import { type WebhookDraft, webhook, webhookDelivery } from '@zhanggui/contract/message/webhook.ts'
import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { openReceiver } from '../../../testing/outside/receiver.ts'
import {
  formOf,
  makeCategory,
  makeProduct,
  productDraft,
  productPermissions,
  readProduct,
} from '../../../testing/product.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { attempt } from './webhook-delivery.service.ts'

const draft = { name: 'ERP', url: 'https://1.1.1.1/hooks', events: ['order.paid'] } satisfies WebhookDraft
const secret = 'a-secret-of-the-receiver'

async function save(staff: Caller, change: Partial<WebhookDraft> = {}) {
  const { status, body } = await staff.call(webhook.save, { body: { ...draft, ...change } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A shop that may call this machine, and a receiver there whose webhook subscribes to payments. */
async function openShopWithReceiver(change: Partial<WebhookDraft> = {}) {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  await allowPrivate(admin)
  const receiver = await openReceiver()
  const saved = await save(admin, { url: receiver.url, secret, ...change })
  return { shop, admin, receiver, ...saved }
}

async function allowPrivate(admin: Caller, allowed = true) {
  const values = { private_network_allowed: allowed }
  expect((await admin.call(setting.save, { params: { group: 'security' }, body: { values } })).status).toBe(200)
}

const pay = ({ ctx }: Shop) => inTransaction(ctx, (tx) => emit(tx, 'order.paid', { orderId: 7 }))

async function listDeliveries(admin: Caller) {
  const { body } = await admin.call(webhookDelivery.list)
  return body.list
}

/** The first delivery, once it is in the given state. */
async function findDelivery(admin: Caller, status: 'sent' | 'waiting' | 'failed', attempts: number) {
  const find = async () => (await listDeliveries(admin)).at(-1)
  await expect.poll(find).toMatchObject({ status, attempts })
  const found = await find()
  if (!found) throw new Error('no delivery')
  return found
}

test.each<[string, Partial<WebhookDraft>, string]>([
  ['without a name', { name: '' }, '请输入名称'],
  ['without any event', { events: [] }, '请选择事件'],
  [
    'for an event that does not exist',
    { events: ['order.eaten'] as unknown as ['order.paid'] },
    '事件不存在，请重新选择',
  ],
  ['to an address other than https', { url: 'ftp://1.1.1.1/' }, '推送地址须以 https:// 开头'],
  ['that is not encrypted', { url: 'http://1.1.1.1/' }, '推送地址须以 https:// 开头'],
  ['with a password in its address', { url: 'https://a:b@1.1.1.1/' }, '地址中不能带用户名或密码'],
  ['with a short secret', { secret: 'short' }, '签名密钥须为16到100个英文字符、数字或符号'],
  [
    'that sets one of our headers',
    { headers: [{ name: 'X-Webhook-Id', value: '1' }] },
    '请求头 X-Webhook-Id 由系统设置，不能自定义',
  ],
  [
    'that sets a header twice',
    {
      headers: [
        { name: 'X-A', value: '1' },
        { name: 'x-a', value: '2' },
      ],
    },
    '请求头 x-a 重复',
  ],
  ['with a broken header', { headers: [{ name: 'X A', value: '1' }] }, '请求头名称只能包含字母、数字和短横线'],
  [
    'with a header that cannot be sent',
    { headers: [{ name: 'X-A', value: '中文' }] },
    '请求头的值只能包含英文、数字和符号',
  ],
])('a webhook %s is refused', async (_, change, message) => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  expect(await admin.call(webhook.save, { body: { ...draft, ...change } })).toMatchObject({
    status: 400,
    body: { message },
  })
})

test('a webhook has at most ten headers', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const headers = Array.from({ length: 11 }, (_, index) => ({ name: `X-${index}`, value: '1' }))
  expect((await admin.call(webhook.save, { body: { ...draft, headers } })).status).toBe(400)
})

test.each([
  'https://127.0.0.1/',
  'https://10.0.0.8/',
  'https://[::1]/',
  'https://169.254.169.254/',
  'https://localhost/',
])('a webhook to %s is refused when it is saved', async (url) => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  expect(await admin.call(webhook.save, { body: { ...draft, url } })).toMatchObject({
    status: 400,
    body: { message: '不允许访问内网地址，如确有需要请在安全设置中开启' },
  })
})

test('a private address is refused again at delivery', async () => {
  const { admin, receiver, id } = await openShopWithReceiver()
  await allowPrivate(admin, false)
  const { body } = await admin.call(webhook.test, { params: { id } })
  expect(body).toMatchObject({ status: 'failed', error: '不允许访问内网地址，如确有需要请在安全设置中开启' })
  expect(receiver.received).toEqual([])
})

test('of two webhooks saved at once under one name, one is stored and the other refused', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const attempts = [1, 2, 3].map(() => admin.call(webhook.save, { body: draft }))
  expect((await Promise.all(attempts)).map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('secret and headers are stored sealed and never shown again', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const headers = [{ name: 'Authorization', value: 'Basic c2hvcA==' }]
  const saved = await save(admin, { headers })
  expect(saved.secret).toMatch(/^whsec_[A-Za-z0-9_-]{32}$/)
  const listed = JSON.stringify((await admin.call(webhook.list)).body)
  const trail = JSON.stringify((await admin.call(audit.list, { query: { objectType: 'webhook' } })).body)
  const { rows } = await shop.ctx.db.execute(sql`select webhook::text as row from webhook`)
  for (const kept of [listed, trail, JSON.stringify(rows)]) {
    expect(kept).not.toContain(saved.secret)
    expect(kept).not.toContain('c2hvcA==')
  }
  expect(listed).toContain('Authorization')
})

test('a masked header keeps its value, and a new header cannot be masked', async () => {
  const { admin, receiver, id, version } = await openShopWithReceiver({ headers: [{ name: 'X-Key', value: 'k1' }] })
  const body = { ...draft, url: receiver.url, id, version }
  const kept = [
    { name: 'x-key', value: '••••••' },
    { name: 'X-Other', value: 'o1' },
  ]
  expect((await admin.call(webhook.update, { body: { ...body, headers: kept } })).status).toBe(200)
  await admin.call(webhook.test, { params: { id } })
  expect(receiver.received[0]?.headers).toMatchObject({ 'x-key': 'k1', 'x-other': 'o1' })
  const wrong = [{ name: 'X-New', value: '••••••' }]
  expect(await admin.call(webhook.update, { body: { ...body, version: version + 1, headers: wrong } })).toMatchObject({
    status: 400,
    body: { message: '请重新填写请求头 X-New 的值' },
  })
})

test('of two simultaneous changes of a webhook, one is stored', async () => {
  const shop = await openShop()
  const admin = await shop.signInAdmin()
  const { id, version } = await save(admin)
  const update = () => admin.call(webhook.update, { body: { ...draft, id, version, name: 'ERP 2' } })
  const answers = await Promise.all([update(), update()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('permission to read allows neither tests nor resending', async () => {
  const { shop, id } = await openShopWithReceiver()
  const reader = await shop.signIn({ can: [webhook.list] })
  expect((await reader.call(webhook.list)).body.total).toBe(1)
  expect((await reader.call(webhook.test, { params: { id } })).status).toBe(403)
  expect((await reader.call(webhookDelivery.resend, { params: { id: 1 } })).status).toBe(403)
})

test('an event is delivered, signed, after its transaction commits, to the webhooks subscribed to it', async () => {
  const { shop, admin, receiver, id } = await openShopWithReceiver({ headers: [{ name: 'X-Shop', value: '1' }] })
  await save(admin, { name: 'CRM', url: receiver.url, events: ['user.registered'] })
  await save(admin, { name: 'off', url: receiver.url, status: false })
  await shop.app.work()
  await inTransaction(shop.ctx, async (tx) => {
    await emit(tx, 'order.paid', { orderId: 7 })
    expect(receiver.received).toEqual([])
  })
  const { messageId } = await findDelivery(admin, 'sent', 1)
  expect(receiver.received).toHaveLength(1)
  const [{ method, headers, body } = { method: '', headers: {}, body: '' }] = receiver.received
  expect(method).toBe('POST')
  expect(JSON.parse(body)).toEqual({
    id: messageId,
    event: 'order.paid',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    data: { orderId: 7 },
  })
  const timestamp = String(headers['x-webhook-timestamp'])
  const signature = createHmac('sha256', secret).update(`${messageId}.${timestamp}.${body}`).digest('hex')
  expect(headers).toMatchObject({
    'x-webhook-id': messageId,
    'x-webhook-signature': `v1=${signature}`,
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': shop.ctx.origin.requestId,
    'x-shop': '1',
  })
  expect((await admin.call(webhook.list)).body.list.find((each) => each.id === id)).toMatchObject({ lastState: 'sent' })
})

test('events that were rolled back are not delivered', async () => {
  const { shop, admin, receiver } = await openShopWithReceiver()
  await shop.app.work()
  const undone = inTransaction(shop.ctx, async (tx) => {
    await emit(tx, 'order.paid', { orderId: 7 })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await pay(shop)
  await findDelivery(admin, 'sent', 1)
  expect(receiver.received).toHaveLength(1)
})

test('a refused delivery waits a minute, and is sent at once under the same id by 重发', async () => {
  const { shop, admin, receiver, id } = await openShopWithReceiver()
  receiver.answer = { status: 503, body: '维护中' }
  await shop.app.work()
  await pay(shop)
  const refused = await findDelivery(admin, 'waiting', 1)
  expect(refused).toMatchObject({ responseStatus: 503, error: '对方返回 HTTP 503' })
  const waits = Date.parse(String(refused.nextTime)) - Date.parse(String(refused.lastTime))
  expect(waits).toBe(60_000)
  const detail = await admin.call(webhookDelivery.info, { params: { id: refused.id } })
  expect(detail.body).toMatchObject({ responseBody: '维护中', body: receiver.received[0]?.body })
  expect((await admin.call(webhook.list)).body.list[0]).toMatchObject({ id, failures: 1, lastState: 'waiting' })

  receiver.answer = { status: 204 }
  expect((await admin.call(webhookDelivery.resend, { params: { id: refused.id } })).status).toBe(200)
  await findDelivery(admin, 'sent', 1)
  expect(receiver.received.map(({ headers }) => headers['x-webhook-id'])).toEqual([
    refused.messageId,
    refused.messageId,
  ])
  expect((await admin.call(webhook.list)).body.list[0]).toMatchObject({ failures: 0, lastState: 'sent' })
})

test('a delivery is tried seven times over a day and a half, then given up', async () => {
  const { shop, admin, receiver } = await openShopWithReceiver()
  receiver.answer = { status: 500 }
  await shop.app.work()
  await pay(shop)
  const { id } = await findDelivery(admin, 'waiting', 1)
  const waits: number[] = []
  for (let attempts = 1; attempts < 7; attempts++) {
    const { rows } = await shop.ctx.db.execute<{ job_id: string; ms: number }>(sql`
      select job_id, (extract(epoch from next_at - last_at) * 1000)::int as ms from webhook_delivery where id = ${id}`)
    waits.push(Math.round(Number(rows[0]?.ms) / 60_000))
    shop.clock.advance(Number(rows[0]?.ms))
    await attempt(shop.ctx, id, rows[0]?.job_id ?? null)
  }
  expect(waits).toEqual([1, 5, 30, 120, 360, 1440])
  await findDelivery(await shop.signInAdmin(), 'failed', 7)
  expect(receiver.received).toHaveLength(7)
})

test('a job that a delivery no longer waits for sends nothing', async () => {
  const { shop, admin, receiver } = await openShopWithReceiver()
  receiver.answer = { status: 500 }
  await shop.app.work()
  await pay(shop)
  const { id } = await findDelivery(admin, 'waiting', 1)
  await attempt(shop.ctx, id, 'another-job')
  await attempt(shop.ctx, id, null)
  expect(receiver.received).toHaveLength(1)
})

test('a redirect is not followed and counts as a failure', async () => {
  const { shop, admin, receiver, id } = await openShopWithReceiver()
  const other = await openReceiver()
  receiver.answer = { status: 307, headers: { location: other.url } }
  const { body } = await admin.call(webhook.test, { params: { id } })
  expect(body).toMatchObject({ status: 'failed', responseStatus: 307, error: '对方返回 HTTP 307' })
  expect(other.received).toEqual([])
  expect(await shop.ctx.db.execute(sql`select from webhook where failures > 0`)).toMatchObject({ rowCount: 0 })
})

test('测试 is sent at once, once, also by a webhook that is switched off, and answers the outcome', async () => {
  const { admin, receiver, id } = await openShopWithReceiver({ status: false })
  const good = await admin.call(webhook.test, { params: { id } })
  expect(good.body).toMatchObject({
    event: 'webhook.test',
    status: 'sent',
    responseStatus: 200,
    responseBody: 'ok',
    test: true,
  })
  expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ event: 'webhook.test' })
  receiver.answer = { status: 401 }
  const bad = await admin.call(webhook.test, { params: { id } })
  expect(bad.body).toMatchObject({ status: 'failed', error: '对方返回 HTTP 401', nextTime: null })
  expect(await admin.call(webhookDelivery.resend, { params: { id: bad.body.id } })).toMatchObject({
    status: 422,
    body: { message: '测试推送不能重发，请再次点击测试' },
  })
})

test('the fiftieth consecutive failure switches a webhook off and notifies staff who manage webhooks', async () => {
  const { shop, admin, receiver, id } = await openShopWithReceiver()
  receiver.answer = { status: 500 }
  await shop.ctx.db.execute(sql`update webhook set failures = 49 where id = ${id}`)
  await shop.app.work()
  await pay(shop)
  await findDelivery(admin, 'failed', 1)
  const [row] = (await admin.call(webhook.list)).body.list
  expect(row).toMatchObject({ status: false, failures: 50, disabledReason: '连续失败 50 次：对方返回 HTTP 500' })
  const notified = await admin.call(notification.list, { query: { event: 'webhook.disabled' } })
  expect(notified.body.list).toMatchObject([{ title: 'Webhook「ERP」已自动停用', link: '/system-tools/webhook' }])
  const { id: delivery } = await findDelivery(admin, 'failed', 1)
  expect(await admin.call(webhookDelivery.resend, { params: { id: delivery } })).toMatchObject({
    status: 422,
    body: { message: 'Webhook已停用，请先启用' },
  })

  const { version = 0 } = row ?? {}
  await admin.call(webhook.update, { body: { ...draft, url: receiver.url, id, version, status: true } })
  expect((await admin.call(webhook.list)).body.list[0]).toMatchObject({ status: true, failures: 0, disabledReason: '' })
  receiver.answer = { status: 200 }
  await admin.call(webhookDelivery.resend, { params: { id: delivery } })
  await findDelivery(admin, 'sent', 1)
})

test('a delivery whose job was lost, as after a restore, is found by the schedule', async () => {
  const { shop, admin, receiver, id } = await openShopWithReceiver()
  await shop.ctx.db.execute(sql`
    insert into webhook_delivery (webhook_id, message_id, event, event_at, payload, next_at)
    values (${id}, gen_random_uuid(), 'order.paid', now(), '{}', now() - interval '1 hour')`)
  await shop.app.work()
  const work = shop.app.platform.scheduler.find('webhookDeliver')
  expect(await work?.run(shop.ctx, {}, new AbortController().signal)).toBe(1)
  await findDelivery(admin, 'sent', 1)
  expect(receiver.received).toHaveLength(1)
})

test('the log of deliveries is kept for 30 days, and deleted with its webhook', async () => {
  const { shop, admin, id } = await openShopWithReceiver()
  await admin.call(webhook.test, { params: { id } })
  const clean = () => shop.app.platform.scheduler.find('logCleanup')?.run(shop.ctx, {}, new AbortController().signal)
  shop.clock.advance(29 * 24 * 3600_000)
  await clean()
  const later = await shop.signInAdmin()
  expect(await listDeliveries(later)).toHaveLength(1)
  shop.clock.advance(2 * 24 * 3600_000)
  await clean()
  const last = await shop.signInAdmin()
  expect(await listDeliveries(last)).toHaveLength(0)
  await last.call(webhook.test, { params: { id } })
  expect((await last.call(webhook.remove, { body: [id] })).status).toBe(200)
  expect(await listDeliveries(last)).toHaveLength(0)
})

test('changes of products and their stock are delivered with the ids', async () => {
  const events = ['product.created', 'product.updated', 'product.up', 'stock.changed', 'price.changed'] as const
  const { shop, receiver } = await openShopWithReceiver({ events: [...events] })
  await shop.app.work()
  const staff = await shop.signIn({ permissions: productPermissions })
  const info = await makeProduct(staff, productDraft(await makeCategory(staff, '家纺')))
  const { id } = info
  const skuIds = info.attrValue.map((sku) => sku.id)
  expect((await staff.call(product.putOnShelf, { params: { id } })).status).toBe(200)
  const form = formOf(await readProduct(staff, id))
  form.attrValue = form.attrValue.map((sku) => ({ ...sku, price: 25, stock: 12 }))
  expect((await staff.call(product.update, { body: form })).status).toBe(200)
  const delivered = () => receiver.received.map(({ body }) => JSON.parse(body))
  await expect.poll(() => delivered().length).toBe(5)
  const expected = [
    { event: 'product.created', data: { id } },
    { event: 'product.up', data: { id } },
    { event: 'product.updated', data: { id } },
    { event: 'stock.changed', data: { productIds: [id], skuIds } },
    { event: 'price.changed', data: { productIds: [id], skuIds } },
  ]
  for (const message of expected) expect(delivered()).toContainEqual(expect.objectContaining(message))
})
