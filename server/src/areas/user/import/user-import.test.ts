import { buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { sql } from 'drizzle-orm'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { findUnbalanced } from '../../../testing/checkout.ts'
import { fetchBytes } from '../../../testing/files/product-sheets.ts'
import {
  bring,
  carryOut,
  check,
  type ImportDesk,
  importPermissions,
  openImportDesk,
  sheetOf,
  takeBack,
} from '../../../testing/files/user-sheets.ts'
import { setSettings } from '../../../testing/pay.ts'
import type { Shop } from '../../../testing/shop.ts'
import { balancesOf, makeCustomer } from '../../../testing/user.ts'
import { userGroups } from '../group/user-group.tables.ts'
import { addBalance, takeBalance } from '../ledger/ledger.service.ts'
import { userLevels } from '../level/user-level.tables.ts'

/** 5,000 rows are imported by hand: `IMPORT_ROWS=5000`. */
const ROWS = Number(process.env.IMPORT_ROWS ?? 300)
const HEAD = '手机号,昵称,余额,积分,标签'

const phoneOf = (n: number) => `139${String(n).padStart(8, '0')}`
const usersOf = async ({ ctx }: Shop) =>
  (
    await ctx.db.execute<Record<string, unknown>>(sql`
      select id::int, phone, nickname, real_name, sex, birthday::text, mark, now_money_fen::int as money, integral, experience, level::int,
        level_auto, is_promoter, spread_uid::int, spread_count, path, past_money_fen::int as past, past_count, import_id::int,
        opening_import_id::int as opening, status, version,
        array(select name from user_tag where id = any(tag_ids) order by id) as tags,
        to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as seen
      from shop_user order by id`)
  ).rows
const userOf = async (shop: Shop, phone: string) => (await usersOf(shop)).find((user) => user.phone === phone)
/** What an import may change: the customers, and how many rows the tables have that belong to them. */
async function stateOf(shop: Shop) {
  const tables = [
    'user_tag',
    'user_bill',
    'user_integral_record',
    'user_experience_record',
    'user_level_log',
    'buyer_address',
  ]
  const counts = tables.map((table) => sql`(select count(*)::int from ${sql.raw(table)})`)
  const { rows } = await shop.ctx.db.execute(sql`select array[${sql.join(counts, sql`, `)}] as counts`)
  return { rows, users: await usersOf(shop) }
}
const undone = ({ id }: { id: number }, desk: ImportDesk) => takeBack(desk, id)

test('what the check of a large file counts is what its import does; nothing else changes before, and the same file says nothing new', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  await makeCustomer(shop.ctx, { phone: phoneOf(1), nickname: '旧名' })
  const bad = Math.ceil(ROWS / 125)
  const rows = Array.from({ length: ROWS }, (_, n) =>
    n % 125 === 0 && n > 0 ? `1380013,坏${n},1,1,` : `${phoneOf(n)},客${n},${n % 7},${n % 5},老客${n % 3}`,
  )
  const before = await stateOf(shop)
  const { status, body } = await check(staff, sheetOf(HEAD, ...rows))
  expect(status).toBe(200)
  const badRows = rows.filter((row) => row.startsWith('1380013')).length
  expect(badRows).toBeLessThanOrEqual(bad)
  const valid = Array.from({ length: ROWS }, (_, n) => n).filter((n) => !(n % 125 === 0 && n > 0))
  expect(body).toMatchObject({
    total: ROWS,
    create: valid.length - 1,
    update: 1,
    same: 0,
    invalid: badRows,
    money: valid.reduce((sum, n) => sum + (n % 7), 0),
    points: valid.reduce((sum, n) => sum + (n % 5), 0),
    newTags: ['老客0', '老客1', '老客2'],
    ignored: [],
  })
  expect(body.preview).toHaveLength(20)
  expect(body.preview[0]).toMatchObject({ phone: '139****0000', action: 'create', nickname: '客0' })
  expect(body.errors[0]).toMatchObject({ column: '手机号', message: '手机号格式不正确' })
  expect(await stateOf(shop)).toEqual(before)
  const done = await carryOut(desk, body.importId)
  expect(done).toMatchObject({ status: 'done', done: valid.length, failed: 0, invalid: badRows })
  const { rows: sums } = await shop.ctx.db.execute<Record<string, number>>(
    sql`select count(*)::int as users, sum(now_money_fen)::int as money, sum(integral)::int as points from shop_user`,
  )
  expect(sums[0]).toEqual({ users: valid.length, money: body.money * 100, points: body.points })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  const again = await check(staff, sheetOf(HEAD, ...rows))
  expect(again.body).toMatchObject({ create: 0, update: 0, same: valid.length, invalid: badRows, money: 0, points: 0 })
  expect(again.body.importedBefore).not.toBeNull()
  const refused = await staff.call(userImport.confirm, { body: { importId: again.body.importId, policy: 'skip' } })
  expect(refused.status).toBe(422)
})

