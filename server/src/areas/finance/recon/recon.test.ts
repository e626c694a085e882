import { billDiff, recon } from '@zhanggui/contract/finance/gateway-bill.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openPayShop, type PayShop, placeOrder } from '../../../testing/pay.ts'
import { all } from '../../../testing/refund.ts'
import { lookAtNight } from './recon.service.ts'

const NEVER = new AbortController().signal
const can = [billDiff.list, billDiff.explain, recon.night]
const DAY = 24 * 3600_000

const diffsOf = (own: PayShop) =>
  all(own, sql`select id, equation, no, root_kind, expected, found, state, note from recon_diff order by equation, no`)

test('a night finds planted faults of several equations and reports them once; each stays one row and disappears once it is corrected', async () => {
  const own = await openPayShop()
  const { shop, buyer, productId, skuId } = own
  await shop.signInAdmin()
  const order = await placeOrder(own)
  const night = async () => {
    await lookAtNight(shop.ctx, NEVER)
    shop.clock.advance(DAY)
  }
  await night()
  expect(await diffsOf(own)).toEqual([])

  await shop.ctx.db.execute(sql`update shop_user set now_money_fen = 1234 where id = ${buyer.userId}`)
  await shop.ctx.db.execute(sql`update product_sku set stock = stock + 2 where id = ${skuId}`)
  await shop.ctx.db.execute(sql`update store_order set pay_price_fen = pay_price_fen + 1 where id = ${order.id}`)
  await night()
  const found = await diffsOf(own)
  expect(found).toMatchObject([
    {
      equation: 'R1',
      no: String(buyer.userId),
      root_kind: 'customer',
      expected: '¥0.00',
      found: '¥12.34',
      state: 'open',
    },
    { equation: 'R3', no: order.orderNo, root_kind: 'order', state: 'open' },
    { equation: 'R7', no: String(skuId), root_kind: 'product', expected: '9', found: '11', state: 'open' },
  ])
  expect(await all(own, sql`select distinct title from notification where event = 'recon.diff'`)).toEqual([
    { title: '夜间对账发现 3 处账目不平' },
  ])
  const staff = await shop.signIn({ can })
  const { body } = await staff.call(billDiff.list, { query: { state: 'open' } })
  expect(body.list.find(({ of }) => of === 'product')).toMatchObject({ what: '库存等于流水之和', rootId: productId })
  expect((await staff.call(recon.night)).body.groups).toContainEqual({ name: '余额', looked: 1, openCount: 1 })

  await shop.ctx.db.execute(sql`update product_sku set stock = stock + 1 where id = ${skuId}`)
  await night()
  expect((await diffsOf(own)).map(({ id, found: is }) => [id, is])).toEqual([
    [found[0]?.id, '¥12.34'],
    [found[1]?.id, found[1]?.found],
    [found[2]?.id, '12'],
  ])
  expect(await all(own, sql`select distinct title from notification where event = 'recon.diff'`)).toHaveLength(1)

  await shop.ctx.db.execute(sql`update shop_user set now_money_fen = 0 where id = ${buyer.userId}`)
  await night()
  expect((await diffsOf(own)).map(({ state, note }) => [state, note])).toEqual([
    ['gone', '核对后已平'],
    ['open', ''],
    ['open', ''],
  ])
  // Nothing was repaired silently.
  expect(await all(own, sql`select stock from product_sku where id = ${skuId}`)).toEqual([{ stock: 12 }])
})

test('an explained difference stays explained while it is the same, reopens when it changes, and can be checked at once', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const staff = await shop.signIn({ can: [...can, billDiff.ask] })
  const give = (fen: number) =>
    shop.ctx.db.execute(sql`update shop_user set now_money_fen = ${fen} where id = ${buyer.userId}`)
  await give(500)
  await lookAtNight(shop.ctx, NEVER)
  const [{ id = 0 } = {}] = (await staff.call(billDiff.list, { query: {} })).body.list
  expect((await staff.call(billDiff.explain, { body: { id, note: '线下补记' } })).status).toBe(200)
  await lookAtNight(shop.ctx, NEVER)
  expect(await diffsOf(own)).toMatchObject([{ state: 'explained', note: '线下补记' }])
  await give(600)
  await lookAtNight(shop.ctx, NEVER)
  expect(await diffsOf(own)).toMatchObject([{ id, state: 'open', note: '', found: '¥6.00' }])
  await give(0)
  expect((await staff.call(billDiff.ask, { body: { id } })).body).toMatchObject({ state: 'gone' })
  await give(600)
  await lookAtNight(shop.ctx, NEVER)
  expect(await diffsOf(own)).toMatchObject([{ id, state: 'open' }])
})

test('accounts of single stores see nothing of it', async () => {
  const own = await openPayShop()
  const clerk = await own.shop.signIn({ can, dataScope: '本门店', level: 5 })
  expect((await clerk.call(recon.night)).status).toBe(404)
})
