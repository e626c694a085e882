import { useQuery } from '@tanstack/react-query'
import { GRID_LINES, GRID_PRODUCTS, type GridProduct, productGrid } from '@zhanggui/contract/product/product-grid.ts'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { readAddress } from './grid-address.ts'

export type GridRows = { rows: GridProduct[] /** Not all of the products asked for. */; cut: boolean }

/** Reads the products that an address of the grid asks for, page by page. */
export function useGridRows(search: string) {
  const [loaded, setLoaded] = useState(0)
  const found = useQuery({
    queryKey: [productGrid.list.object, productGrid.list.name, search],
    queryFn: ({ signal }) => readAll(search, signal, setLoaded),
    // Read again after writes and when the tab is shown again, but not with every glance at the window.
    staleTime: 60_000,
  })
  return { ...found, loaded }
}

async function readAll(search: string, signal: AbortSignal, onLoaded: (products: number) => void): Promise<GridRows> {
  const rows = new Map<number, GridProduct>()
  let lines = 0
  onLoaded(0)
  for await (const page of pagesOf(search, signal)) {
    for (const product of page.list) {
      if (product.isRecycle || rows.has(product.id)) continue
      if (lines && lines + product.skus.length > GRID_LINES) return { rows: [...rows.values()], cut: true }
      rows.set(product.id, product)
      lines += product.skus.length
    }
    onLoaded(rows.size)
    if (page.cut) return { rows: [...rows.values()], cut: true }
  }
  return { rows: [...rows.values()], cut: false }
}

async function* pagesOf(search: string, signal: AbortSignal): AsyncGenerator<{ list: GridProduct[]; cut?: boolean }> {
  const asked = readAddress(search)
  if ('ids' in asked) {
    for (let from = 0; from < asked.ids.length; from += GRID_PRODUCTS) {
      const ids = asked.ids.slice(from, from + GRID_PRODUCTS)
      yield await call(productGrid.list, { query: { ids }, signal })
    }
    return
  }
  for (let page = 1; ; page++) {
    const found = await call(productGrid.list, { query: { ...asked.query, page, limit: GRID_PRODUCTS }, signal })
    yield found
    if (found.list.length < GRID_PRODUCTS) return
  }
}
