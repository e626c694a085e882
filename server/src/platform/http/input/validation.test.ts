import * as t from '@zhanggui/contract/schema.ts'
import { expect, test } from 'vitest'
import { HttpError } from '../errors.ts'
import { makeReader } from './validation.ts'

function refusal(schema: t.TSchema, input: unknown): HttpError {
  try {
    makeReader(schema)(input)
  } catch (error) {
    if (error instanceof HttpError) return error
    throw error
  }
  throw new Error('the input was taken')
}

const field = (schema: t.TSchema) => t.Object({ f: schema })

test.each([
  ['is missing', field(t.String({ title: '名称' })), {}, '请输入名称'],
  ['is missing, to be chosen', field(t.OneOf(['a', 'b'], { title: '类型' })), {}, '请选择类型'],
  ['is missing, with words of its own', field(t.String({ title: '名称', ask: '名称不能为空' })), {}, '名称不能为空'],
  ['is blank', field(t.String({ title: '名称', minLength: 1 })), { f: '  ' }, '请输入名称'],
  ['is null', field(t.Integer({ title: '数量' })), { f: null }, '请输入数量'],
  ['is an empty list', field(t.Array(t.Id, { title: '商品', minItems: 1 })), { f: [] }, '请选择商品'],
  ['is too long', field(t.String({ title: '名称', maxLength: 3 })), { f: '一二三四' }, '名称不能超过3个字符，请缩短'],
  [
    'is too short',
    field(t.String({ title: '昵称', minLength: 2, maxLength: 20 })),
    { f: 'x' },
    '昵称长度在 2 到 20 个字符',
  ],
  ['has the wrong form', field(t.String({ title: '颜色', pattern: /^#/ })), { f: 'red' }, '颜色格式不正确'],
  [
    'has the wrong form, with a hint',
    field(t.String({ pattern: /^#/, hint: '颜色以#开头' })),
    { f: 'red' },
    '颜色以#开头',
  ],
  ['is none of the choices', field(t.OneOf(['男', '女'], { title: '性别' })), { f: 'x' }, '性别只能是男、女之一'],
  [
    'is none of many choices',
    field(t.OneOf(Array.from({ length: 30 }, (_, index) => `c${index}`) as [string], { title: '列' })),
    { f: 'x' },
    `列只能是${Array.from({ length: 20 }, (_, index) => `c${index}`).join('、')}等30种之一`,
  ],
  ['is too small', field(t.Integer({ title: '排序' })), { f: -1 }, '排序不能小于0'],
  ['is too large', field(t.Integer({ title: '排序', maximum: 999 })), { f: 1000 }, '排序不能大于999'],
  ['is no whole number', field(t.Integer({ title: '排序' })), { f: 1.5 }, '排序应为整数'],
  ['is no boolean', field(t.Boolean({ title: '状态' })), { f: 'yes' }, '状态应为是或否'],
  ['is no list', field(t.Array(t.Id, { title: '商品' })), { f: { a: 1 } }, '商品应为列表'],
  ['has too many members', field(t.Array(t.Id, { title: '商品', maxItems: 2 })), { f: '1,2,3' }, '商品最多2项'],
  ['repeats a member', field(t.Array(t.Id, { title: '商品', uniqueItems: true })), { f: '1,1' }, '商品不能重复'],
  ['has three decimals of yuan', field({ ...t.Yuan, title: '价格' }), { f: '1.005' }, '价格：金额最多两位小数'],
  ['has no title', field(t.Integer()), { f: 'x' }, 'f应为整数'],
])('a field that %s is refused with a message that uses its title', (_, schema, input, message) => {
  const { status, code, message: said, extra } = refusal(schema, input)
  expect({ status, code, said }).toEqual({ status: 400, code: 'VALIDATION_FAILED', said: message })
  expect(extra.errors).toMatchObject([{ field: 'f', message }])
})

test.each([
  [{ list: ['x'] }, 'list[0]', '规格第1项应为对象'],
  [{ list: [{ n: 1 }, { n: 'x' }] }, 'list[1].n', '规格第2项的n应为整数'],
  [{ list: [{}] }, 'list[0].n', '请输入规格第1项的n'],
])('a member without a title is named by the list that holds it: %j', (input, field, message) => {
  const schema = t.Object({ list: t.Array(t.Object({ n: t.Integer() }), { title: '规格' }) })
  expect(refusal(schema, input).extra.errors).toEqual([{ field, message }])
})

test('errors name each invalid field once, by its path, and the message is the first one', () => {
  const schema = t.Object({
    name: t.String({ title: '名称' }),
    attrValue: t.Array(t.Object({ price: t.Integer({ title: '价格' }) })),
  })
  const { message, extra } = refusal(schema, { attrValue: [{ price: 1 }, { price: 'x' }, {}] })
  expect(extra.errors).toEqual([
    { field: 'name', message: '请输入名称' },
    { field: 'attrValue[1].price', message: '价格应为整数' },
    { field: 'attrValue[2].price', message: '请输入价格' },
  ])
  expect(message).toBe('请输入名称')
})

test('a message stays short whatever the input', () => {
  const list = t.Object({ f: t.Array(t.Integer({ title: '数量' }), { maxItems: 5000 }) })
  const { extra } = refusal(list, { f: Array.from({ length: 5000 }, () => 'x') })
  expect(extra.errors).toHaveLength(20)
})

test('valid input is converted to what the handler gets', () => {
  const schema = t.Object({ f: t.Optional(t.Boolean()), ids: t.Array(t.Id), price: t.Yuan })
  expect(makeReader(schema)({ f: '', ids: '1, 2', price: '12.30', more: 1 })).toEqual({ ids: [1, 2], price: 12.3 })
})
