import { type RegionImport, region } from '@zhanggui/contract/setting/region.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { upload } from '../../../testing/files/multipart.ts'
import { type Caller, openShop } from '../../../testing/shop.ts'

const heading = '地区编号,上级编号,地区名称,区号'
const sheet = (...lines: string[]) => Buffer.from(`\uFEFF${[heading, ...lines].join('\r\n')}\r\n`)

async function openOffice() {
  const shop = await openShop()
  return { shop, staff: await shop.signIn({ can: [region.import, region.tree, region.list] }) }
}

const send = (caller: Caller, content: Buffer, dryRun: boolean, name = '地区.csv') =>
  upload(caller, region.import, { [name]: content }, { dryRun: String(dryRun) })
const withoutFaults = { faultCount: 0, faults: [] } satisfies Partial<RegionImport>

describe('an import of places', () => {
  test('is refused without permission, for an unreadable file, and whole when a line cannot be imported', async () => {
    const { shop, staff } = await openOffice()
    const reader = await shop.signIn({ can: [region.list] })
    expect((await send(reader, sheet('910000,,新省,'), false)).status).toBe(403)
    expect((await send(staff, sheet('910000,,新省,'), false, 'a.txt')).status).toBe(415)
    expect((await send(staff, Buffer.from('PK\u0003\u0004zip'), false, 'a.xlsx')).status).toBe(415)
    const bad = sheet('910000,,新省,', '920100,920000,孤儿,', '93,,短,')
    const looked = await send(staff, bad, true)
    expect(looked.body).toMatchObject({
      faultCount: 2,
      faults: ['第 4 行：地区编号应为 6 或 9 位数字', '920100 上级编号不存在'],
    })
    expect(await send(staff, bad, false)).toMatchObject({
      status: 422,
      body: { message: '文件有 2 处错误：第 4 行：地区编号应为 6 或 9 位数字' },
    })
    const { rows } = await shop.ctx.db.execute(sql`select from region where city_id >= 900000 and city_id < 999999`)
    expect(rows).toHaveLength(0)
  })

  test('is previewed, then adds and changes places; full names below follow, the rest stays', async () => {
    const { shop, staff } = await openOffice()
    const before = (await staff.call(region.tree)).body.length
    const content = sheet('110000,,北京,010', '910000,,新省,', '910100,910000,新市,0999', '910101,910100,新区,')
    const expected = { ...withoutFaults, total: 4, added: 3, changed: 1 }
    const looked = await send(staff, content, true)
    expect(looked).toMatchObject({ status: 200, body: expected })
    expect(looked.body.changes.map(({ before: was, after }) => [was, after])).toEqual([
      ['北京市', '北京 010'],
      ['', '新省'],
      ['', '新省,新市'],
      ['', '新省,新市,新区'],
    ])
    expect((await staff.call(region.tree)).body).toHaveLength(before)
    expect(await send(staff, content, false)).toMatchObject({ status: 200, body: expected })
    const tree = (await staff.call(region.tree)).body
    expect(tree).toHaveLength(before + 1)
    expect(tree.find(({ cityId }) => cityId === 910000)?.child?.[0]?.child?.[0]?.name).toBe('新区')
    const below = (await staff.call(region.list, { query: { parentId: 110100 } })).body
    expect(below[0]).toMatchObject({ mergerName: '北京,北京市,东城区' })
    expect((await send(staff, content, true)).body).toMatchObject({ ...withoutFaults, total: 4, added: 0, changed: 0 })
    const { rows } = await shop.ctx.db.execute(
      sql`select object_name as name from audit_entry where object_type = 'region' and action = 'import'`,
    )
    expect(rows).toEqual([{ name: '新增 3 个，修改 1 个' }])
  })

  test('by two callers at once adds each place once', async () => {
    const { shop, staff } = await openOffice()
    const content = sheet('910000,,新省,')
    const answers = await Promise.all([1, 2, 3].map(() => send(staff, content, false)))
    expect(answers.map(({ body }) => body.added).sort()).toEqual([0, 0, 1])
    const { rows } = await shop.ctx.db.execute(sql`select from region where city_id = 910000`)
    expect(rows).toHaveLength(1)
  })
})
