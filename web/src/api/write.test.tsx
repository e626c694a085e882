import { useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { product } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { expect, test } from 'vitest'
import { Providers } from '../shell/providers.tsx'
import { answer, lostPacket, refuse } from '../testing/fake-server.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'
import { read } from './read.ts'
import { write } from './write.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../../contract/src/*/*.ts', { eager: true })
const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'object' in value
const every = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .flatMap((group) => (typeof group === 'object' && group !== null ? Object.values(group).filter(isRoute) : []))
const writes = every.filter(({ method, changes, quiet }) => !quiet && (method !== 'GET' || changes))
const reads = every.filter(({ method, changes }) => method === 'GET' && !changes)

/** Stores an answer to each read of the contract, as if every screen had been open. */
function fillCache() {
  queryClient.clear()
  for (const route of reads) queryClient.setQueryData(read(route, {}).queryKey, {})
}

/** The code of the console, without its tests. */
const sources = import.meta.glob<string>('../**/!(*.test).{ts,tsx}', { query: '?raw', import: 'default', eager: true })

const fresh = () =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => !state.isInvalidated)
    .map(({ queryKey }) => queryKey[1])

test('a walk over all writes: what a screen shows is fresh after each of them; no answer to any read counts as fresh', async () => {
  expect(writes.length).toBeGreaterThan(150)
  for (const route of writes) {
    fillCache()
    answer(route, {})
    await write(route, { params: { id: 1 } } as never)
    expect(fresh(), route.name).toEqual([])
  }
})

test('no screen calls the server past what is refreshed', () => {
  // What looks for new rows shows none of them.
  const byTheWay = ['./', '../kit/list-page/new-rows.tsx']
  const found = Object.entries(sources)
    .filter(
      ([path, code]) => /\bsendCall\(|[^.\w]fetch\([^)]/.test(code) && !byTheWay.some((one) => path.startsWith(one)),
    )
    .map(([path]) => path)
  expect(found).toEqual([])
})

test('what is shown is fetched again, also when it belongs to another object', async () => {
  const lists = answer(product.list, { list: [], total: 0, page: 1, limit: 20 })
  answer(productStock.adjust, { id: 1, version: 2 } as never)
  const Screen = () => <output>{useQuery(read(product.list, { query: { type: 1 } })).data?.total}</output>
  render(
    <Providers>
      <Screen />
    </Providers>,
  )
  await screen.findByText('0')
  await write(productStock.adjust, { body: { id: 1, items: [], reason: 'manual_set' } })
  await waitFor(() => expect(lists).toHaveLength(2))
})

test.each([
  ['a conflict', () => refuse(409, 'VERSION_CONFLICT', '数据已被他人修改'), []],
  ['a lost response', lostPacket, []],
  ['a refusal of the input', () => refuse(400, 'INVALID', '品牌名称不能为空'), ['brand.list']],
])('after %s it is known whether the screen may be behind', async (_, given, expected) => {
  queryClient.clear()
  queryClient.setQueryData(read(brand.list).queryKey, { list: [], total: 0, page: 1, limit: 20 })
  answer(brand.save, given as never)
  await expect(write(brand.save, { body: { name: '' } as never })).rejects.toThrow()
  expect(fresh()).toEqual(expected)
})

test('what the console does by itself refreshes nothing', async () => {
  fillCache()
  answer(product.keepDraft, {} as never)
  await call(product.keepDraft, { body: { key: 'new', body: {} } })
  expect(fresh()).toHaveLength(reads.length)
})