test('each column does what it says, and empty cells leave known customers as they are', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  await shop.ctx.db.insert(userLevels).values([
    { name: '银卡', grade: 1, experience: 100, discount: 98 },
    { name: '金卡', grade: 2, experience: 500, discount: 95 },
    { name: '暗卡', grade: 3, experience: 900, discount: 90, isShow: false },
  ])
  const [group] = await shop.ctx.db.insert(userGroups).values({ groupName: '老客' }).returning()
  await makeCustomer(shop.ctx, {
    phone: '13800000009',
    nickname: '在',
    mark: '旧',
    birthday: '1990-01-01',
    groupId: group?.id ?? 0,
  })
  const head =
    '手机号,昵称,姓名,性别,生日,备注,分组,标签,等级,成长值,余额,积分,推广员,首次到店,历史消费,历史单数,省,市,区,详细地址,邮箱'
  const rows = [
    '+86 138-0000-0001,小夏,林夏,女,1990/7/9,常客,老客,爱茶、老友,金卡,,"1,200.50",30,是,2019-05-01,8888.8,12,浙江省,杭州市,西湖区,文三路 1 号,a@b.c',
    "'13800000002,,,,,,,,银卡,600,,,,2020-01-02 10:30:00,,,浙江,杭州,西湖,文三路 2 号,",
    '13800000003,,,,,,,,金卡,200,,,,,,,火星,,,无,',
    '13800000009,,,,<清空>,<清空>,<清空>,爱茶,,,,,,2001-01-01,,,,,,,',
    '13800000004,,,,,,没有,,,,,,,,,,,,,,',
    '13800000005,,,,,,,,暗卡,,,,,,,,,,,,',
    '13800000006,,,,1990-13-01,,,,,,-1,1.5,也许,3020-01-01,,,,,,,',
    '13800000001,,,,,,,,,,,,,,,,,,,,',
    ',没有手机,,,,,,,,,,,,,,,,,,,',
    '+1 415 555 0100,外国,,,,,,,,,,,,,,,,,,,',
  ]
  const { body } = await check(staff, sheetOf(head, ...rows))
  expect(body).toMatchObject({ create: 3, update: 1, invalid: 6, ignored: ['邮箱'] })
  expect(body.errors.map(({ row, column, message }) => `${row} ${column} ${message}`)).toEqual([
    '6 分组 分组不存在',
    '7 等级 等级不存在',
    '8 生日 日期格式不正确：「1990-13-01」，请填写如 2020-05-01',
    '8 余额 余额须为0–999999.99的金额',
    '8 积分 积分须为非负整数',
    '8 推广员 推广员须为是或否',
    '8 首次到店 首次到店不能晚于现在',
    '9 手机号 与第 2 行手机号重复',
    '10 手机号 请填写手机号',
    '11 手机号 手机号格式不正确',
  ])
  expect(body.warnings).toContainEqual({
    row: 4,
    column: '详细地址',
    message: '地址不完整或所在地区不存在，未导入地址',
  })
  await carryOut(desk, body.importId)
  expect(await userOf(shop, '13800000001')).toMatchObject({
    nickname: '小夏',
    real_name: '林夏',
    sex: 2,
    birthday: '1990-07-09',
    mark: '常客',
    tags: ['爱茶', '老友'],
    experience: 500,
    level: 2,
    level_auto: true,
    money: 120_050,
    integral: 30,
    is_promoter: true,
    past: 888_880,
    past_count: 12,
    seen: '2019-05-01 00:00',
    import_id: body.importId,
    opening: body.importId,
  })
  expect(await userOf(shop, '13800000002')).toMatchObject({
    nickname: '用户0002',
    level: 2,
    experience: 600,
    seen: '2020-01-02 10:30',
  })
  expect(await userOf(shop, '13800000003')).toMatchObject({ level: 2, level_auto: false, experience: 200 })
  expect(await userOf(shop, '13800000009')).toMatchObject({
    nickname: '在',
    birthday: null,
    mark: '',
    tags: ['爱茶'],
    import_id: 0,
  })
  const buyer = await shop.buyer({ uid: Number((await userOf(shop, '13800000001'))?.id) })
  const { list } = (await buyer.call(buyerAddress.list)).body
  expect(list).toMatchObject([{ realName: '林夏', district: '西湖区', detail: '文三路 1 号', isDefault: true }])
  const all = await shop.signIn({ can: [shopUser.list, shopUser.info] })
  const spent = async (query: object) =>
    (await all.call(shopUser.list, { query })).body.list.map(({ nickname }) => nickname)
  expect(await spent({ minTotal: 8888.8 })).toEqual(['小夏'])
  expect(await spent({ minTotal: 8888.81 })).toEqual([])
  expect(await spent({ minConsume: 1 })).toEqual([])
})

