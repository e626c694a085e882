import { readFile } from 'node:fs/promises'
import { couponCopy } from '@zhanggui/contract/coupon/coupon-copy.ts'
import { file } from '@zhanggui/contract/file/file.ts'
import { errorLog, log, loginLog } from '@zhanggui/contract/monitor/log.ts'
import { afterSales } from '@zhanggui/contract/order/after-sales.ts'
import { order } from '@zhanggui/contract/order/order.ts'
import { pickupOrder } from '@zhanggui/contract/order/pickup-order.ts'
import { points } from '@zhanggui/contract/points/points.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productExport } from '@zhanggui/contract/product/product-export.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { activityReport } from '@zhanggui/contract/promotion/activity-report.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { dict } from '@zhanggui/contract/setting/dict.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { store } from '@zhanggui/contract/store/store.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { jobRun, scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withContext } from '../../platform/http/context.ts'
import { type Export, exports } from '../../platform/work/exports.ts'
import { makeCase } from '../after-sales.ts'
import { giveCopy } from '../coupon-copy.ts'
import { fetchBytes, readSheet } from '../files/product-sheets.ts'
import { makeOrders } from '../order.ts'
import { makeProduct, openProductShop, productDraft, variantDraft } from '../product.ts'
import { type Caller, openShop, type Shop } from '../shop.ts'
import { storeDraft } from '../store.ts'
import { makeCustomer } from '../user.ts'

type Query = Record<string, unknown>
/** An export with its list, a column that both spell alike, and what the list may be asked for besides. */
type Exported = { of: Route; list: Route; page?: string; column: string; queries?: Query[] }

const all: Exported[] = [
  { of: file.download, list: file.list, page: 'file/pages/file-list', column: 'name' },
  {
    ...{ of: shopUser.download, list: shopUser.list, page: 'user/pages/user-list', column: 'createTime' },
    queries: [{}, { sort: 'id,asc' }, { keywords: '南' }],
  },
  {
    ...{ of: dict.download, list: dict.list, page: 'setting/pages/dict-list', column: 'name' },
    queries: [{}, { sort: 'name,asc' }, { blurry: 'user' }],
  },
  { of: afterSales.download, list: afterSales.list, page: 'order/pages/refund-list', column: 'salesNo' },
  { of: points.download, list: points.list, page: 'points/pages/points-log-list', column: 'id' },
  { of: adminUser.download, list: adminUser.list, page: 'staff/pages/admin-user-list', column: 'username' },
  { of: dept.download, list: dept.list, page: 'staff/pages/dept-list', column: 'createTime' },
  { of: onlineUser.download, list: onlineUser.list, page: 'staff/pages/online-user-list', column: 'userName' },
  { of: post.download, list: post.list, page: 'staff/pages/post-list', column: 'name' },
  { of: scheduledJob.download, list: scheduledJob.list, page: 'work/pages/scheduled-job-list', column: 'jobName' },
  { of: jobRun.download, list: jobRun.list, page: 'work/components/job-run-drawer', column: 'jobName' },
  // Each call writes a row of it.
  { of: log.download, list: log.list, page: 'monitor/pages/operation-log-list', column: 'createTime', queries: [] },
  { of: errorLog.download, list: errorLog.list, page: 'monitor/pages/error-log-list', column: 'createTime' },
  { of: loginLog.download, list: loginLog.list, page: 'monitor/pages/login-log-list', column: 'createTime' },
  {
    ...{ of: pickupOrder.download, list: pickupOrder.list, page: 'store/pages/store-order-list', column: 'orderNo' },
    queries: [{}, { status: 'toBeWrittenOff' }],
  },
  { of: couponCopy.download, list: couponCopy.list, page: 'coupon/components/record-list', column: 'couponId' },
  {
    ...{ of: productStock.download, list: productStock.ledger, page: 'product/pages/stock-log-list', column: 'suk' },
  },
  {
    ...{ of: activityReport.download, list: activityReport.list, page: 'promotion/pages/activity-report' },
    ...{ column: 'title', queries: [{ type: 4, dateLimit: 'lately30' }] },
  },
  {
    ...{ of: productExport.download, list: product.list, page: 'product/pages/product-list', column: 'id' },
    queries: [{ type: 2 }, { type: 2, priceOrder: 'asc' }, { type: 2, stockOrder: 'desc' }],
  },
  {
    ...{ of: order.download, list: order.list, column: 'orderNo' },
    queries: [{}, { sort: 'payPrice,asc' }, { sort: 'payTime,desc' }, { status: 'notShipped' }],
  },
]
/** Drawn from other columns, or a picture. */
const untold = ['thumbUrl', 'avatar', 'image']

test('16.4 every column of a list that is exported has its place in the sheet, by the name it has there', async () => {
  const { ctx, ...shop } = await openShop()
  const owner = await shop.signInAdmin()
  const known = ctx.platform.hooks.of(exports)
  const templates = ['ship-batch.template']
  expect(all.map(({ of }) => of.name).toSorted()).toEqual(
    known.flatMap(({ route: { name } }) => (templates.includes(name) ? [] : [name])).toSorted(),
  )
  const caller = await ctx.platform.gate.actorOf(ctx, owner.userId)
  const seen = withContext(ctx, { caller })
  for (const { of, page } of all) {
    if (!page) continue
    const drawn = await columnsOf(page)
    const { columns } = known.find(({ route }) => route.name === of.name) as unknown as Export<Query, unknown>
    const told = new Set(columns(seen, {}).flatMap((column) => column.of ?? []))
    expect(
      drawn.filter((name) => !told.has(name) && !untold.includes(name)),
      `${of.name} tells all of ${page}`,
    ).toEqual([])
  }
})

