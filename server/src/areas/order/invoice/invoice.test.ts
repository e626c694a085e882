import { frontInvoice, invoice } from '@zhanggui/contract/order/invoice.ts'
import { orderEdit } from '@zhanggui/contract/order/order-edit.ts'
import { refund } from '@zhanggui/contract/order/refund.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { zipOf } from '../../../testing/files/workbooks.ts'
import { makeOrders } from '../../../testing/order.ts'
import { openPayShop, type PayShop, setSettings } from '../../../testing/pay.ts'
import { all, ask, paidByBalance } from '../../../testing/refund.ts'
import { sheet, tasksEnd } from '../../../testing/ship-batch.ts'
import type { Caller } from '../../../testing/shop.ts'

const { list, num, save, issue, refuse, reverse, attach } = invoice
const can = [list, num, save, issue, refuse, reverse, invoice.upload, attach, invoice.import, refund.start]
const person = { titleType: 1, title: '王小明' } as const
const NUMBER = '26332000000012345678'

const stored = (own: PayShop) =>
  all(own, sql`select id, state, amount_fen::int as fen, number, reason, title from invoice order by id`)
const apply = async (buyer: Caller, orderNo: string, title: object = person) => {
  const { status, body } = await buyer.call(frontInvoice.apply, { body: { orderNo, ...person, ...title } })
  return { status, message: (body as { message?: string }).message }
}
const listed = async (staff: Caller, query: object = {}) => (await staff.call(list, { query })).body.list

test('a buyer asks for an invoice of a paid order once; what it lacks is said, the last title is offered', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const order = await paidByBalance(own, { num: 2 })
  const say = (title: object) => apply(buyer, order.orderNo, title)
  expect(await say({ titleType: 2, taxNo: '12' })).toEqual({ status: 422, message: '请输入正确的税号' })
  expect(await say({ titleType: 2, taxNo: '91330100MA27XXXX0X', kind: 2 })).toMatchObject({ message: '请输入注册地址' })
  expect((await say({ title: '' })).status).toBe(400)
  const other = await shop.buyer()
  expect((await apply(other, order.orderNo)).status).toBe(404)
  await setSettings(shop, { invoice_open: false })
  expect(await apply(buyer, order.orderNo)).toEqual({ status: 422, message: '商家未开通发票' })
  await setSettings(shop, { invoice_open: true })

  const [first, second] = await Promise.all([apply(buyer, order.orderNo), apply(buyer, order.orderNo)])
  expect([first.status, second.status].sort()).toEqual([200, 409])
  const body = { orderNo: order.orderNo, titleType: 2, title: '杭州某某有限公司', taxNo: '91330100ma27xxxx0x' } as const
  expect((await buyer.call(frontInvoice.update, { body })).status).toBe(200)
  const next = await paidByBalance(own)
  const info = await buyer.call(frontInvoice.info, { params: { orderNo: next.orderNo } })
  expect(info.body).toMatchObject({
    canApply: true,
    amount: 19.9,
    invoice: null,
    lastTitle: { title: '杭州某某有限公司', taxNo: '91330100MA27XXXX0X' },
  })
  expect((await other.call(frontInvoice.info, { params: { orderNo: next.orderNo } })).status).toBe(404)
})

test('the sum follows refunds while it waits; once it is issued a refund has it reversed, and another may be asked for', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const staff = await shop.signIn({ can })
  const order = await paidByBalance(own, { num: 3 })
  await apply(buyer, order.orderNo)
  await ask(staff, { orderNo: order.orderNo, amount: 10 })
  expect(await stored(own)).toMatchObject([{ state: 0, fen: order.payPriceFen - 1000 }])

  const [{ id = 0 } = {}] = await listed(staff)
  const give = (body: object = {}) => staff.call(issue, { body: { id, number: NUMBER, ...body } })
  expect((await give({ number: '123' })).status).toBe(400)
  const [one, two] = await Promise.all([give(), give()])
  expect([one.status, two.status].sort()).toEqual([200, 409])
  const seen = await buyer.call(frontInvoice.info, { params: { orderNo: order.orderNo } })
  expect(seen.body).toMatchObject({ canApply: false, invoice: { state: 1, number: NUMBER } })
  expect(await apply(buyer, order.orderNo)).toMatchObject({ status: 409, message: '该订单已申请开票' })

  await ask(staff, { orderNo: order.orderNo, amount: 5 })
  expect(await stored(own)).toMatchObject([{ state: 3, fen: order.payPriceFen - 1000, number: NUMBER }])
  expect((await apply(buyer, order.orderNo)).status).toBe(200)
  expect((await staff.call(reverse, { body: { id } })).status).toBe(200)
  expect((await staff.call(reverse, { body: { id } })).status).toBe(409)
  await ask(staff, { orderNo: order.orderNo, amount: (order.payPriceFen - 1500) / 100 })
  expect(await stored(own)).toMatchObject([{ state: 4 }, { state: 2, fen: 0, reason: '订单已全额退款' }])
  expect(await apply(buyer, order.orderNo)).toMatchObject({ status: 422, message: '订单没有可开票的金额' })
})

