import { region } from '@zhanggui/contract/setting/region.ts'
import { buyerAddress, MAX_ADDRESSES } from '@zhanggui/contract/user/buyer-address.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/http/context.ts'
import { addressForm } from '../../../testing/address.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { addressOf } from './buyer-address.service.ts'

const edit = (buyer: Caller, more: Parameters<typeof addressForm>[0] = {}) =>
  buyer.call(buyerAddress.edit, { body: addressForm(more) })
const listOf = async (buyer: Caller) => (await buyer.call(buyerAddress.list, { query: { limit: 100 } })).body.list
const defaultsOf = async (buyer: Caller) =>
  (await listOf(buyer)).filter(({ isDefault }) => isDefault).map(({ id }) => id)

test('an address with bad fields is refused, and the message names the field', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  const refused = async (more: object, message: string) =>
    expect(await buyer.send('POST', '/api/front/address/edit', { ...addressForm(), ...more })).toMatchObject({
      status: 400,
      body: { message },
    })
  await refused({ realName: ' ' }, '请输入收货人')
  await refused({ realName: '王'.repeat(33) }, '收货人不能超过32个字符，请缩短')
  await refused({ phone: '12345678901' }, '请输入正确的11位手机号')
  await refused({ cityId: undefined }, '请选择所在地区')
  await refused({ detail: '' }, '请输入详细地址')
  await refused({ cityId: 999_998 }, '所在地区不可选择，请选到最末一级')
  await refused({ cityId: 110000 }, '所在地区不可选择，请选到最末一级')
  expect(await listOf(buyer)).toEqual([])
})

test('a hidden place cannot be chosen, and a place whose streets are hidden can', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  await shop.ctx.db.execute(sql`update region set is_show = false where city_id = 110100`)
  expect((await edit(buyer)).status).toBe(400)
  await shop.ctx.db.execute(sql`update region set is_show = true where city_id = 110100`)
  await shop.ctx.db.execute(sql`insert into region (city_id, parent_id, level, name, merger_name)
    values (110101001, 110101, 3, '东华门街道', '北京市,北京市,东城区,东华门街道')`)
  expect((await edit(buyer)).status).toBe(400)
  const street = await edit(buyer, { cityId: 110101001 })
  expect((await buyer.call(buyerAddress.info, { params: street.body })).body).toMatchObject({
    province: '北京市',
    city: '北京市',
    district: '东城区东华门街道',
  })
  await shop.ctx.db.execute(sql`update region set is_show = false where city_id = 110101001`)
  expect((await edit(buyer)).status).toBe(200)
})

test('the first address is the default one; another becomes it by being set, saved or left over', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  expect((await buyer.call(buyerAddress.usual)).body).toBeNull()
  const [first, second, third] = [await edit(buyer), await edit(buyer, { realName: '乙' }), await edit(buyer)]
  expect(await defaultsOf(buyer)).toEqual([first.body.id])
  await edit(buyer, { id: first.body.id, isDefault: false })
  expect(await defaultsOf(buyer), 'only another one ends it').toEqual([first.body.id])
  await edit(buyer, { id: second.body.id, isDefault: true, realName: '乙' })
  expect(await defaultsOf(buyer)).toEqual([second.body.id])
  expect((await buyer.call(buyerAddress.usual)).body).toMatchObject({ id: second.body.id, realName: '乙' })
  await buyer.call(buyerAddress.makeUsual, { body: first.body })
  expect(await defaultsOf(buyer)).toEqual([first.body.id])
  expect((await listOf(buyer)).map(({ id }) => id)).toEqual([first.body.id, third.body.id, second.body.id])
  await buyer.call(buyerAddress.remove, { body: first.body })
  expect(await defaultsOf(buyer)).toEqual([third.body.id])
  expect((await buyer.call(buyerAddress.remove, { body: first.body })).status).toBe(404)
})

test('a buyer keeps twenty addresses and one default, also when many are saved at once', async () => {
  const shop = await openShop()
  const buyer = await shop.buyer()
  await Promise.all(Array.from({ length: 5 }, () => edit(buyer, { isDefault: true })))
  expect(await defaultsOf(buyer)).toHaveLength(1)
  await shop.ctx.db.execute(sql`insert into buyer_address (uid, real_name, phone, city_id, province, city, district, detail)
    select uid, real_name, phone, city_id, province, city, district, detail from buyer_address, generate_series(1, 3)
    where uid = ${buyer.userId} limit 13`)
  const answers = await Promise.all(Array.from({ length: 4 }, () => edit(buyer, { isDefault: true })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422])
  expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
    message: '最多保存 20 个收货地址，请先删除不用的地址',
  })
  expect(await listOf(buyer)).toHaveLength(MAX_ADDRESSES)
  const ids = (await listOf(buyer)).map(({ id }) => id)
  await Promise.all(ids.slice(0, 6).map((id) => buyer.call(buyerAddress.makeUsual, { body: { id } })))
  await Promise.all(ids.slice(3, 9).map((id) => buyer.call(buyerAddress.remove, { body: { id } })))
  expect(await defaultsOf(buyer)).toHaveLength(1)
})

test('an order takes an address of its buyer alone, with the codes of its place from the district up', async () => {
  const shop = await openShop()
  const [buyer, other] = [await shop.buyer(), await shop.buyer()]
  const { id } = (await edit(buyer)).body
  const take = (uid: number) => inTransaction(shop.ctx, (tx) => addressOf(tx, uid, id))
  await expect(take(other.userId)).rejects.toMatchObject({ status: 404 })
  expect(await take(buyer.userId)).toEqual({
    id,
    realName: '王小满',
    phone: '13800138000',
    cityId: 110101,
    province: '北京市',
    city: '北京市',
    district: '东城区',
    detail: '东四北大街 1 号院 2 单元 301',
    path: [110101, 110100, 110000],
  })
})

test('a place that an address lies in is not deleted', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [region.remove] })
  await edit(await shop.buyer())
  const answer = await staff.call(region.remove, { query: { id: await regionId(shop, 110101) } })
  expect(answer).toMatchObject({ status: 422, body: { code: 'IN_USE', uses: [{ type: 'buyer-address' }] } })
})

async function regionId({ ctx }: Shop, cityId: number): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from region where city_id = ${cityId}`)
  return Number(rows[0]?.id)
}
