import { file } from '@zhanggui/contract/file/file.ts'
import { componentProduct } from '@zhanggui/contract/product/component-product.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkCopies, checkLedger } from './areas/product/upkeep/product-watch.service.ts'
import { actorOf } from './areas/staff/admin-user/actor.service.ts'
import { fillDemosAs } from './areas/staff/set-up/demo-fill.service.ts'
import { prepareShop } from './areas/staff/set-up/setup.service.ts'
import { withContext } from './platform/http/context.ts'
import { findUnbalanced } from './testing/checkout.ts'
import { expectCoupons } from './testing/demo/coupons.ts'
import { expectCustomers } from './testing/demo/customers.ts'
import { expectOrders } from './testing/demo/orders.ts'
import { expectPoints } from './testing/demo/points.ts'
import { toTomorrow } from './testing/shanghai-clock.ts'
import { openShop } from './testing/shop.ts'

/** Asked rarely: the shop that is filled needs the processor itself. */
const FILLED = { interval: 500 }

test('a demo shop has a catalogue, customers, coupons, points and orders as consistent as those that staff enter, and is filled only once', async () => {
  const shop = await openShop({ setUp: false })
  toTomorrow(shop.clock, 12)
  const setupToken = (await prepareShop(shop.ctx)) ?? ''
  const names = { username: 'owner', nickName: '店主', siteName: '掌柜小店' }
  const form = { ...names, setupToken, password: 'Open-Sesame-1-x', demoData: true }
  expect((await shop.visitor().call(auth.setup, { body: form })).status).toBe(200)
  await shop.app.work()
  const count = async (query: ReturnType<typeof sql>) =>
    Number((await shop.ctx.db.execute<{ found: number }>(query)).rows[0]?.found)

  await expect.poll(() => count(sql`select count(*) as found from product`), FILLED).toBeGreaterThanOrEqual(300)
  // One area after the other, each with the time of a wait.
  const people = sql`select count(*) as found from shop_user`
  await expect.poll(() => count(people), FILLED).toBeGreaterThanOrEqual(240)
  const orders = sql`select count(*) as found from store_order`
  await expect.poll(() => count(orders), FILLED).toBeGreaterThan(150)
  await expect.poll(() => count(orders), FILLED).toBeGreaterThan(300)
  const finished = sql`select count(*) as found from pgboss.job where name = 'demo-fill' and state = 'completed'`
  await expect.poll(() => count(finished), FILLED).toBe(1)
  await expect.poll(() => count(sql`select count(*) as found from product_refresh`), FILLED).toBe(0)
  expect(await count(sql`select count(*) as found from store_staff join admin_user on admin_user.id = admin_id`)).toBe(
    6,
  )
  expect(await count(sql`select count(*) as found from component_draft`)).toBe(12)
  // The trail says of each change what it changed.
  expect(await count(sql`select count(*) as found from audit_entry where object_type = ''`)).toBe(0)
  const states = sql`select count(distinct (status, edit_status)) as found from component_draft
      join component_product on component_product.id = product_id`
  await expect.poll(() => count(states), FILLED).toBe(8)
  const admin = await shop.signInAdmin()
  // Orders that are still made move products between the tabs.
  const readTabs = async () => (await admin.call(product.tabs, { query: {} })).body
  const wrongTabs = async () => {
    const wrong = []
    for (const { type, count: shown } of await readTabs()) {
      const { body } = await admin.call(product.list, { query: { type, limit: 1 } })
      if (body.total !== shown || shown <= 5) wrong.push({ type, shown, listed: body.total })
    }
    return wrong
  }
  await expect.poll(wrongTabs, FILLED).toEqual([])
  const tabs = await readTabs()
  const { body: brought } = await admin.call(productImport.list, { query: {} })
  const outcome = brought.list.map(({ status, total, done, failed, invalid }) => [status, total, done, failed, invalid])
  expect(outcome).toEqual([
    ['checked', 6, 0, 0, 1],
    ['done', 7, 5, 0, 2],
    ['done', 9, 8, 0, 1],
  ])
  const { id: newest = 0 } = brought.list[1] ?? {}
  const { body: seen } = await admin.call(productImport.info, { params: { id: newest } })
  expect(seen.errors.map(({ column }) => column).sort()).toEqual(['售价', '运费模板'])
  expect((await admin.send('GET', `/admin/store/product/import/errors/${newest}`)).status).toBe(200)

  const [onShelf = 0, off = 0, , , binned = 0] = tabs.map(({ count: shown }) => shown)
  expect(onShelf + off + binned).toBeGreaterThanOrEqual(300)

  const { signal } = new AbortController()
  expect(await checkLedger(shop.ctx, signal)).toBe(0)
  const copies = sql`select md5(string_agg(row(id, price_fen, price_max_fen, stock, sku_count, alert)::text, '' order by id)) as sum
    from product`
  const before = (await shop.ctx.db.execute(copies)).rows
  await checkCopies(shop.ctx, signal)
  expect((await shop.ctx.db.execute(copies)).rows).toEqual(before)

  for (const keywords of ['咖啡', '降噪耳机', 'SP0002', '绘本']) {
    const { body } = await admin.call(product.list, { query: { type: 1, keywords } })
    expect([keywords, body.total > 0]).toEqual([keywords, true])
  }
  const lost = sql`select count(*) as found from product, unnest(slider_image || image) as picture
    where not exists (select from file where path = picture)`
  expect(await count(lost)).toBe(0)
  expect(await count(sql`select count(*) as found from product_content where html ~ 'https?://'`)).toBe(0)
  const { body: said } = await admin.call(productReply.list, { query: {} })
  expect(said.total).toBeGreaterThan(200)
  const [{ image = '' } = {}] = (await admin.call(product.list, { query: { type: 1, limit: 1 } })).body.list
  expect((await admin.send('GET', image)).status).toBe(200)

  // Bills of all days agree but for one line, which finance has explained.
  const differences = await shop.ctx.db.execute(sql`select kind, state from recon_diff`)
  expect(differences.rows).toEqual([{ kind: 'theirs', state: 'explained' }])
  expect(await findUnbalanced(shop.ctx)).toEqual([])

  const { body: live } = await admin.call(componentProduct.list, { query: {} })
  expect(live.list.map(({ title }) => title)).toContainEqual(expect.stringContaining('毛巾'))
  const { body: refused } = await admin.call(componentProduct.listDrafts, { query: { editStatus: 3 } })
  expect(refused.list.map(({ auditReason }) => auditReason)).not.toContain('')

  const filler = withContext(shop.ctx, { caller: await actorOf(shop.ctx, admin.userId) })
  await expectCustomers(shop, admin, filler)
  await expectCoupons(shop, admin, filler)
  await expectPoints(admin, filler)
  await expectOrders(filler)

  const { body: files } = await admin.call(file.list, { query: {} })
  await fillDemosAs(shop.ctx, 'owner')
  expect((await admin.call(product.tabs, { query: {} })).body).toEqual(tabs)
  expect((await admin.call(file.list, { query: {} })).body.total).toBe(files.total)
  expect((await admin.call(store.count, { query: {} })).body).toEqual({ show: 2, hide: 1, recycle: 0 })
  const where = sql`select count(*) as found from admin_user_store join admin_user on admin_user.id = user_id
      where username = 'verifier'`
  expect(await count(where)).toBe(1)
})
