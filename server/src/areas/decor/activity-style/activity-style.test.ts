import { activityStyle, type StyleDraft } from '@zhanggui/contract/decor/activity-style.ts'
import { file } from '@zhanggui/contract/file/file.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeStyle, openStyleShop, readStyle, styleDraft } from '../../../testing/activity-style.ts'
import { makeCoupon, readCoupon } from '../../../testing/coupon.ts'
import { upload } from '../../../testing/files/multipart.ts'
import { png } from '../../../testing/files/upload-samples.ts'
import { makeCategory, makeProduct, productDraft } from '../../../testing/product.ts'
import type { Refused } from '../../../testing/shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { activityStyleTargets } from './activity-style.tables.ts'

const path = '/admin/activitystyle'

test('what is missing or contradicts itself is refused with the name of the field', async () => {
  const { keeper } = await openStyleShop()
  const refused = async (change: object, message: string, status = 400) =>
    expect(await keeper.send('POST', `${path}/save`, { ...styleDraft(), ...change }), message).toMatchObject({
      status,
      body: { message },
    })
  await refused({ name: '  ' }, '活动名称不能为空')
  await refused({ name: '长'.repeat(65) }, '活动名称不能超过64个字符，请缩短')
  await refused({ type: undefined }, '活动类型不能为空')
  await refused({ style: '' }, '活动素材不能为空')
  await refused({ style: undefined }, '活动素材不能为空')
  await refused({ style: 'javascript:alert(1)' }, '活动素材地址不正确')
  await refused({ startTime: undefined }, '请选择时间')
  await refused({ startTime: '' }, '请选择时间')
  await refused({ startTime: '2026-02-30 00:00:00' }, '开始时间格式不正确')
  await refused({ endTime: 'bald' }, '结束时间格式不正确')
  await refused({ endTime: '2020-01-01 00:00:00' }, '结束时间必须大于开始时间')
  await refused({ method: 2 }, '暂不支持的参与类型')
  await refused({ method: 1 }, '请选择商品')
  await refused({ method: 1, targetIds: [] }, '请选择商品')
  await refused({ method: 3, targetIds: [] }, '请至少选择一个分类')
  await refused({ method: 3, targetIds: Array.from({ length: 101 }, (_, at) => at + 1) }, '分类最多选择100个')
  await refused({ method: 1, targetIds: [987_654] }, '商品不存在或已删除，请重新选择', 422)
  await refused({ method: 3, targetIds: [987_654] }, '商品分类不存在，请重新选择', 422)
  const many = { method: 1, targetIds: Array.from({ length: 1001 }, (_, at) => at + 1) }
  expect((await keeper.send('POST', `${path}/save`, { ...styleDraft(), ...many })).status).toBe(400)
  expect((await keeper.call(activityStyle.list)).body.total).toBe(0)
})

test('a style is added, read, listed newest first, changed and deleted; the type stays and its switch is left alone', async () => {
  const { shop, staff, keeper, cateId } = await openStyleShop()
  const { id: towel } = await makeProduct(staff, productDraft(cateId, { isShow: true }))
  const id = await makeStyle(keeper, { method: 1, targetIds: [towel] })
  const strip = await makeStyle(keeper, { name: '年货节', type: 1, method: 3, targetIds: [cateId], status: false })
  const first = await readStyle(keeper, id)
  expect(first).toMatchObject({
    name: '双十一边框',
    type: 0,
    startTime: '2020-01-01 00:00:00',
    endTime: '2099-12-31 23:59:59',
    style: 'https://m.example/frame.png',
    status: true,
    method: 1,
    targetIds: [towel],
    runningStatus: 1,
    products: [{ id: towel, storeName: '纯棉毛巾', price: 19.9, stock: 10 }],
    categories: [],
  })
  expect(await readStyle(keeper, strip)).toMatchObject({ categories: [{ id: cateId, name: '家纺', pid: 0 }] })
  const { body: list } = await keeper.call(activityStyle.list)
  expect(list.list.map((row) => row.id)).toEqual([strip, id])
  expect(list.list[1]).not.toHaveProperty('products')

  const { type: _1, status: _2, ...form } = styleDraft({ name: '双十二边框', method: 1, targetIds: [towel] })
  const update = (change: object, version = first.version) =>
    keeper.call(activityStyle.update, { body: { ...form, id, version, ...change } })
  const changed = await update({ type: 1 })
  expect(changed.status).toBe(200)
  expect(await trailOf(shop, changed)).toEqual(['update'])
  expect(await readStyle(keeper, id)).toMatchObject({ name: '双十二边框', type: 0, status: true, version: 1 })
  expect((await update({})).body).toMatchObject({ code: 'VERSION_CONFLICT' })
  expect((await update({ id: 987_654 })).body).toMatchObject({ status: 404, message: '活动不存在' })
  expect((await update({ method: 0, version: 1 })).status).toBe(200)
  expect(await readStyle(keeper, id)).toMatchObject({ method: 0, targetIds: [], products: [] })

  const remove = () => keeper.call(activityStyle.remove, { query: { id } })
  expect((await remove()).status).toBe(200)
  expect((await remove()).body).toMatchObject({ status: 404, message: '活动不存在' })
  expect((await keeper.call(activityStyle.info, { query: { id } })).status).toBe(404)
  expect(await shop.ctx.db.$count(activityStyleTargets)).toBe(1)
})

