import { home } from '@zhanggui/contract/dashboard/home.ts'
import { billDiff } from '@zhanggui/contract/finance/gateway-bill.ts'
import { recharge } from '@zhanggui/contract/finance/recharge.ts'
import { withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { email } from '@zhanggui/contract/message/email.ts'
import { sms } from '@zhanggui/contract/message/sms.ts'
import { webhook } from '@zhanggui/contract/message/webhook.ts'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { draftOrder } from '@zhanggui/contract/order/draft-order.ts'
import { invoice } from '@zhanggui/contract/order/invoice.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productImport } from '@zhanggui/contract/product/product-import.ts'
import { productReply } from '@zhanggui/contract/product/product-reply.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { approval } from '@zhanggui/contract/work/approval.ts'
import { scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { type HomeTodoKey, homeTodos } from '@zhanggui/domain/dashboard/home-todo.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeCase, onItsWayBack } from '../../../testing/after-sales.ts'
import { type MadeOrder, makeOrders } from '../../../testing/order.ts'
import { makeProduct, openProductShop, productDraft } from '../../../testing/product.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { defaultMenu } from '../../staff/default-menu/default-menu.ts'
import { counters } from './home-todo.service.ts'

/** The list behind each page that a tile opens. */
const lists: Readonly<Record<string, Route>> = {
  '/order/list': order.list,
  '/order/refund': afterSales.list,
  '/order/draft': draftOrder.list,
  '/store/order': pickupOrder.list,
  '/product/list': product.list,
  '/product/reply': productReply.list,
  '/product/import': productImport.list,
  '/finance/recharge': recharge.list,
  '/finance/approval': approval.list,
  '/finance/extract': withdrawal.list,
  '/finance/bill': billDiff.list,
  '/order/invoice': invoice.list,
  '/system-tools/task': task.list,
  '/system-tools/timing': scheduledJob.list,
  '/system/sms': sms.logs,
  '/system-tools/email': email.logs,
  '/system-tools/webhook': webhook.list,
}

test('every tile has one counter, and every permission a counter asks for exists', () => {
  expect(counters.flatMap(({ keys }) => keys).toSorted()).toEqual(Object.keys(homeTodos).toSorted())
  const known = new Set<string>(defaultMenu.flatMap((row) => row.permissions))
  const named = counters.flatMap(({ permission }) => permission ?? [])
  expect(named.filter((permission) => !known.has(permission))).toEqual([])
})

/** How many rows the list shows that a tile opens. */
async function listedBy(who: Caller, key: HomeTodoKey): Promise<number> {
  const { pathname, searchParams } = new URL(homeTodos[key].to, 'http://shop')
  // A second list of a page has its filters under its name; which tab of the page is shown is no filter of that list.
  const named = [...searchParams.keys()].filter((name) => name.includes('.'))
  const filters = new URLSearchParams(named.length ? undefined : searchParams)
  for (const name of named) filters.set(name.split('.')[1] ?? '', searchParams.get(name) ?? '')
  const { method, path } = lists[pathname] as Route
  const { status, body } =
    method === 'POST'
      ? await who.send(method, path, Object.fromEntries(filters))
      : await who.send(method, `${path}?${filters}`)
  expect(status, key).toBe(200)
  return Number(body.total)
}

const todoOf = async (who: Caller) => (await who.call(home.todo)).body.list
const countsOf = async (who: Caller) =>
  Object.fromEntries((await todoOf(who)).map(({ key, count }) => [key, count])) as Record<HomeTodoKey, number>

const atHours = ({ clock }: Shop, hours: number) => new Date(clock.now().getTime() + hours * 3_600_000)

/** Something of everything that may wait. */
async function fill(shop: Shop, staff: Caller, cateId: number, storeIds: readonly number[]) {
  const { ctx } = shop
  const pickUp = (storeId: number): MadeOrder => ({ paid: true, shippingType: 2, storeId })
  const orders: MadeOrder[] = [
    ...[{ paid: true }, { paid: true, printTime: ctx.now(), printStale: true }, { paid: true, printTime: ctx.now() }],
    ...[
      { paid: true, createdAt: atHours(shop, -200) },
      { paid: true, createdAt: atHours(shop, -200), hold: true },
    ],
    ...[{ payDeadline: atHours(shop, 0.1) }, { payDeadline: atHours(shop, 2) }],
    ...storeIds.flatMap((storeId, at) => Array.from({ length: at + 1 }, () => pickUp(storeId))),
    ...[{ paid: true, status: 1 as const, printStale: true }],
  ]
  await makeOrders(ctx, orders)
  await makeCase(ctx, {})
  await makeCase(ctx, { order: pickUp(storeIds[0] ?? 0) })
  await makeCase(ctx, { order: { status: 1 }, form: { serviceType: 1 }, set: onItsWayBack })
  await makeCase(ctx, { order: { status: 1 }, form: { serviceType: 1 }, set: { ...onItsWayBack, received: 1 } })
  const { id: bare } = await makeProduct(staff, productDraft(cateId))
  await makeProduct(staff, productDraft(cateId, { attrValue: [{ price: 9, stock: 0 }] }))
  await ctx.db.execute(sql`update product set image = '', is_show = true where id = ${bare}`)
  await ctx.db.execute(sql`update product set first_show_time = now() where stock = 0`)
  await ctx.db.execute(sql`insert into product_reply (product_id, uid, nickname, comment, product_score, service_score,
      star, level, is_virtual, audit_status)
    select ${bare}, 0, '甲', '好', 5, 5, 5, 'good', fictitious, judged from (values (false, 0), (false, 2), (true, 1)) as of(fictitious, judged)`)
  await ctx.db.execute(sql`insert into product_import
      (file_id, file_name, file_hash, format, mode, options, status, total, valid, creates, updates, skus, new_categories, new_brands)
    select 1, 'a.xlsx', '', 'sheet', 'upsert', '{}', state, 1, 1, 1, 0, 1, '[]', '[]' from unnest(array['checked', 'done']) as state`)
  await ctx.db.execute(sql`insert into task (type, title, params, status, created_by)
    select 'export', '导出', '{}', 'failed', owner from unnest(array[${staff.userId}::bigint, 99999]) as owner`)
  await ctx.db.execute(sql`insert into scheduled_job (job_name, bean_name, cron_expression, params, last_result)
    values ('坏的', 'sessionCleanup', '0 30 4 * * ?', '{}', false), ('好的', 'tokenCleanup', '0 30 4 * * ?', '{}', true)`)
  await ctx.db.execute(sql`insert into sms_log (phone, content, template, result_code, created_at)
    select '13800138000', '短信', 'T1', code, ${ctx.now().toISOString()}::timestamptz - days * interval '1 day'
    from (values (130, 0), (130, 3), (130, 9), (100, 0)) as of(code, days)`)
  await ctx.db.execute(sql`insert into mail_log (receivers, subject, sent, retried, created_at)
    select '[]', '信', sent, retried, ${ctx.now().toISOString()}::timestamptz - days * interval '1 day'
    from (values (false, false, 1), (false, true, 1), (true, false, 1), (false, false, 9)) as of(sent, retried, days)`)
  await ctx.db.execute(sql`with made as (
      insert into user_recharge (recharge_no, uid, price_fen, give_fen, recharge_type, channel, paid, pay_time, pay_deadline)
      select 'C1', min(id), 100, 0, 'weixin', 'h5', true, now(), now() from shop_user returning id
    ), back as (
      insert into refund (refund_no, parts, amount_fen, reason, state) values ('R1', '[]', 100, '测试', 2) returning id
    )
    insert into recharge_refund (recharge_id, refund_id, type, give_fen) select made.id, back.id, 1, 0 from made, back`)
  await ctx.db.execute(sql`insert into user_extract (extract_no, uid, real_name, extract_type, extract_price_fen, fee_fen, status, balance_fen)
    select 'W' || n, (select min(id) from shop_user) + n, '王小明', 'alipay', 100, 0, status, 0
    from (values (0, 0), (1, 2), (2, 2), (3, 1)) as of(n, status)`)
  await ctx.db.execute(sql`insert into invoice (order_id, uid, title_type, title, amount_fen, state, number)
    select min(id) + state, min(uid), 1, '王小明', 100, state, number from store_order, (values (0, ''), (1, '12345678')) as of(state, number)
    group by state, number`)
  await ctx.db.execute(sql`insert into recon_diff (equation, provider, account, object, kind, no, day, amount_fen, expected, found, state, seen_at)
    select 'R11', 'sim', 'sim', state, 'ours', '', current_date, 1, '', '', state, now() from unnest(array['open', 'gone']) as state`)
  await ctx.db.execute(sql`insert into approval (kind, title, amount_fen, object_type, object_id, object_name, rule, changes, route, input,
      needs, applicant_id, proven, expire_time)
    select 'refund', '退款', 100, 'order', id, '', '', '[]', 'refund.start', '{}', '[]', id, false,
      ${ctx.now().toISOString()}::timestamptz + interval '1 hour' from admin_user order by id = ${staff.userId} limit 2`)
  await ctx.db.execute(sql`insert into webhook (name, url, secret, events, failures)
    values ('甲', 'https://a.example', '', '{}', 3), ('乙', 'https://b.example', '', '{}', 0)`)
}

async function openBusyShop() {
  const { shop, staff, cateId } = await openProductShop()
  const admin = await shop.signInAdmin()
  const storeIds: number[] = []
  for (const name of ['东门店', '西门店']) {
    const { body } = await admin.call(store.save, { body: storeDraft(name) })
    storeIds.push(body.id)
  }
  await fill(shop, admin, cateId, storeIds)
  return { shop, staff, admin, storeIds }
}

test('each tile counts exactly what its list shows, for the owner and for a clerk of one store', async () => {
  const { shop, admin, storeIds } = await openBusyShop()
  const counts = await countsOf(admin)
  expect(counts).toEqual({
    toShip: 5,
    late: 2,
    changedAfterPrint: 1,
    pickups: 3,
    refundsToJudge: 2,
    returnsToReceive: 1,
    refundsToPay: 1,
    failedRefunds: 0,
    failedRecharges: 1,
    approvals: 1,
    withdrawalsToReview: 1,
    withdrawalsToPay: 2,
    invoicesToIssue: 1,
    differences: 1,
    closing: 1,
    soldOut: 1,
    lowStock: counts.lowStock,
    withoutPicture: 1,
    replies: 1,
    drafts: 0,
    imports: 1,
    failedTasks: 1,
    failedJobs: 1,
    failedSms: 2,
    failedMail: 1,
    failedHooks: 1,
  })
  for (const key of Object.keys(counts) as HomeTodoKey[]) expect(counts[key], key).toBe(await listedBy(admin, key))

  const [east = 0, west = 0] = storeIds
  for (const [storeId, pickups, judged] of [
    [east, 1, 1],
    [west, 2, 0],
  ] as const) {
    const clerk = await shop.signIn({
      can: [order.list, pickupOrder.list, afterSales.list, afterSales.check, afterSales.receive],
      dataScope: '本门店',
      storeIds: [storeId],
      level: 5,
    })
    const own = await countsOf(clerk)
    expect(own).toMatchObject({ toShip: 0, late: 0, closing: 0, pickups, refundsToJudge: judged, refundsToPay: 0 })
    for (const key of Object.keys(own) as HomeTodoKey[]) expect(own[key], key).toBe(await listedBy(clerk, key))
    expect((await todoOf(clerk))[0]?.key).toBe('pickups')
  }
})

test('staff get no tile for a list they may not open, and only one of two tiles for the same orders', async () => {
  const shop = await openShop()
  const keysOf = async (...can: readonly Route[]) => (await todoOf(await shop.signIn({ can }))).map(({ key }) => key)
  expect(await keysOf()).toEqual(['failedTasks'])
  expect(await keysOf(pickupOrder.list)).toEqual(['pickups', 'failedTasks'])
  const orders = ['toShip', 'late', 'changedAfterPrint']
  const rest = ['closing', 'failedTasks']
  expect(await keysOf(order.list)).toEqual([...orders, 'pickupOrders', ...rest])
  expect(await keysOf(order.list, pickupOrder.list)).toEqual([...orders, 'pickups', ...rest])
  expect(await keysOf(afterSales.list)).toEqual(['failedTasks'])
  expect(await keysOf(afterSales.list, afterSales.receive)).toEqual(['returnsToReceive', 'failedTasks'])
  expect(await keysOf(productReply.list)).toEqual(['failedTasks'])
  expect(await keysOf(productReply.list, productReply.comment)).toEqual(['replies', 'failedTasks'])
  expect(await keysOf(sms.logs)).toEqual(['failedTasks'])
  expect(await keysOf(email.info)).toEqual(['failedTasks', 'failedMail'])
  expect(await keysOf(sms.logs, sms.templates)).toEqual(['failedTasks', 'failedSms'])
  expect(await keysOf(product.list)).toEqual(['soldOut', 'lowStock', 'withoutPicture', 'failedTasks'])
})

test('what is done leaves its tile at once', async () => {
  const { shop, admin } = await openBusyShop()
  await shop.ctx.db.execute(sql`update store_order set print_stale = false`)
  await shop.ctx.db.execute(sql`update product_import set status = 'done'`)
  expect(await countsOf(admin)).toMatchObject({ changedAfterPrint: 0, imports: 0, toShip: 5 })
})
