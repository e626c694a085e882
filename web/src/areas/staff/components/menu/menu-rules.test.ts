import { expect, test } from 'vitest'
import { menuProblem, placeProblem } from './menu-rules.ts'

const page = { type: 1, iframe: false } as const
const link = { type: 1, iframe: true } as const
const button = { type: 2, iframe: false } as const

test.each([
  ['path', '', page, '请输入地址'],
  ['path', undefined, { type: 0, iframe: false } as const, '请输入地址'],
  ['path', 'a b', page, '路由地址只能包含字母、数字和 / _ : ? . - 这些字符'],
  ['path', 'edit/:id?', page, undefined],
  ['path', 'example.com', link, '外链必须以http://或者https://开头'],
  ['path', 'https://example.com/a', link, undefined],
  ['component', ' ', page, '请输入组件路径'],
  ['componentName', undefined, page, '请输入组件名称'],
  ['permissions', [], button, '按钮须填写一个权限标识'],
  ['permissions', ['admin:a:b'], button, undefined],
  ['permissions', ['everything'], button, '权限标识格式不正确'],
  ['permissions', [], page, undefined],
  ['permissions', ['admin:a', '*:*:*'], page, '权限标识格式不正确'],
] as const)('%s %j of a menu: %j gives the problem %s', (name, value, kind, problem) => {
  expect(menuProblem(name, value, kind)).toBe(problem)
})

test.each([
  [0, 0, undefined],
  [0, 1, undefined],
  [0, 2, '目录的上级必须是目录'],
  [1, 0, undefined],
  [1, 2, undefined],
  [1, 3, '菜单的上级不能是按钮'],
  [2, 0, '按钮的上级必须是菜单'],
  [2, 1, '按钮的上级必须是菜单'],
  [2, 2, undefined],
] as const)('a row of type %i below row %i gives the problem %s', (type, pid, problem) => {
  const shared = { permissions: [] }
  const below = { id: 3, label: '新增', type: 2 as const, ...shared }
  const middle = { id: 2, label: '列表', type: 1 as const, ...shared, children: [below] }
  const tree = [{ id: 1, label: '系统', type: 0 as const, ...shared, children: [middle] }]
  expect(placeProblem(type, pid, tree)).toBe(problem)
})