test('styles are found by name, type, switch, where they stand, scope and the day they were made', async () => {
  const { keeper, cateId } = await openStyleShop()
  const over = { startTime: '2020-01-01 00:00:00', endTime: '2020-02-01 00:00:00' }
  const coming = { startTime: '2098-01-01 00:00:00' }
  const [running, ended, ahead] = [
    await makeStyle(keeper, { name: '在跑' }),
    await makeStyle(keeper, { name: '过了', type: 1, ...over }),
    await makeStyle(keeper, { name: '将来', status: false, method: 3, targetIds: [cateId], ...coming }),
  ]
  const ids = async (query: object) => (await keeper.call(activityStyle.list, { query })).body.list.map(({ id }) => id)
  expect(await ids({})).toEqual([ahead, ended, running])
  expect(await ids({ name: '跑' })).toEqual([running])
  expect(await ids({ type: 1 })).toEqual([ended])
  expect(await ids({ status: false })).toEqual([ahead])
  expect(await ids({ runningStatus: 1 })).toEqual([running])
  expect(await ids({ runningStatus: 0 })).toEqual([ahead])
  expect(await ids({ runningStatus: -1 })).toEqual([ended])
  expect(await ids({ method: 3 })).toEqual([ahead])
  expect(await ids({ dateLimit: ['today'] })).toHaveLength(3)
  expect(await ids({ dateLimit: ['2020-01-01', '2020-01-02'] })).toEqual([])
  const { body } = await keeper.call(activityStyle.list)
  expect(body.list.map(({ runningStatus }) => runningStatus)).toEqual([0, -1, 1])
})

test('the right to add or edit does not include opening or closing, and each call needs its permission', async () => {
  const { shop, keeper } = await openStyleShop()
  const editor = await shop.signIn({ can: [activityStyle.save, activityStyle.update] })
  const save = (change: Partial<StyleDraft>) => editor.call(activityStyle.save, { body: styleDraft(change) })
  expect((await save({})).body).toMatchObject({ status: 403, permission: 'admin:activitystyle:updatestatus' })
  const { body: saved } = await save({ status: undefined })
  expect(await readStyle(keeper, saved.id)).toMatchObject({ status: false })
  const { type: _1, status: _2, ...form } = styleDraft()
  const update = (status: boolean | undefined) =>
    editor.call(activityStyle.update, { body: { ...form, id: saved.id, ...(status !== undefined && { status }) } })
  expect((await update(true)).status).toBe(403)
  for (const status of [false, undefined]) expect((await update(status)).status).toBe(200)
  const use = (status: boolean) => keeper.call(activityStyle.useStatus, { body: { id: saved.id, status } })
  const { version } = (await use(true)).body
  expect((await use(true)).body).toEqual({ id: saved.id, version })
  expect((await update(false)).status).toBe(403)
  expect(await readStyle(keeper, saved.id)).toMatchObject({ status: true, version })
  expect((await keeper.call(activityStyle.useStatus, { body: { id: 987_654, status: true } })).status).toBe(404)
  const stranger = await shop.signIn({ permissions: ['admin:coupon:list'] })
  for (const route of Object.values(activityStyle))
    expect((await stranger.send(route.method, route.path)).status, route.name).toBe(403)
})

test('an edit with a later end opens a style that was over, and asks the right to open; one that is closed or stays over does not', async () => {
  const { shop, keeper } = await openStyleShop()
  const editor = await shop.signIn({ can: [activityStyle.update] })
  const over = { startTime: '2020-01-01 00:00:00', endTime: '2020-02-01 00:00:00' }
  const [open, closed] = [await makeStyle(keeper, over), await makeStyle(keeper, { ...over, status: false })]
  const { type: _1, status: _2, ...form } = styleDraft(over)
  const update = async (caller: typeof editor, id: number, change: object) =>
    (await caller.call(activityStyle.update, { body: { ...form, id, ...change } })).body
  const later = { endTime: '2099-12-31 23:59:59' }
  for (const change of [later, { ...later, status: true }, { startTime: '2098-01-01 00:00:00', ...later }])
    expect(await update(editor, open, change)).toMatchObject({
      status: 403,
      permission: 'admin:activitystyle:updatestatus',
    })
  expect(await readStyle(keeper, open)).toMatchObject({ runningStatus: -1, version: 0 })
  expect(await update(editor, open, { endTime: '2020-03-01 00:00:00' })).toMatchObject({ id: open })
  expect(await update(editor, closed, later)).toMatchObject({ id: closed })
  expect(await update(editor, closed, { ...later, status: true })).toMatchObject({ status: 403 })
  expect(await update(keeper, open, later)).toMatchObject({ id: open })
  expect(await update(editor, open, { ...later, name: '跑着改名' })).toMatchObject({ id: open })
})