test('files of Shopify and WooCommerce are read by their own headings, and one in GB 18030 with headings that staff explain', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  const shopify = await bring(
    desk,
    sheetOf(
      'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags',
      '\'1,三,张,z@x.cn,yes,,西湖区文三路 1 号,,杭州,ZJ,CN,310000,,\'+8613800000001,no,1234.50,7,喜欢茶,no,"vip, 老客"',
      "'2,John,Smith,j@x.cn,yes,,,,,,,,'+8613800000002,,no,0.00,0,,no,",
    ),
  )
  expect(shopify).toMatchObject({ done: 2, invalid: 0, failed: 0 })
  expect(shopify.ignored).toEqual(
    expect.arrayContaining(['Customer ID', 'Email', 'Accepts Email Marketing', 'Tax Exempt']),
  )
  expect(await userOf(shop, '13800000001')).toMatchObject({
    nickname: '张三',
    mark: '喜欢茶',
    past: 123_450,
    past_count: 7,
    tags: ['vip', '老客'],
  })
  expect(await userOf(shop, '13800000002')).toMatchObject({ nickname: 'Smith John' })
  const { rows } = await shop.ctx.db.execute(sql`select city, district, detail from buyer_address`)
  expect(rows).toEqual([{ city: '杭州市', district: '西湖区', detail: '文三路 1 号' }])
  const woo = await bring(
    desk,
    sheetOf(
      'ID,user_login,user_email,user_pass,display_name,first_name,last_name,user_registered,billing_phone,billing_address_1,billing_city,billing_state,description',
      '1,li,l@x.cn,$P$B,李四,四,李,2021-03-04 05:06:07,13800000003,街 1 号,昆明,CN1,好',
    ),
  )
  expect(woo).toMatchObject({ done: 1 })
  expect(woo.ignored).toContain('user_pass')
  expect(await userOf(shop, '13800000003')).toMatchObject({ nickname: '李四', mark: '好', seen: '2021-03-04 05:06' })
  // 会员电话,会员名,余额 and a row, as old tills of China write them.
  const gb = Buffer.from('bbe1d4b1b5e7bbb02cbbe1d4b1c3fb2cd3e0b6ee0a31333830303030303030342cd5c5c8fd2c392e390a', 'hex')
  const unknown = await check(staff, gb)
  expect(unknown.body).toMatchObject({ invalid: 1, ignored: ['会员电话', '会员名'] })
  expect(unknown.body.errors[0]?.message).toBe('请填写手机号')
  const columns = (given: unknown) => ({ columns: JSON.stringify(given) })
  expect((await check(staff, gb, columns({ 会员电话: 'phone', 会员名: 'phone' }))).status).toBe(400)
  expect((await check(staff, gb, columns({ 会员号: 'phone' }))).status).toBe(400)
  expect((await check(staff, gb, columns({ 余额: 'points' }))).status).toBe(400)
  expect((await check(staff, gb, { columns: '[' })).status).toBe(400)
  await bring(desk, gb, columns({ 会员电话: 'phone', 会员名: 'nickname' }))
  expect(await userOf(shop, '13800000004')).toMatchObject({ nickname: '张三', money: 990 })
})

