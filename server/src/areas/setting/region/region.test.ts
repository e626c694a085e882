import { region } from '@zhanggui/contract/setting/region.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { insertRegions, placesOf } from './region.seed.ts'

const all = Object.values(region)

test('every district of the national table lies below a city, and every city below a province', async () => {
  const shop = await openShop()
  const { rows: levels } = await shop.ctx.db.execute(
    sql`select level, count(*) as places from region group by 1 order by 1`,
  )
  expect(levels).toMatchObject([{ level: 0, places: 34 }, { level: 1 }, { level: 2 }])
  const { rows } = await shop.ctx.db.execute<{ orphans: number; districts: number }>(sql`
    select count(*) filter (where above.id is null and place.level > 0) as orphans,
      count(*) filter (where place.level = 2) as districts
    from region place left join region above on above.city_id = place.parent_id and above.level = place.level - 1`)
  expect(rows[0]?.orphans).toBe(0)
  expect(rows[0]?.districts).toBeGreaterThan(2800)
})

test('districts of a municipality and of Hong Kong get a city in between', () => {
  const beijing = { code: '110000', name: '北京市', children: [{ code: '110101', name: '东城区' }] }
  expect(placesOf([beijing]).map(({ cityId, parentId, mergerName }) => [cityId, parentId, mergerName])).toEqual([
    [110000, 0, '北京市'],
    [110100, 110000, '北京市,北京市'],
    [110101, 110100, '北京市,北京市,东城区'],
  ])
  const hongKong = { code: '810000', name: '香港特别行政区', children: [{ code: '810001', name: '中西区' }] }
  expect(placesOf([hongKong]).map(({ cityId }) => cityId)).toEqual([810000, 810100, 810001])
})

test('counties that became cities lately are there under their new names', async () => {
  const shop = await openShop()
  const { rows } = await shop.ctx.db.execute<{ name: string }>(
    sql`select name from region where name ~ '^(米林|错那|白杨)[县市]$' order by city_id`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['米林市', '错那市', '白杨市'])
})

test('the seed can run again without undoing changes by staff', async () => {
  const shop = await openShop()
  await shop.ctx.db.execute(sql`update region set name = '帝都', dataset = 'older' where city_id = 110000`)
  await shop.ctx.db.execute(sql`delete from region where city_id = 110101`)
  await shop.ctx.db.execute(sql`update region set dataset = 'older'`)
  await insertRegions(shop.ctx)
  const { rows } = await shop.ctx.db.execute(
    sql`select name from region where city_id in (110000, 110101) order by city_id`,
  )
  expect(rows).toEqual([{ name: '帝都' }, { name: '东城区' }])
})

test('a place without a name, with a taken code or below an unknown place is refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = (body: object) => staff.send('POST', '/admin/system/city/save', body)
  expect(await save({ cityId: 110199, parentId: 110100 })).toMatchObject({
    status: 400,
    body: { message: '请输入地区名称' },
  })
  expect(await save({ cityId: 110101, parentId: 110100, name: '新区' })).toMatchObject({ status: 409 })
  expect(await save({ cityId: 110199, parentId: 999999, name: '新区' })).toMatchObject({
    status: 422,
    body: { message: '上级地区不存在，请重新选择' },
  })
})

test('renaming a city changes the full names below it; hiding it hides them in pickers', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const [city] = (await staff.call(region.list, { query: { parentId: 110000 } })).body
  if (!city) throw new Error('no city')
  expect(city).toMatchObject({ name: '北京市', level: 1, hasChild: true })
  const { id, version } = city
  const renamed = await staff.call(region.update, { body: { id, version, parentId: 110000, name: '市区' } })
  expect(renamed).toMatchObject({ status: 200, body: { id, version: version + 1 } })
  const below = (await staff.call(region.list, { query: { parentId: city.cityId } })).body
  expect(below[0]).toMatchObject({ mergerName: '北京市,市区,东城区', hasChild: false })
  await staff.call(region.updateStatus, { body: { id, status: false } })
  const tree = (await staff.call(region.tree)).body
  const shown = tree.find(({ cityId }) => cityId === 110000)?.child?.[0]
  expect(shown).toMatchObject({ name: '市区', isShow: false })
  expect(shown?.child?.every(({ isShow }) => !isShow)).toBe(true)
})

test('of two callers that change one version of a place, the second gets a conflict', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const [top] = (await staff.call(region.list)).body
  if (!top) throw new Error('no region')
  const change = (name: string) => staff.call(region.update, { body: { id: top.id, version: 0, parentId: 0, name } })
  const statuses = (await Promise.all([change('甲'), change('乙')])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409])
})

test('a place with places below it cannot be deleted; the delete is not a link', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const remove = (id: number) => staff.call(region.remove, { query: { id } })
  const [top] = (await staff.call(region.list)).body
  expect(await remove(top?.id ?? 0)).toMatchObject({ status: 422, body: { code: 'IN_USE' } })
  const added = await staff.call(region.save, { body: { cityId: 110199, parentId: 110100, name: '新区' } })
  const prefetch = await staff.call(region.remove, { query: { id: added.body.id }, headers: { purpose: 'prefetch' } })
  expect(prefetch.status).toBe(400)
  expect((await remove(added.body.id)).status).toBe(200)
  expect((await remove(added.body.id)).status).toBe(404)
})

test('when two places are moved below each other at once, one is moved and the other refused', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: Object.values(region) })
  const place = { level: 0, parentId: 0, isShow: true }
  for (const round of [1, 2, 3]) {
    const codes = [900_000 + round * 10, 900_001 + round * 10] as const
    const drafts = codes.map((cityId) => ({ ...place, cityId, name: `地${cityId}` }))
    const ids: number[] = []
    for (const body of drafts) ids.push((await staff.call(region.save, { body })).body.id)
    const answers = await Promise.all(
      drafts.map((draft, at) =>
        staff.call(region.update, { body: { ...draft, id: ids[at] ?? 0, parentId: codes[1 - at] ?? 0 } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  }
})

test('the tree answers every place with the place above it and its level', async () => {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [region.tree] })
  const { body } = await staff.call(region.tree)
  const check = (nodes: typeof body, parentId: number, level: number): number =>
    nodes.reduce((count, node) => {
      expect(node).toMatchObject({ parentId, level })
      return count + 1 + check(node.child ?? [], node.cityId, level + 1)
    }, 0)
  expect(check(body, 0, 0)).toBeGreaterThan(3200)
})
