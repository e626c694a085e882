import { expect, test } from 'vitest'
import { type Only, readPage } from '../http/paging.ts'
import { allRead } from './filters.ts'

type Query = { page?: number; limit?: number; keywords?: string; origin?: string }
type Filter = { keywords?: string }

const query: Query = { page: 2, limit: 10, keywords: '红豆' }

test('a filter of a list that nothing reads does not compile', () => {
  const { keywords, ...left } = query
  // @ts-expect-error origin is not read
  expect(allRead(left)).toBeUndefined()
  // @ts-expect-error origin is not read
  expect(readPage(left).offset).toBe(10)
  const { origin, ...rest } = left
  expect(allRead(rest)).toBeUndefined()
  expect([readPage(rest).offset, keywords, origin]).toEqual([10, '红豆', undefined])
})

test('a query with a filter that a shared reader does not know does not compile', () => {
  const read = <Asked extends Filter>(asked: Only<Filter, Asked>) => (asked as Filter).keywords
  const { origin: _, ...known } = query
  expect(read(known)).toBe('红豆')
  // @ts-expect-error origin is not read
  expect(read(query)).toBe('红豆')
})