test('sums are opened once in a life: other sums later are refused, and the shop’s own list pays nobody again', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  await makeCustomer(shop.ctx, { phone: '13800000002', status: false })
  const first = await bring(desk, sheetOf('手机号,余额,积分', '13800000001,10,5'))
  const judge = async (heading: string, row: string, fields = {}) => {
    const { body } = await check(staff, sheetOf(heading, row), fields)
    return [body.create, body.update, body.same, body.errors.map(({ message }) => message).join()]
  }
  expect(await judge('手机号,余额', '13800000001,10')).toEqual([0, 0, 1, ''])
  const opened = '已有期初余额或积分，请用积分余额调整'
  expect(await judge('手机号,余额', '13800000001,10.01')).toEqual([0, 0, 0, opened])
  expect(await judge('手机号,积分', '13800000001,6')).toEqual([0, 0, 0, opened])
  expect(await judge('手机号,昵称', '13800000001,新名')).toEqual([0, 1, 0, ''])
  expect(await judge('手机号,余额', '13800000002,1')).toEqual([0, 0, 0, '用户已禁用'])
  expect(await judge('手机号', '13800000001', { mode: 'create' })).toEqual([0, 0, 0, '该手机号已存在'])
  expect(await judge('手机号', '13800000003', { mode: 'update' })).toEqual([0, 0, 0, '用户不存在'])
  const own = await check(staff, sheetOf('ID,手机号,余额,消费次数,来源,近次访问', '1,13800000009,99,1,H5,'))
  expect(own.body).toMatchObject({ money: 0, ignored: expect.arrayContaining(['余额']) })
  const { rows } = await shop.ctx.db.execute(sql`
    select title, mark, biz_key as key, type from user_bill union all
    select title, mark, biz_key, link_type from user_integral_record order by 1`)
  const uid = (await userOf(shop, '13800000001'))?.id
  expect(rows).toEqual([
    { title: '期初余额', mark: `客户导入 ${first.id}`, key: `import:${first.id}:${uid}:money`, type: 'system_add' },
    { title: '期初积分', mark: `客户导入 ${first.id}`, key: `import:${first.id}:${uid}:points`, type: 'system' },
  ])
})