test('16.4 an export has the rows of its list in their order, the columns that are shown, and the chosen rows alone', async () => {
  const { shop, owner } = await openFilledShop()
  const compared: string[] = []
  for (const { of, list, column, queries = [{}] } of all)
    for (const query of queries) {
      const listed = await rowsOf(owner, list, query)
      const where = `${of.name} ${JSON.stringify(query)}`
      if (!listed.length) continue
      compared.push(of.name)
      const cells = listed.map((row) => String(row[column]))
      const told = of === order.download ? { mode: 'order', columns: [column] } : { shown: [column] }
      const ownCell = async (more: Query) => {
        const [heading = [], ...rows] = await sheetOf(shop, owner, of, { ...query, ...told, ...more })
        return { heading, cells: rows.map((row) => String(row[0])) }
      }
      const whole = await ownCell({})
      expect(whole.cells, where).toEqual(cells)
      expect(whole.heading.length, where).toBeLessThanOrEqual(3)
      if (!('ids' in (of.query?.properties ?? {})) || listed.length < 2) continue
      const ids = [listed[0]?.id, listed.at(-1)?.id]
      expect((await ownCell({ ids })).cells, `${where}, two chosen`).toEqual([cells[0], cells.at(-1)])
    }
  expect(all.map(({ of }) => of.name).filter((name) => !compared.includes(name))).toEqual(nothingIn)
})

/** Lists without a row in this shop, or never the same twice: their own tests export them. */
const nothingIn = ['file.download', 'scheduled-job.download', 'job-run.download', 'log.download', 'error-log.download']
/** The names of the columns that a page draws. */
async function columnsOf(page: string): Promise<string[]> {
  const source = await readFile(
    new URL(`../../../../web/src/areas/${page}${page.includes('/pages/') ? '.page' : ''}.tsx`, import.meta.url),
    'utf8',
  )
  const literal = [...source.matchAll(/name: '(\w+)',\s*title:/g), ...source.matchAll(/column\('(\w+)',/g)]
  return literal.map(([, name = '']) => name)
}

async function rowsOf(caller: Caller, list: Route, query: Query): Promise<Query[]> {
  const paged = { ...query, page: 1, limit: 100 }
  const inBody = list.method === 'POST'
  const posted = list.body as { properties: object } | undefined
  const asked =
    inBody && 'page' in (posted?.properties ?? {})
      ? { body: paged }
      : inBody
        ? { query: paged, body: query }
        : { query: paged }
  const { status, body } = await caller.call(list as never, asked as never)
  expect(status, `${list.name} ${JSON.stringify(body)}`).toBe(200)
  const answer = body as Query[] | { list: Query[] }
  const flat = (rows: readonly Query[]): Query[] =>
    rows.flatMap(({ children, ...row }) => [row, ...flat((children as Query[] | undefined) ?? [])])
  return flat(Array.isArray(answer) ? answer : answer.list)
}

async function sheetOf(shop: Shop, caller: Caller, of: Route, query: Query) {
  const { status, body } = await caller.call(of as never, { query } as never)
  expect(status, `${of.name} ${JSON.stringify(body)}`).toBe(200)
  // At most ten exports a minute for each session.
  await shop.ctx.db.execute(sql`delete from rate_limit`)
  return readSheet(await fetchBytes(shop, caller, (body as { url: string }).url))
}

/** A shop in which almost every list has rows. */
async function openFilledShop() {
  const { shop, cateId } = await openProductShop()
  const owner = await shop.signInAdmin()
  const { ctx } = shop
  for (const draft of [productDraft(cateId), variantDraft(cateId), productDraft(cateId, { storeName: '第二条毛巾' })])
    await makeProduct(owner, draft)
  const people = [
    await makeCustomer(ctx, { nickname: '南风', nowMoneyFen: 300, payCount: 2 }),
    await makeCustomer(ctx, { nickname: '北风', nowMoneyFen: 900, payCount: 1 }),
    await makeCustomer(ctx, { nickname: '南山', nowMoneyFen: 500 }),
  ]
  const [uid = 0, other = 0] = people
  const { id: storeId } = (await owner.call(store.save, { body: storeDraft('南门店') })).body
  await makeOrders(ctx, [
    { uid, paid: true, lines: [{ num: 3 }] },
    { uid: other, paid: true, lines: [{ num: 1 }] },
    { uid, paid: true, lines: [{ num: 2 }] },
    { uid, paid: true, shippingType: 2, storeId },
    { uid: other, paid: true, shippingType: 2, storeId },
  ])
  for (const buyer of [uid, other]) {
    await makeCase(ctx, { order: { uid: buyer } })
    await giveCopy(ctx, buyer)
    await ctx.db.execute(sql`insert into user_integral_record (uid, link_type, link_id, type, title, integral, balance, mark, status)
      values (${buyer}, 'system', '', 1, '赠送', 5, 5, '', 3)`)
  }
  await owner.call(dept.save, { body: { name: '客服部', sort: 1, enabled: true } as never })
  for (const name of ['客服', '仓库']) {
    const { id: deptId } = (await owner.call(dept.list)).body[0] ?? { id: 0 }
    await owner.call(post.save, { body: { name, sort: 1, enabled: true, dept: { id: deptId } } as never })
  }
  await shop.signIn({})
  await ctx.db.execute(sql`insert into login_log (username, result, reason, ip) values ('wang', 1, 'ok', '127.0.0.1')`)
  return { shop, owner }
}