test('one issued at another sum than is left now is to be reversed at once; a number is used once; staff ask for customers and refuse', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const staff = await shop.signIn({ can })
  const [order, other] = [await paidByBalance(own), await paidByBalance(own)]
  const form = { orderNo: order.orderNo, ...person }
  expect((await staff.call(save, { body: form })).status).toBe(200)
  expect((await staff.call(save, { body: { ...form, title: '李四' } })).status).toBe(200)
  await apply(buyer, other.orderNo)
  const [later, first] = await listed(staff)
  expect(first).toMatchObject({ title: '李四', orderNo: order.orderNo, amount: 19.9 })
  expect((await staff.call(issue, { body: { id: first?.id ?? 0, number: NUMBER, amount: 12.5 } })).status).toBe(200)
  const again = await staff.call(issue, { body: { id: later?.id ?? 0, number: NUMBER } })
  expect(again).toMatchObject({ status: 409, body: { message: `发票号码已用于订单 ${order.orderNo}` } })
  const no = { id: later?.id ?? 0, reason: '抬头有误' }
  expect((await staff.call(refuse, { body: no })).status).toBe(200)
  expect((await staff.call(refuse, { body: no })).status).toBe(409)
  expect((await staff.call(num)).body).toMatchObject({ 0: 0, 2: 1, 3: 1 })
  expect(await listed(staff, { keywords: '李四' })).toMatchObject([{ state: 3, amount: 12.5, nowAmount: 19.9 }])
  expect(await listed(staff, { keywords: order.orderNo })).toHaveLength(1)
  const clerk = await shop.signIn({ can, dataScope: '本门店', level: 5 })
  expect(await listed(clerk)).toEqual([])
  expect((await clerk.call(reverse, { body: { id: first?.id ?? 0 } })).status).toBe(404)
})