test('promoters stand above and below those they brought in the file; rings, strangers and ordinary customers are refused', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  const top = await makeCustomer(shop.ctx, { phone: '13800000090', isPromoter: true, spreadCount: 1 })
  await makeCustomer(shop.ctx, { phone: '13800000091', spreadUid: top, path: `/${top}/` })
  const { body } = await check(
    staff,
    sheetOf(
      '手机号,推广员,推广人手机号,首次到店',
      '13800000001,,13800000002,2020-01-01',
      '13800000002,是,13800000090,',
      '13800000003,,13800000001,',
      '13800000004,,13800000004,',
      '13800000005,,13800000099,',
      '13800000006,是,13800000007,',
      '13800000007,是,13800000006,',
      '13800000008,是,13800000004,',
      '13800000009,,13800000008,',
      '13800000091,,13800000002,',
      '13800000090,,13800000091,',
      '13800000092,否,13800000002,',
    ),
  )
  expect(body.errors.map(({ row, message }) => `${row} ${message}`)).toEqual([
    '4 推广人不是推广员',
    '5 推广人不能为自己',
    '6 推广人不存在',
    '7 推广人不存在',
    '8 不能将下级设为上级',
    '9 推广人不存在',
    '10 推广人不存在',
    '12 推广人不是推广员',
  ])
  expect(body.warnings.map(({ row, message }) => `${row} ${message}`)).toEqual(['11 已有上级，未改'])
  const done = await carryOut(desk, body.importId)
  expect(done).toMatchObject({ failed: 0, status: 'done' })
  const two = await userOf(shop, '13800000002')
  expect(two).toMatchObject({ spread_uid: top, spread_count: 2, path: `/${top}/` })
  expect(await userOf(shop, '13800000001')).toMatchObject({ spread_uid: two?.id, path: `/${top}/${two?.id}/` })
  expect(await userOf(shop, '13800000091')).toMatchObject({ spread_uid: top })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  const { info, dry } = await undone(done, desk)
  expect(dry).toMatchObject({ back: 3, leftCount: 0, ended: 3 })
  expect(info).toMatchObject({ status: 'undone', back: 3, left: 0 })
  expect(await userOf(shop, '13800000090')).toMatchObject({ spread_count: 1 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
})

test('without the right to balances a file with them is refused whole; levels, promoters, large and summed ones ask for more', async () => {
  const { shop, staff } = await openImportDesk(importPermissions.slice(0, 1))
  const confirm = async (who: typeof staff, importId: number, policy: 'skip' | 'all' = 'skip') =>
    (await who.call(userImport.confirm, { body: { importId, policy } })).status
  const founds = await shop.signIn({ permissions: importPermissions.slice(0, 2) })
  const all = await shop.signIn({ permissions: importPermissions })
  const money = (await check(staff, sheetOf('手机号,余额', '13800000001,10', '13800000002,'))).body
  expect(money.lacks).toEqual(['导入余额或积分需要「积分余额」权限'])
  expect(await confirm(staff, money.importId)).toBe(403)
  expect(await usersOf(shop)).toEqual([])
  await setSettings(shop, { founds_limit: 50_00, reauth_amount: 100_00 })
  const large = (await check(staff, sheetOf('手机号,余额', '13800000001,50.01'))).body
  expect(await confirm(founds, large.importId)).toBe(403)
  const bonds = (await check(staff, sheetOf('手机号,推广人手机号', '13800000001,'))).body
  expect(await confirm(founds, bonds.importId)).toBe(403)
  for (const [column, permission] of [
    ['等级', 'admin:user:update:level'],
    ['成长值', 'admin:user:update:level'],
    ['推广员', 'admin:retail:promoter'],
  ] as const) {
    const { importId } = (await check(staff, sheetOf(`手机号,${column}`, '13800000001,'))).body
    const refused = await founds.call(userImport.confirm, { body: { importId, policy: 'skip' } })
    expect(refused, column).toMatchObject({ status: 403, body: { permission } })
  }
  const summed = (await check(staff, sheetOf('手机号,余额', '13800000001,50', '13800000002,50', '13800000003,0.01')))
    .body
  shop.clock.advance(11 * 60_000)
  expect(await confirm(founds, summed.importId)).toBe(428)
  const bad = (await check(staff, sheetOf('手机号', '13800000001', '1'))).body
  const refused = await all.call(userImport.confirm, { body: { importId: bad.importId, policy: 'all' } })
  expect(refused.body).toMatchObject({ status: 422, message: '有 1 行错误' })
  shop.clock.advance(2 * 3600_000)
  const late = await shop.signIn({ permissions: importPermissions })
  expect(await confirm(late, bad.importId)).toBe(409)
  expect((await late.call(userImport.info, { params: { id: bad.importId } })).body.status).toBe('expired')
  expect((await late.call(userImport.list, { query: {} })).body.total).toBe(8)
})

test('an account that sees its stores alone imports nothing', async () => {
  const { shop } = await openImportDesk()
  const clerk = await shop.signIn({ permissions: importPermissions, dataScope: '本门店', storeIds: [1] })
  const words = { status: 422, message: '门店账号只能查看用户，不能修改' }
  expect((await check(clerk, sheetOf('手机号', '13800000001'))).body).toMatchObject(words)
  expect((await clerk.call(userImport.list, { query: {} })).body).toMatchObject(words)
  expect((await clerk.call(userImport.undo, { body: { importId: 1, dry: true } })).body).toMatchObject(words)
})

test('what an import did goes back, but for what was spent, edited or used; the mended file then brings the customers again', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  const known = await makeCustomer(shop.ctx, { phone: '13800000009', nickname: '旧', mark: '原', tagIds: [] })
  const sheet = sheetOf(
    '手机号,昵称,备注,余额,积分,标签,成长值',
    '13800000001,甲,,10,5,茶,20',
    '13800000002,乙,,10,5,茶,20',
    '13800000003,丙,,,,,',
    '13800000004,丁,,1,,,',
    '13800000009,新,改,7,,茶,',
  )
  const done = await bring(desk, sheet)
  const idOf = async (phone: string) => Number((await userOf(shop, phone))?.id)
  await takeBalance(shop.ctx, { uid: await idOf('13800000002'), type: 'system_sub', numberFen: 1 })
  await shop.buyer({ uid: await idOf('13800000003') })
  await shop.ctx.db.execute(sql`update shop_user set last_login_time = now() where phone = '13800000003'`)
  const editor = await shop.signIn({ can: [shopUser.update] })
  await editor.call(shopUser.update, { body: { id: await idOf('13800000004'), mark: '员工写的' } })
  const second = await idOf('13800000002')
  const { dry, info } = await undone(done, desk)
  expect(dry).toMatchObject({
    back: 2,
    leftCount: 3,
    ended: 1,
    left: [
      { uid: second, reason: '期初余额已使用；已有其他流水' },
      { uid: await idOf('13800000003'), reason: '已登录' },
      { uid: await idOf('13800000004'), reason: '资料已修改' },
    ],
    money: 18,
  })
  expect(info).toMatchObject({ status: 'undone', back: 2, left: 3 })
  expect(await userOf(shop, '13800000001')).toBeUndefined()
  expect(await userOf(shop, '13800000002')).toMatchObject({ money: 999, integral: 5, opening: done.id })
  expect(await userOf(shop, '13800000004')).toMatchObject({ money: 0, mark: '员工写的', opening: 0 })
  expect(await userOf(shop, '13800000009')).toMatchObject({
    nickname: '旧',
    mark: '原',
    money: 0,
    tags: [],
    opening: 0,
  })
  expect(await balancesOf(shop.ctx, known)).toMatchObject({ money: 0 })
  expect(await findUnbalanced(shop.ctx)).toEqual([])
  for (const body of [{ importId: done.id }, { importId: done.id, dry: true }])
    expect((await staff.call(userImport.undo, { body })).body).toMatchObject({ status: 409, message: '该导入已撤销' })
  const again = await bring(desk, sheetOf('手机号,昵称,余额', '13800000001,甲,11', '13800000009,新,8'))
  expect(again).toMatchObject({ done: 2, failed: 0 })
  expect(await userOf(shop, '13800000001')).toMatchObject({ nickname: '甲', money: 1100, opening: again.id })
  expect(await userOf(shop, '13800000009')).toMatchObject({ money: 800, opening: again.id })
})