test('a style whose product was deleted can still be edited, but the product cannot be chosen again', async () => {
  const { staff, keeper, cateId } = await openStyleShop()
  const make = async (storeName: string) => (await makeProduct(staff, productDraft(cateId, { storeName }))).id
  const [towel, cup, gone] = [await make('毛巾'), await make('杯子'), await make('绝版')]
  const id = await makeStyle(keeper, { method: 1, targetIds: [towel, gone] })
  for (const type of ['recycle', 'delete'] as const)
    await staff.call(product.remove, { params: { id: gone }, query: { type } })
  expect((await readStyle(keeper, id)).products.map((each) => each.id)).toEqual([towel])
  const { type: _1, status: _2, ...form } = styleDraft({ method: 1 })
  const update = (targetIds: number[]) => keeper.call(activityStyle.update, { body: { ...form, id, targetIds } })
  expect((await update([towel, cup, gone])).status).toBe(200)
  expect((await update([towel, cup])).status).toBe(200)
  expect((await update([towel, gone])).body as unknown as Refused).toMatchObject({
    status: 422,
    message: '商品不存在或已删除，请重新选择',
  })
})

test('a category that styles and coupons are for is deleted with force alone; they are for the rest, and the order of styles stays', async () => {
  const { shop, staff, keeper } = await openStyleShop()
  const marketer = await shop.signIn({
    permissions: ['admin:coupon:save', 'admin:coupon:update:status', 'admin:coupon:info'],
  })
  const [tea, cups] = [await makeCategory(staff, '茶'), await makeCategory(staff, '杯')]
  const style = await makeStyle(keeper, { name: '茶边框', method: 3, targetIds: [cups, tea] })
  await shop.ctx.db.insert(activityStyleTargets).values({
    styleId: await makeStyle(keeper, { name: '编号相同' }),
    targetId: tea,
  })
  const remove = (force?: boolean) => staff.call(category.remove, { query: { id: tea, ...(force && { force }) } })
  expect((await remove()).body).toMatchObject({
    status: 422,
    code: 'IN_USE',
    message: '该分类下有 1 个活动样式，删除后这些活动样式不再适用于该分类',
    uses: [{ type: 'activity-style', id: style, name: '茶边框' }],
  })
  const couponId = await makeCoupon(marketer, { name: '茶券', useType: 3, scopeIds: [tea] })
  expect((await remove()).body).toMatchObject({
    message: '该分类下有 1 张优惠券、1 个活动样式，删除后这些优惠券和活动样式不再适用于该分类',
    uses: [
      { type: 'coupon', id: couponId },
      { type: 'activity-style', id: style },
    ],
  })
  const before = await readStyle(keeper, style)
  shop.clock.advance(5000)
  const removed = await remove(true)
  expect(removed.status).toBe(200)
  expect(await trailOf(shop, removed)).toEqual(['update', 'update', 'delete'])
  const { version, updateTime } = before
  expect(await readStyle(keeper, style)).toMatchObject({ targetIds: [cups], version: version + 1, updateTime })
  expect(await readCoupon(marketer, couponId)).toMatchObject({ scopeIds: [] })
  expect((await remove()).status).toBe(404)
})

test('of a category that is deleted while a style begins to name it, the style does not keep it', async () => {
  const { staff, keeper, shop } = await openStyleShop()
  for (let round = 0; round < 5; round++) {
    const tea = await makeCategory(staff, `茶${round}`)
    const [saved, removed] = await Promise.all([
      keeper.call(activityStyle.save, { body: styleDraft({ method: 3, targetIds: [tea] }) }),
      staff.call(category.remove, { query: { id: tea, force: true } }),
    ])
    expect(removed.status).toBe(200)
    expect([200, 422]).toContain(saved.status)
  }
  const { rows } = await shop.ctx.db.execute(sql`
    select from activity_style_target where not exists (select from category where category.id = target_id)`)
  expect(rows).toEqual([])
})

test('the picture of a style is in use until the style has another one or is deleted', async () => {
  const { shop, keeper } = await openStyleShop()
  const admin = await shop.signInAdmin()
  const staff = await shop.signIn({ can: Object.values(file) })
  const [row] = (await upload(admin, file.upload, { 'frame.png': await png() })).body.files
  if (!row) throw new Error('no file was stored')
  const id = await makeStyle(keeper, { style: row.url })
  expect((await readStyle(keeper, id)).style).toBe(row.url)
  const remove = () => staff.call(file.remove, { body: [row.id] })
  expect((await remove()).body).toMatchObject({
    code: 'IN_USE',
    message: '文件正在使用中：活动边框「双十一边框」',
  })
  const { type: _1, status: _2, ...form } = styleDraft()
  await keeper.call(activityStyle.update, { body: { ...form, id } })
  await keeper.call(activityStyle.update, { body: { ...form, id, style: row.url } })
  expect((await remove()).status).toBe(422)
  await keeper.call(activityStyle.remove, { query: { id } })
  expect((await remove()).status).toBe(200)
})
