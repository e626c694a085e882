import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { addressIdOf } from '../../../testing/checkout.ts'
import { askSeckill, beginSeckill, openSeckill, openSeckillShop } from '../../../testing/seckill.ts'

test('a place at the gate is given back on every way out of a call: answer, refusal, fault, and a caller who goes away', async () => {
  const shop = await openSeckillShop()
  const sale = await openSeckill(shop)
  const { app } = shop.shop
  const { rush } = app.platform
  const empty = () => expect.poll(() => rush.state(), { timeout: 5000 }).toEqual({ inside: 0, waiting: 0, marked: 0 })
  const buyer = await shop.shop.buyer()
  const no = await beginSeckill(buyer, sale)
  await empty()
  const path = '/api/front/order/pre/order'
  const orderDetails = [{ attrValueId: sale.activitySkuId, productNum: 1, seckillId: sale.id }]
  const body = { preOrderType: 'buyNow', orderDetails }
  // Nobody is signed in; the body is none; a field is wrong; the SKU is of no activity; another buyer's checkout.
  const visitor = shop.shop.visitor()
  expect((await visitor.send('POST', path, body)).status).toBe(401)
  expect((await buyer.send('POST', path, { ...body, preOrderType: 'x' })).status).toBe(400)
  expect(
    (await buyer.send('POST', path, { ...body, orderDetails: [{ ...orderDetails[0], productNum: -1 }] })).status,
  ).toBe(400)
  expect(
    (await buyer.send('POST', path, { ...body, orderDetails: [{ ...orderDetails[0], attrValueId: 999_999 }] })).status,
  ).toBe(404)
  const stranger = await shop.shop.buyer()
  expect((await stranger.send('GET', `/api/front/order/load/pre/${no}`)).status).toBe(404)
  expect((await buyer.send('POST', '/api/front/order/create', { preOrderNo: no, shippingType: 1 })).status).toBe(400)
  await empty()
  expect((await buyer.send('POST', path, { ...body, filling: 'x'.repeat(1_000_000) })).status).toBe(413)
  await empty()

  // Callers who go away: while they wait, and while they are in.
  const { port } = new URL(await app.listen())
  const text = JSON.stringify(body)
  const call = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${buyer.token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
  const places = await Promise.all(
    Array.from({ length: 4 }, (_, at) => rush.enter({ key: `${at}` }, 'pre', new AbortController().signal)),
  )
  const waiting = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(call))
    socket.on('error', () => {})
    return socket
  })
  await expect.poll(() => rush.state().waiting, { timeout: 5000 }).toBe(20)
  for (const socket of waiting.slice(0, 10)) socket.destroy()
  await expect.poll(() => rush.state().waiting, { timeout: 5000 }).toBe(10)
  for (const leave of places) leave()
  for (const socket of waiting.slice(10)) socket.destroy()
  await empty()
  for (let at = 0; at < 20; at++) {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(call))
    socket.on('error', () => {})
    await sleep(at)
    socket.destroy()
  }
  await empty()
  // Calls sent before the one before them was answered do not wait, as they would not hear of the end of their connection.
  const others = await Promise.all(
    Array.from({ length: 4 }, (_, at) => rush.enter({ key: `${at}` }, 'pre', new AbortController().signal)),
  )
  let answers = ''
  const slow = call.slice(0, call.indexOf('content-type')).replace(`POST ${path}`, 'GET /api/front/order/list')
  const many = await inTransaction(shop.shop.ctx, async (tx) => {
    await tx.db.execute(sql`lock table store_order in access exclusive mode`)
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${slow}\r\n${call.repeat(5)}`))
    socket
      .on('error', () => {})
      .on('data', (data) => {
        answers += data
      })
    for (let at = 0; at < 10; at++) {
      await sleep(30)
      expect([rush.state().waiting, answers]).toEqual([0, ''])
    }
    return socket
  })
  await expect.poll(() => answers.match(/HTTP\/1\.1 \d+/g), { timeout: 5000 }).toHaveLength(6)
  expect(answers.match(/"code":"IN_PROGRESS"/g)).toHaveLength(5)
  many.destroy()
  for (const leave of others) leave()
  await empty()
  // Whoever opens a connection and says nothing holds nobody up.
  const silent = Array.from({ length: 100 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}))
  await addressIdOf(buyer)
  expect((await askSeckill(buyer, sale)).status).toBe(200)
  for (const socket of silent) socket.destroy()
})
