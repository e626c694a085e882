import * as t from '@zhanggui/contract/schema.ts'
import { LoginForm, SetupForm } from '@zhanggui/contract/staff/auth.ts'
import { expect, test } from 'vitest'
import { fieldProblem, rulesOf } from './form-rules.ts'

const amount = t.Integer({ title: '排序', minimum: 1, maximum: 999 })

test.each([
  ['what is missing, by the words of the contract', LoginForm.properties.username, '  ', '用户名不能为空'],
  ['what is missing, by its title', t.String({ title: '规格名称', minLength: 1 }), '', '请输入规格名称'],
  ['a choice not made', t.OneOf(['a', 'b'], { title: '类型' }), undefined, '请选择类型'],
  ['an optional field left empty', SetupForm.properties.phone, '', undefined],
  ['a pattern with its hint', SetupForm.properties.phone, '123', '请输入正确的11位手机号码'],
  ['a pattern without one', t.String({ title: '颜色', pattern: /^#/ }), 'red', '颜色格式不正确'],
  ['a text too short', SetupForm.properties.nickName, '王', '昵称长度在 2 到 20 个字符'],
  ['characters as people count them', t.String({ title: '名称', maxLength: 2 }), '😀😀', undefined],
  ['a text too long', t.String({ title: '备注', maxLength: 2 }), 'abc', '备注不能超过2个字符，请缩短'],
  ['spaces of a password count', LoginForm.properties.password, '   ', undefined],
  ['spaces around other texts do not', SetupForm.properties.nickName, ' 王 ', '昵称长度在 2 到 20 个字符'],
  ['a number too small', amount, 0, '排序不能小于1'],
  ['a number too large', amount, 1000, '排序不能大于999'],
  ['a fraction', amount, 1.5, '排序应为整数'],
  ['an amount of three decimals', t.Yuan, 1.234, '此项：金额最多两位小数'],
  ['an empty list', t.Ids, [], '请选择要删除的数据'],
  ['a list too long', t.Array(t.Id, { title: '门店', maxItems: 1 }), [1, 2], '门店最多1项'],
])('%s', (_title, schema, value, expected) => {
  expect(fieldProblem(schema, value)).toBe(expected)
})

test('the rule of a required field is marked as required', () => {
  expect(rulesOf(SetupForm.properties.username)).toMatchObject([{ required: true }])
  expect(rulesOf(SetupForm.properties.phone)).toMatchObject([{ required: false }])
})

test('a form that asks for an optional field says so by the name it gives it, and takes no blanks', async () => {
  const phone = SetupForm.properties.phone
  const [rule] = rulesOf(phone, true, '联系电话')
  const judge = (value: unknown) =>
    (rule as { validator: (_: unknown, value: unknown) => Promise<void> }).validator({}, value)
  expect(rule).toMatchObject({ required: true })
  await expect(judge(undefined)).rejects.toThrow('请输入联系电话')
  await expect(judge('  ')).rejects.toThrow('请输入联系电话')
  await expect(judge('123')).rejects.toThrow('请输入正确的11位手机号码')
  await expect(judge('13912340001')).resolves.toBeUndefined()
})
