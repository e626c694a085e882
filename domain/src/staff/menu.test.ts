import { describe, expect, test } from 'vitest'
import { isReservedPath, type MenuFields, tidyMenu } from './menu.ts'

const page: MenuFields = {
  type: 1,
  permissions: ['admin:product:list'],
  path: 'list',
  component: 'product/product-list',
  componentName: 'ProductList',
  iframe: false,
}

describe('a menu row', () => {
  test.each<[string, Partial<MenuFields>, string]>([
    ['a directory without path', { type: 0, path: null }, '请输入地址'],
    ['a path with only slashes', { path: '//' }, '请输入地址'],
    ['a path with a space', { path: 'a b' }, '路由地址只能包含字母、数字和 / _ : ? . - 这些字符'],
    ['a path with a script', { path: 'a<script>' }, '路由地址只能包含字母、数字和 / _ : ? . - 这些字符'],
    ['a page without component', { component: null }, '请输入组件路径'],
    ['a page without component name', { componentName: null }, '请输入组件名称'],
    ['an external link to a path', { iframe: true, path: 'list' }, '外链必须以http://或者https://开头'],
    [
      'an external link to a script',
      { iframe: true, path: 'javascript:alert(1)' },
      '外链必须以http://或者https://开头',
    ],
    ['an external link without a host', { iframe: true, path: 'https://' }, '外链必须以http://或者https://开头'],
    ['a button without permission', { type: 2, permissions: [] }, '按钮须填写一个权限标识'],
    ['a button with two', { type: 2, permissions: ['admin:a', 'admin:b'] }, '按钮须填写一个权限标识'],
  ])('refuses %s', (_, change, message) => {
    expect(() => tidyMenu({ ...page, ...change })).toThrow(message)
  })

  test('keeps only the permission of a button', () => {
    const button = tidyMenu({ ...page, type: 2, iframe: true })
    expect(button).toEqual({
      type: 2,
      permissions: ['admin:product:list'],
      path: null,
      component: null,
      componentName: null,
      iframe: false,
    })
  })

  test('grants nothing as a directory or an external link', () => {
    expect(tidyMenu({ ...page, type: 0 })).toMatchObject({ permissions: [], component: null, componentName: null })
    expect(tidyMenu({ ...page, iframe: true, path: 'https://example.com/a?b=1#c' })).toMatchObject({
      path: 'https://example.com/a?b=1#c',
      permissions: [],
      component: null,
      componentName: null,
    })
  })

  test('stands below its parent under a path segment without slashes around it', () => {
    expect(tidyMenu({ ...page, path: '/edit/:id?/' }).path).toBe('edit/:id?')
  })
})

test.each([
  ['user', true],
  ['/user/list', true],
  ['Login', true],
  ['doc.html', true],
  [':anything', true],
  ['users', false],
  ['member/user', false],
])('the path %s from the root is reserved: %s', (path, taken) => {
  expect(isReservedPath(path)).toBe(taken)
})
