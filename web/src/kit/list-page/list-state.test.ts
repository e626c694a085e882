import { dict } from '@zhanggui/contract/setting/dict.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { expect, test } from 'vitest'
import { arrangeColumns } from './columns.ts'
import { givenFilters, readListState, writeListState } from './list-state.ts'

const read = (search: string, prefix?: string) => readListState(post.list.query, new URLSearchParams(search), prefix)

test.each([
  ['', { filters: {}, page: 1, limit: 20 }],
  ['name=店长&enabled=false&deptId=3', { filters: { name: '店长', enabled: false, deptId: 3 }, page: 1, limit: 20 }],
  ['createTime=2025-01-01,2025-01-31', { filters: { createTime: ['2025-01-01', '2025-01-31'] }, page: 1, limit: 20 }],
  ['page=3&limit=50&sort=sort,desc', { filters: {}, page: 3, limit: 50, sort: 'sort,desc' }],
])('the URL %j is read as the list state %j', (search, expected) => {
  expect(read(search)).toEqual(expected)
})

test.each([
  'enabled=perhaps',
  'deptId=x',
  'deptId=-1',
  `name=${'长'.repeat(51)}`,
  'page=0',
  'page=1e9',
  'limit=-5',
  'sort=name;drop',
  'other=1',
])('values the contract does not allow are ignored in a URL: %s', (search) => {
  expect(read(search)).toEqual({ filters: {}, page: 1, limit: 20 })
})

test('a URL never asks for rows beyond what the server counts', () => {
  expect(read('page=99999&limit=500')).toMatchObject({ page: 1000, limit: 100 })
})

test('a list writes only its own values, and only those that differ from the default', () => {
  const params = new URLSearchParams('tab=2&name=old&detail.page=4')
  const written = writeListState(post.list.query, { filters: { enabled: true }, page: 1, limit: 50 }, params)
  expect(Object.fromEntries(written)).toEqual({ tab: '2', 'detail.page': '4', enabled: 'true', limit: '50' })
})

test('written state is read back, with two lists of one URL kept apart', () => {
  const own = { filters: { blurry: '状态', createTime: ['lately7'] }, page: 2, limit: 10, sort: 'name,asc' }
  const written = writeListState(dict.list.query, own, new URLSearchParams(), 'left.')
  expect(readListState(dict.list.query, written, 'left.')).toEqual(own)
  expect(readListState(dict.list.query, written)).toEqual({ filters: {}, page: 1, limit: 20 })
})

test('blank filters are dropped, and texts are trimmed', () => {
  expect(
    givenFilters({ name: ' 店 ', other: '  ', deptId: undefined, enabled: false, createTime: [], no: null }),
  ).toEqual({
    name: '店',
    enabled: false,
  })
})

test.each([
  [undefined, 'a b -c'],
  ['nonsense', 'a b -c'],
  [[{ name: 'c', shown: true }, { name: 'gone', shown: true }, { name: 'a', shown: false }, 7], 'c -a b'],
])('saved columns %j are drawn as %s', (kept, expected) => {
  const columns = [{ name: 'a' }, { name: 'b' }, { name: 'c', hidden: true as const }]
  const drawn = arrangeColumns(columns, kept).map(({ name, shown }) => (shown ? name : `-${name}`))
  expect(drawn.join(' ')).toBe(expected)
})
