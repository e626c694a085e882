import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'
import { productRules } from './product-rule.tables.ts'

const all = Object.values(productRule)
const sizes = (...detail: string[]) => [{ value: '尺码', detail }]

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = (ruleName: string, ruleValue = sizes('M', 'L')) =>
    staff.call(productRule.save, { body: { ruleName, ruleValue } })
  return { shop, staff, save }
}

crudLaws(productRule, {
  a: 'a specification template',
  what: '商品规格',
  taken: ['此规格值已经存在', 'ruleName'],
  draft: (ruleName) => ({ ruleName, ruleValue: sizes('M') }),
})

describe('a specification template is refused', () => {
  test('with missing or invalid fields', async () => {
    const { shop, staff } = await openDesk()
    for (const [body, message] of [
      [{ ruleValue: sizes('M') }, '请输入规格名称'],
      [{ ruleName: '长'.repeat(33), ruleValue: sizes('M') }, '规格名称不能超过32个字符，请缩短'],
      [{ ruleName: '鞋', ruleValue: [] }, '规格值不能为空'],
      [{ ruleName: '鞋', ruleValue: [{ value: '尺码', detail: [' ', ''] }] }, '规格值不能为空'],
      [{ ruleName: '鞋', ruleValue: [...sizes('40'), ...sizes('41')] }, '规格名重复'],
      [{ ruleName: '鞋', ruleValue: sizes('40,41') }, '规格值不能含有 , " \\'],
      [{ ruleName: '鞋', ruleValue: sizes('4"') }, '规格值不能含有 , " \\'],
      [{ ruleName: '鞋', ruleValue: sizes('4\\1') }, '规格值不能含有 , " \\'],
      [{ id: 5, ruleName: '鞋', ruleValue: sizes('40') }, '新增数据不能带ID'],
    ] as const) {
      const answer = await staff.send('POST', '/admin/store/product/rule/save', body)
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { message } })
      expect(await shop.ctx.db.$count(productRules)).toBe(0)
    }
  })

  test('with more than five dimensions or a hundred values', async () => {
    const { save } = await openDesk()
    const six = ['一', '二', '三', '四', '五', '六'].map((value) => ({ value, detail: ['甲'] }))
    expect((await save('六', six)).status).toBe(400)
    const many = Array.from({ length: 101 }, (_, index) => `值${index}`)
    expect((await save('多', sizes(...many))).status).toBe(400)
    expect((await save('百', sizes(...many.slice(1)))).status).toBe(200)
  })
})

describe('specification templates', () => {
  test('are stored trimmed, without blanks and repeated values', async () => {
    const { staff, save } = await openDesk()
    const { body } = await save('衣', [
      { value: ' 颜色 ', detail: ['红', ' 蓝', '红', '  '] },
      { value: '', detail: ['丢弃'] },
      { value: '空', detail: [] },
    ])
    const { body: info } = await staff.call(productRule.info, { params: { id: body.id } })
    expect(info).toMatchObject({ ruleName: '衣', ruleValue: [{ value: '颜色', detail: ['红', '蓝'] }], version: 0 })
  })

  test('are listed newest first and found by name, dimension or value', async () => {
    const { staff, save } = await openDesk()
    await save('衣服', [{ value: '颜色', detail: ['Red_1', '蓝'] }])
    await save('鞋子', sizes('40', '41'))
    const find = async (keywords?: string) =>
      (await staff.call(productRule.list, { query: { keywords } })).body.list.map(({ ruleName }) => ruleName)
    expect(await find()).toEqual(['鞋子', '衣服'])
    expect(await find('red_')).toEqual(['衣服'])
    expect(await find('尺码')).toEqual(['鞋子'])
    expect(await find('鞋')).toEqual(['鞋子'])
    expect(await find('detail')).toEqual([])
    expect(await find('%')).toEqual([])
  })

  test('are deleted one by one or many at once, all or none', async () => {
    const { shop, staff } = await openDesk()
    const rows = Array.from({ length: 200 }, (_, index) => ({ ruleName: `规格${index}`, ruleValue: sizes('M') }))
    const saved = await shop.ctx.db.insert(productRules).values(rows).returning({ id: productRules.id })
    const ids = saved.map(({ id }) => id)
    const remove = (id: number[]) => staff.call(productRule.remove, { params: { id } })
    expect((await remove([...ids.slice(0, 3), 999_999])).status).toBe(404)
    expect(await shop.ctx.db.$count(productRules)).toBe(200)
    expect((await remove([...ids, 999_999])).status).toBe(400)
    expect((await staff.send('GET', '/admin/store/product/rule/delete/abc')).status).toBe(400)
    expect((await remove(ids)).body).toEqual({})
    expect(await shop.ctx.db.$count(productRules)).toBe(0)
  })
})
