import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { crudLaws } from '../../../testing/walk/crud-laws.ts'

const all = Object.values(paramTemplate)
const tea = [
  { name: '产地', value: '福建' },
  { name: '净含量', value: '' },
]

async function openDesk() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all })
  const save = (name: string, params = tea) => staff.call(paramTemplate.save, { body: { name, params } })
  return { staff, save }
}

crudLaws(paramTemplate, {
  a: 'a parameter template',
  what: '参数模板',
  taken: ['模板已存在', 'name'],
  draft: (name) => ({ name, params: tea }),
})

test('a parameter template with missing or invalid fields is refused', async () => {
  const { staff } = await openDesk()
  for (const [body, message] of [
    [{ params: tea }, '请输入模板名称'],
    [{ name: '茶' }, '请添加参数'],
    [{ name: '茶', params: [{ name: '', value: '' }] }, '请添加参数'],
    [{ name: '茶', params: [{ name: ' ', value: '福建' }] }, '请填写参数名'],
    [{ name: '茶', params: [...tea, { name: '产地', value: '云南' }] }, '参数「产地」重复'],
    [{ name: '茶', params: [{ name: '产地', value: '长'.repeat(129) }] }, '参数值不能超过128个字符，请缩短'],
    [
      { name: '茶', params: Array.from({ length: 31 }, (_, index) => ({ name: `参数${index}`, value: '' })) },
      '参数最多30项',
    ],
  ] as const) {
    const answer = await staff.send('POST', '/admin/store/param/save', body)
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { message } })
  }
})

test('parameter templates are listed newest first, without blank parameters', async () => {
  const { staff, save } = await openDesk()
  await save('茶')
  await save('酒', [...tea, { name: '', value: '' }])
  const list = async (keywords?: string) => (await staff.call(paramTemplate.list, { query: { keywords } })).body.list
  expect((await list()).map(({ name }) => name)).toEqual(['酒', '茶'])
  expect(await list('酒')).toMatchObject([{ params: tea }])
})