test('the file of an invoice is opened by its buyer and by staff, and nobody hands on what another keeps private', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const [staff, colleague] = [await shop.signIn({ can }), await shop.signIn({ can })]
  const order = await paidByBalance(own)
  await apply(buyer, order.orderNo)
  const [{ id = 0 } = {}] = await listed(staff)
  const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  expect((await upload(staff, invoice.upload, { 'fapiao.pdf': Buffer.from('no pdf') })).status).toBe(415)
  const packed = (name: string) =>
    zipOf([{ name, content: Buffer.from('<ofd:OFD xmlns:ofd="http://www.ofdspec.org/2016"/>') }])
  expect((await upload(staff, invoice.upload, { 'fapiao.ofd': packed('OFD.xml') })).status).toBe(200)
  expect((await upload(staff, invoice.upload, { 'fapiao.ofd': packed('other.xml') })).status).toBe(415)
  const { body: sent } = await upload(staff, invoice.upload, { 'fapiao.pdf': pdf })
  expect(sent).toEqual({ fileUrl: expect.stringMatching(/^\/file\/private\//), name: 'fapiao.pdf' })

  const give = (who: Caller, fileUrl: string) => who.call(issue, { body: { id, number: NUMBER, fileUrl } })
  expect((await staff.call(attach, { body: { id, fileUrl: sent.fileUrl } })).status).toBe(409)
  expect(await give(colleague, sent.fileUrl)).toMatchObject({ status: 400, body: { message: '请重新上传发票文件' } })
  expect((await give(staff, sent.fileUrl)).status).toBe(200)
  const stranger = shop.visitor()
  // Whoever uploads it can look at it before it is handed out.
  expect((await stranger.send('GET', sent.fileUrl)).status).toBe(200)
  expect((await stranger.send('GET', sent.fileUrl.split('?')[0] ?? '')).status).toBe(403)
  const info = await buyer.call(frontInvoice.info, { params: { orderNo: order.orderNo } })
  const [{ fileUrl = '' } = {}] = await listed(colleague)
  for (const address of [info.body.invoice?.fileUrl ?? '', fileUrl])
    expect(await stranger.send('GET', address), address).toMatchObject({ status: 200 })

  // The colleague may keep it, or hand out another; nothing that is in use goes with the files that nobody kept.
  expect((await colleague.call(attach, { body: { id, fileUrl } })).status).toBe(200)
  const uses = sql`select title from file_ref where owner_type = 'invoice'`
  expect(await all(own, uses)).toEqual([{ title: `订单 ${order.orderNo} 的发票` }])
  expect((await colleague.call(attach, { body: { id, fileUrl: 'https://inv.example.com/1.pdf' } })).status).toBe(200)
  expect(await all(own, uses)).toEqual([])
  expect(await listed(staff)).toMatchObject([{ fileUrl: 'https://inv.example.com/1.pdf' }])
  shop.clock.advance(2 * 3600_000)
  expect((await stranger.send('GET', fileUrl)).status).toBe(403)
})

test('an edit of an order changes what its invoice comes to', async () => {
  const own = await openPayShop({ stock: 50 })
  const { shop, buyer, skuId } = own
  const staff = await shop.signIn({ can: [...can, orderEdit.confirm] })
  const order = await paidByBalance(own, { num: 2 })
  await apply(buyer, order.orderNo)
  const [{ id: lineId = 0 } = {}] = await all<{ id: number }>(
    own,
    sql`select id::int as id from order_line where order_id = ${order.id}`,
  )
  const body = { orderNo: order.orderNo, change: [{ lineId, num: 1 }], add: [{ skuId, num: 1 }], reason: '换一件' }
  expect((await staff.call(orderEdit.confirm, { body })).status).toBeLessThan(300)
  const [left] = await all(
    own,
    sql`select (pay_price_fen - refund_price_fen)::int as fen from store_order where id = ${order.id}`,
  )
  expect(await stored(own)).toMatchObject([{ state: 0, fen: left?.fen }])
})

test('of a sheet of 100 numbers with 2 bad ones the preview names these, and 98 are issued once, whatever is pressed twice', async () => {
  const own = await openPayShop()
  const { shop, buyer } = own
  const staff = await shop.signIn({ can: [...can, task.list] })
  const orders = await makeOrders(
    shop.ctx,
    Array.from({ length: 100 }, () => ({ uid: buyer.userId, paid: true })),
  )
  await shop.ctx.db.execute(sql`insert into invoice (order_id, uid, title_type, title, amount_fen)
    select id, uid, 1, '王小明', pay_price_fen from store_order where order_no <> ${orders[99]?.orderNo ?? ''}`)
  const numberOf = (at: number) => String(26_332_000_000_000_000_000n + BigInt(at))
  const rows = [
    ['数电发票号码', '订单编号', '价税合计'],
    ...orders.map(({ orderNo }, at) => [at === 3 ? '12' : numberOf(at), orderNo, at === 5 ? 0.5 : '']),
  ]
  const { status, body } = await upload(staff, invoice.import, { 'numbers.xlsx': await sheet(rows) })
  expect(status).toBe(200)
  expect(body).toMatchObject({ total: 100, ready: 98, bad: 2, state: 'checked' })
  expect(body.rows.filter((row) => row.state === 'bad').map(({ row, message }) => [row, message])).toEqual([
    [5, '发票号码应为8–20位数字'],
    [101, '该订单没有待开的发票'],
  ])
  expect(body.rows[5]?.says).toMatch(/登记后待红冲/)
  expect((await all(own, sql`select count(*)::int as num from invoice where state = 1`))[0]).toEqual({ num: 0 })
  const confirm = () => staff.call(invoice.confirm, { body: { batchId: body.batchId } })
  const answers = await Promise.all([confirm(), confirm()])
  expect(answers.map((answer) => answer.status).sort()).toEqual([202, 409])
  await tasksEnd(shop)
  expect((await staff.call(invoice.batch, { params: { batchId: body.batchId } })).body).toMatchObject({
    state: 'done',
    done: 98,
    failed: 0,
    bad: 2,
  })
  expect(await all(own, sql`select state, count(*)::int as num from invoice group by state order by state`)).toEqual([
    { state: 0, num: 1 },
    { state: 1, num: 97 },
    { state: 3, num: 1 },
  ])
  const wrong = await upload(staff, invoice.import, { 'x.xlsx': await sheet([['订单号'], ['1']]) })
  expect(wrong).toMatchObject({ status: 400 })
})
