import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
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
  // A caller sends one call after the other without waiting for answers, and goes away while the first is in: no place stays taken.
  const others = await Promise.all(
    Array.from({ length: 4 }, (_, at) => rush.enter({ key: `${at}` }, 'pre', new AbortController().signal)),
  )
  const unsigned = call.replace(/authorization[^\r]+\r\n/, '')
  const many = connect(Number(port), '127.0.0.1', () => many.write(call + unsigned.repeat(5)))
  many.on('error', () => {})
  await expect.poll(() => rush.state().waiting, { timeout: 5000 }).toBeGreaterThan(0)
  await sleep(50)
  many.destroy()
  for (const leave of others) leave()
  await empty()
  // Whoever opens a connection and says nothing holds nobody up.
  const silent = Array.from({ length: 100 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}))
  await addressIdOf(buyer)
  expect((await askSeckill(buyer, sale)).status).toBe(200)
  for (const socket of silent) socket.destroy()
})
