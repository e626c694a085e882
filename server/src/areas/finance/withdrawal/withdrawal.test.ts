import { type CashForm, frontWithdrawal, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { customerCentre } from '@zhanggui/contract/user/customer-centre.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { codeFor, prepareCodes } from '../../../testing/buyer.ts'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { fetchBytes, readSheet } from '../../../testing/files/product-sheets.ts'
import { setSettings } from '../../../testing/pay.ts'
import { sheet, tasksEnd } from '../../../testing/ship-batch.ts'
import { type Caller, openShop, type Refused, type Shop } from '../../../testing/shop.ts'
import { expectReconciled } from '../../../testing/user.ts'
import { addBrokerage } from '../../distribution/commission/commission.service.ts'

const DAY_MS = 24 * 3600_000

const give = (shop: Shop, uid: number, priceFen: number) =>
  inTransaction(shop.ctx, (tx) =>
    addBrokerage(tx, { uid, priceFen, linkType: 'system', linkId: '', title: '后台调整' }),
  )
const takeBack = (shop: Shop, uid: number, priceFen: number) =>
  shop.ctx.db.execute(sql`with taken as (update shop_user set brokerage_price_fen = brokerage_price_fen - ${priceFen} where id = ${uid}
    returning brokerage_price_fen)
    insert into user_brokerage_record (uid, order_id, link_type, type, title, price_fen, origin_price_fen, balance_fen, status, brokerage_level)
    select ${uid}, 0, 'system', 2, '扣回', ${priceFen}, ${priceFen}, brokerage_price_fen, 3, 0 from taken`)
const hasOf = async (shop: Shop, uid: number) =>
  (
    await shop.ctx.db.execute<{ fen: string }>(sql`select brokerage_price_fen as fen from shop_user where id = ${uid}`)
  ).rows.map(({ fen }) => Number(fen))[0]

const alipay = { extractType: 'alipay', money: 60, name: '王小明', alipayCode: '13800138000' } as const
const ask = async (buyer: Caller, form: Partial<CashForm> = {}) => {
  const { status, body } = await buyer.call(frontWithdrawal.cash, { body: { ...alipay, ...form } })
  return { status, body: body as typeof body & Refused }
}
const openFinance = async () => {
  const shop = await openShop()
  const buyer = await shop.buyer({ nickname: '小王' })
  await give(shop, buyer.userId, 100_00)
  const staff = await shop.signIn({ can: Object.values(withdrawal), permissions: ['admin:user:sensitive:view'] })
  const step = async (body: object) => {
    const { status, body: said } = await staff.call(withdrawal.apply, { body: body as never })
    return { status, body: said as typeof said & Refused }
  }
  return { shop, buyer, staff, step }
}

test('commission is asked for within the rules of the shop, once at a time, and stands aside until it is paid', async () => {
  const { shop, buyer, staff } = await openFinance()
  await setSettings(shop, { user_extract_min_price: 10_00, extract_fee_rate: 3 })
  for (const [form, status, message] of [
    [{ money: 9.99 }, 422, '最低提现金额10.00元'],
    [{ money: 100.01 }, 422, '可提现佣金不足'],
    [{ name: '' }, 400, '请输入收款人姓名'],
    [{ alipayCode: ' ' }, 400, '请输入支付宝账号'],
    [{ extractType: 'bank' }, 400, '请输入银行卡号'],
    [{ extractType: 'bank', cardNum: '12ab5678' }, 400, '银行卡号只能是8–25位数字'],
    [{ extractType: 'bank', cardNum: '6222021234567890', bankName: '没有的银行' }, 400, '请选择开户银行'],
    [{ extractType: 'weixin' }, 400, '请输入微信号或上传收款码'],
    [{ extractType: 'weixin', qrcodeUrl: '/uploads/other.png' }, 400, '请上传自己的图片'],
  ] as const)
    expect(await ask(buyer, form as never), message).toMatchObject({ status, body: { message } })
  const both = await Promise.all([ask(buyer), ask(buyer, { money: 30 })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await ask(buyer)).body.message).toBe('有提现申请正在审核')
  const { body: own } = await buyer.call(frontWithdrawal.record)
  const [row] = own.list
  expect(row).toMatchObject({ account: expect.stringContaining('*'), status: 0, canCancel: true })
  expect(row?.fee).toBeCloseTo((row?.extractPrice ?? 0) * 0.03)
  const { body: list } = await staff.call(withdrawal.list, { query: { keywords: '小王' } })
  expect(list.list).toMatchObject([{ nickname: '小王', status: 0, realName: '王小明' }])
  expect(JSON.stringify(list)).not.toContain('13800138000')
  expect((await staff.call(withdrawal.balance)).body).toMatchObject({ commissionTotal: 100 })
  const other = await shop.buyer()
  expect((await other.call(frontWithdrawal.cancel, { body: { id: row?.id ?? 0 } })).status).toBe(404)
  expect((await buyer.call(frontWithdrawal.cancel, { body: { id: row?.id ?? 0 } })).status).toBe(200)
  expect((await buyer.call(frontWithdrawal.cancel, { body: { id: row?.id ?? 0 } })).status).toBe(409)
  expect(await hasOf(shop, buyer.userId)).toBe(100_00)
  await expectReconciled(shop.ctx)
})

test('asking and taking back in turn is bounded: staff hear of six requests of a promoter within a day', async () => {
  const { shop, buyer } = await openFinance()
  for (let n = 0; n < 6; n++) {
    const { body } = await ask(buyer)
    expect((await buyer.call(frontWithdrawal.cancel, { body: { id: body.id } })).status).toBe(200)
  }
  expect(await ask(buyer)).toMatchObject({ status: 422, body: { message: '今天申请提现的次数过多，请明天再试' } })
  shop.clock.advance(DAY_MS)
  expect((await ask(buyer)).status).toBe(200)
  await expectReconciled(shop.ctx)
})

test('a withdrawal is approved, paid and sent back by those who may, each step once, and every fen stays where it belongs', async () => {
  const { shop, buyer, staff, step } = await openFinance()
  const { id } = (await ask(buyer)).body
  const reader = await shop.signIn({ can: [withdrawal.list] })
  expect((await reader.call(withdrawal.apply, { body: { id, status: 2 } })).status).toBe(403)
  expect(await step({ id, status: 1, payVoucher: '回单' })).toMatchObject({
    status: 422,
    body: { message: '请先审核通过' },
  })
  expect(await step({ id, status: -1 })).toMatchObject({ status: 400, body: { message: '请填写驳回原因' } })
  expect(await step({ id: id + 99, status: 2 })).toMatchObject({ status: 404 })
  const twice = await Promise.all([step({ id, status: 2 }), step({ id, status: 2 })])
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await step({ id, status: 1 })).toMatchObject({ status: 400, body: { message: '请填写打款凭证' } })
  expect((await staff.call(withdrawal.update, { body: { id, alipayCode: '13911112222' } })).status).toBe(200)
  // What was approved is what is paid: another account is looked at again.
  expect((await step({ id, status: 1, payVoucher: '回单 1' })).body.message).toBe('请先审核通过')
  expect((await step({ id, status: 2 })).status).toBe(200)
  expect((await step({ id, status: 1, payVoucher: '回单 1', payNo: 'N1' })).status).toBe(200)
  expect((await staff.call(withdrawal.update, { body: { id, alipayCode: 'x@y.com' } })).status).toBe(409)
  expect((await staff.call(withdrawal.balance)).body).toEqual({
    withdrawn: 60,
    toBeWithdrawn: 0,
    unDrawn: 40,
    commissionTotal: 100,
  })
  // A second transfer has a second voucher; the bank sends it back.
  expect((await step({ id, status: 1, payVoucher: '回单 2' })).status).toBe(200)
  expect((await step({ id, status: -1, backMessage: '户名不符' })).status).toBe(200)
  expect(await step({ id, status: -1, backMessage: '户名不符' })).toMatchObject({ status: 409 })
  expect(await hasOf(shop, buyer.userId)).toBe(100_00)
  const { rows } = await shop.ctx.db.execute(
    sql`select type, price_fen::int as fen, status, title from user_brokerage_record where link_type = 'withdraw' order by id`,
  )
  expect(rows).toEqual([
    { type: 2, fen: 6000, status: 3, title: '佣金提现' },
    { type: 1, fen: 6000, status: 3, title: '打款退回' },
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  // Each step is in the audit trail, without the number of the account.
  const { rows: trail } = await shop.ctx.db.execute<{ action: string; text: string }>(
    sql`select action, audit_entry::text as text from audit_entry where object_type = 'withdrawal' and action <> 'denied' order by id`,
  )
  expect(trail.map(({ action }) => action)).toEqual(['audit', 'update', 'audit', 'paid', 'paid', 'withdraw'])
  expect(trail.every(({ text }) => !text.includes('13911112222'))).toBe(true)
})

test('a promoter who owes commission is not approved, large sums need a proof, and many are judged one by one', async () => {
  const { shop, buyer, staff, step } = await openFinance()
  const { id } = (await ask(buyer, { money: 100 })).body
  await takeBack(shop, buyer.userId, 30_00)
  const other = await shop.buyer()
  await give(shop, other.userId, 50_00)
  const second = (await ask(other, { money: 50 })).body
  expect(await step({ ids: [id, second.id], status: 2 })).toMatchObject({
    status: 200,
    body: { ok: 1, failed: [{ id, message: '该推广员被扣回佣金 ¥30.00，请驳回后让其重新申请' }] },
  })
  expect(await step({ ids: [id], status: -1, backMessage: '不行' })).toMatchObject({ status: 400 })
  await setSettings(shop, { reauth_amount: 10_00 })
  shop.clock.advance(11 * 60_000)
  await give(shop, buyer.userId, 30_00)
  expect(await step({ id, status: 2 })).toMatchObject({ status: 428 })
  // Nor is a large sum turned to another account, to be approved by somebody who does not look.
  const elsewhere = { id, alipayCode: '13911112222' }
  expect((await staff.call(withdrawal.update, { body: elsewhere })).status).toBe(428)
  expect((await staff.call(withdrawal.update, { body: { id, mark: '已核对' } })).status).toBe(200)
  expect((await step({ id, status: -1, backMessage: '请重新申请' })).status).toBe(200)
  expect(await hasOf(shop, buyer.userId)).toBe(100_00)
  expect((await staff.call(withdrawal.list, { query: { status: -1 } })).body.list).toMatchObject([
    { failMsg: '请重新申请' },
  ])
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('an account with a withdrawal on its way does not end', async () => {
  const { shop, buyer } = await openFinance()
  await prepareCodes(shop)
  await ask(buyer, { money: 100 })
  const phone = `139${String(Date.now()).slice(-8)}`
  await shop.ctx.db.execute(sql`update shop_user set phone = ${phone} where id = ${buyer.userId}`)
  const captcha = await codeFor(shop, phone)
  const ended = await buyer.call(customerCentre.end, { body: { captcha } })
  expect(ended).toMatchObject({ status: 422, body: { message: '还有未完成的提现申请，暂不能注销账号' } })
})

test('the payment sheet has full account numbers, and its results are read back once', async () => {
  const { shop, buyer, staff, step } = await openFinance()
  const other = await shop.buyer({ nickname: '小李' })
  await give(shop, other.userId, 100_00)
  await ask(buyer)
  await ask(other, {
    money: 30,
    name: '李四',
    extractType: 'bank',
    cardNum: '6222021234567890123',
    bankName: '中国工商银行',
  })
  const third = await shop.buyer()
  await give(shop, third.userId, 100_00)
  await ask(third, { money: 20 })
  const rows = (await staff.call(withdrawal.list)).body.list
  const noOf = (uid: number) => rows.find((row) => row.uid === uid)?.extractNo ?? ''
  const idOf = (uid: number) => rows.find((row) => row.uid === uid)?.id ?? 0
  expect((await staff.call(withdrawal.sheet)).status).toBe(422)
  await step({ ids: [idOf(buyer.userId), idOf(other.userId)], status: 2 })

  const file = await staff.call(withdrawal.sheet)
  const address = 'url' in file.body ? file.body.url : ''
  const [heading, ...cells] = await readSheet(await fetchBytes(shop, staff, address))
  expect(heading?.slice(0, 6)).toEqual(['提现单号', '姓名', '提现方式', '开户行', '账号', '实付金额'])
  expect(cells.map((row) => row[4])).toEqual(['6222021234567890123', '13800138000'])
  const clerk = await shop.signIn({ can: [withdrawal.list] })
  expect((await clerk.call(withdrawal.sheet)).status).toBe(403)
  const trail = await shop.ctx.db.execute(sql`select object_name from audit_entry where action = 'export'`)
  expect(trail.rows).toEqual([{ object_name: '打款单 2 条' }])

  const sent = [
    ['提现单号', '结果', '流水号', '原因', '实付金额'],
    [noOf(buyer.userId), '成功', '20261129001', '', 60],
    [noOf(other.userId), '失败', '', '户名不符', 30],
    [noOf(third.userId), '成功', '20261129002', '', ''],
    ['W1', '成功', '1', '', ''],
  ]
  const { body } = await upload(staff, withdrawal.import, { 'result.xlsx': await sheet(sent) })
  expect(body).toMatchObject({ total: 4, ready: 2, bad: 2 })
  expect(body.rows.map(({ message }) => message)).toEqual(['', '', '该提现待审核，不能再处理', '没有这个提现单号'])
  expect(body.rows[1]?.says).toMatch(/户名不符/)
  expect(await hasOf(shop, other.userId)).toBe(70_00)
  // The same sheet twice: whatever is confirmed, each is settled once.
  const again = await upload(staff, withdrawal.import, { 'result.xlsx': await sheet(sent) })
  const confirm = (batchId: number) => staff.call(withdrawal.confirm, { body: { batchId } })
  expect((await confirm(body.batchId)).status).toBe(202)
  expect((await confirm(body.batchId)).status).toBe(409)
  expect((await confirm(again.body.batchId)).status).toBe(202)
  await tasksEnd(shop)
  const end = async (batchId: number) => (await staff.call(withdrawal.batch, { params: { batchId } })).body
  const [one, two] = [await end(body.batchId), await end(again.body.batchId)]
  expect([one.done + two.done, one.failed + two.failed]).toEqual([2, 2])
  expect(await hasOf(shop, buyer.userId)).toBe(40_00)
  expect(await hasOf(shop, other.userId)).toBe(100_00)
  const ended = (await staff.call(withdrawal.list)).body.list
  expect(ended.map(({ status, payNo, failMsg }) => [status, payNo, failMsg])).toEqual([
    [0, '', ''],
    [-1, '', '户名不符'],
    [1, '20261129001', ''],
  ])
  await expectReconciled(shop.ctx)
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})