test('a sheet does not tell who may not see phones which of ten thousand numbers is a customer', async () => {
  const { shop } = await openImportDesk()
  await makeCustomer(shop.ctx, { phone: '13800001234', nickname: '王小明' })
  const curious = await shop.signIn({ permissions: importPermissions })
  const guesses = Array.from({ length: 50 }, (_, n) => `1380000${String(1200 + n)}`)
  const { status, body } = await check(curious, sheetOf('手机号', ...guesses), { mode: 'update' })
  expect({ status, body }).toMatchObject({ status: 403, body: { permission: 'admin:user:sensitive:view' } })
  expect((await shop.ctx.db.execute(sql`select 1 from user_import`)).rows).toEqual([])
})

test('phones in the rows that failed are masked for those who may not see them; files and rows go after thirty days', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  const { body } = await check(
    staff,
    sheetOf('手机号,昵称,电话2', '13800000001,好,', '13800000001,重,+86 139-0000-0009'),
  )
  const read = async (who: typeof staff) => {
    const path = userImport.errors.path.replace(':id', String(body.importId))
    const { sheets } = await readXlsx(new Uint8Array(await fetchBytes(shop, who, path)))
    return sheets[0]?.rows
  }
  const masked = await shop.signIn({ permissions: importPermissions })
  expect(await read(masked)).toEqual([
    ['行号', '手机号', '昵称', '电话2', '错误原因'],
    [3, '138****0001', '重', "'+139****0009", '手机号：与第 2 行手机号重复'],
  ])
  expect((await read(staff))?.[1]?.slice(1, 2)).toEqual(['13800000001'])
  const params = { id: body.importId }
  expect((await masked.call(userImport.file, { params })).status).toBe(403)
  const { rows: stored } = await shop.ctx.db.execute(sql`select id from file where purpose = 'import'`)
  expect(stored).toHaveLength(1)
  shop.clock.advance(31 * 24 * 3600_000)
  const { purgeImports } = await import('./user-import.service.ts')
  await purgeImports(shop.ctx, new AbortController().signal)
  for (const gone of ['file', 'user_import_row'])
    expect(
      (await shop.ctx.db.execute(sql.raw(`select 1 from ${gone}${gone === 'file' ? " where purpose = 'import'" : ''}`)))
        .rows,
    ).toEqual([])
  const late = await shop.signIn({ permissions: importPermissions })
  expect((await late.call(userImport.info, { params })).body).toMatchObject({ hasFile: false, total: 2 })
  expect((await late.call(userImport.file, { params })).status).toBe(404)
})

test('the template names every column, and what it offers is read back', async () => {
  const desk = await openImportDesk()
  const { shop, staff } = desk
  await shop.ctx.db.insert(userGroups).values({ groupName: '老客' })
  const bytes = await fetchBytes(shop, staff, userImport.template.path)
  const { sheets } = await readXlsx(new Uint8Array(bytes))
  const [heading = []] = sheets[0]?.rows ?? []
  expect(heading[0]).toBe('手机号*')
  const row = heading.map((title) => (title === '手机号*' ? 13_800_000_001 : title === '分组' ? '老客' : null))
  const book = await writeXlsx({ sheets: [{ name: '客户', rows: [heading, row] }] })
  const { body } = await check(staff, Buffer.from(book), {}, 'a.xlsx')
  expect(body).toMatchObject({ create: 1, ignored: [], errors: [] })
  await addBalance(shop.ctx, { uid: await makeCustomer(shop.ctx), type: 'system_add', numberFen: 1 })
})
