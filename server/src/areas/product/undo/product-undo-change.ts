import { isDeepStrictEqual } from 'node:util'
import { pick } from '@zhanggui/domain/fields.ts'
import type { Attr } from '@zhanggui/domain/product/product-sku.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import * as products from '../product/product.repository.ts'
import * as gifts from '../product/product-coupon.repository.ts'
import { WHAT } from '../product/product-describe.service.ts'
import { addressesOf, type Form, type FormSku, formColumns } from '../product/product-form.ts'
import * as skus from '../product/product-sku.repository.ts'

type Columns = Form['product']
type State = Pick<products.ProductRecord, 'isShow' | 'isRecycle'>
type StoredSku = skus.SkuFields & { id: number; stock: number }

/** What an action changed of a product: only what differs, as it was before. */
export type UndoChange = {
  /** Columns of the product itself; moments as JSON stores them. */
  product?: Partial<Columns>
  attrs?: readonly Attr[]
  content?: string
  couponIds?: readonly number[]
  /** All SKUs it had. */
  skus?: readonly StoredSku[]
  /** By how much the stock of its SKUs was changed, by their ids. */
  stock?: Readonly<Record<number, number>>
  /** The SKUs it got. */
  added?: readonly number[]
  state?: State
  /** The product's version and the last row of its stock ledger before. */
  from?: { version: number; ledgerId: number }
}

/** A product with its SKUs, both locked: until the transaction ends, nobody sells or edits it. */
export type Snapshot = {
  row: products.ProductRecord
  attrs: Attr[]
  content: string
  couponIds: number[]
  skus: skus.SkuRow[]
}

/** @throws 404 */
export async function readSnapshot(tx: Ctx, id: number): Promise<Snapshot> {
  const row = await products.lock(tx, id)
  if (!row) throw notFound(WHAT)
  const all = await skus.lockOf(tx, id)
  const attrs = await products.listAttrs(tx, id)
  return {
    row,
    attrs: attrs.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
    content: await products.findContent(tx, id),
    couponIds: await gifts.listOf(tx, id),
    skus: all.filter(({ isDel }) => !isDel),
  }
}

/** What differs between two states of a product; undefined when nothing does. */
export function changeBetween(before: Snapshot, after: Snapshot): UndoChange | undefined {
  const columns = formColumns.filter((name) => !isDeepStrictEqual(before.row[name], after.row[name]))
  const stateOf = ({ row: { isShow, isRecycle } }: Snapshot): State => ({ isShow, isRecycle })
  const had = new Map(before.skus.map((sku) => [sku.id, sku]))
  const moved = after.skus.flatMap(({ id, stock }) => {
    const sku = had.get(id)
    return sku && sku.stock !== stock ? [[id, stock - sku.stock] as const] : []
  })
  const fields = (list: readonly skus.SkuRow[]) => list.map((sku) => ({ id: sku.id, ...skus.fieldsOf(sku) }))
  const added = after.skus.filter(({ id }) => !had.has(id)).map(({ id }) => id)
  const change: UndoChange = {
    ...(columns.length && { product: pick(before.row, columns) }),
    ...(!isDeepStrictEqual(before.attrs, after.attrs) && { attrs: before.attrs }),
    ...(before.content !== after.content && { content: before.content }),
    ...(!isDeepStrictEqual(before.couponIds, after.couponIds) && { couponIds: before.couponIds }),
    ...(!isDeepStrictEqual(fields(before.skus), fields(after.skus)) && {
      skus: before.skus.map((sku) => ({ id: sku.id, ...skus.fieldsOf(sku), stock: sku.stock })),
    }),
    ...(moved.length && { stock: Object.fromEntries(moved) }),
    ...(added.length && { added }),
    ...(!isDeepStrictEqual(stateOf(before), stateOf(after)) && { state: stateOf(before) }),
  }
  return Object.keys(change).length ? change : undefined
}

/** Two changes of a product, one after the other, as one. */
export function mergeChanges(first: UndoChange, second: UndoChange): UndoChange {
  const stock = { ...first.stock }
  for (const [id, by] of Object.entries(second.stock ?? {})) stock[Number(id)] = (stock[Number(id)] ?? 0) + by
  const added = [...new Set([...(first.added ?? []), ...(second.added ?? [])])]
  return {
    ...second,
    ...first,
    product: { ...second.product, ...first.product },
    ...(Object.keys(stock).length && { stock }),
    ...(added.length && { added }),
  }
}

/** Whether a change is more than one of state. */
export function hasContent({ state: _1, from: _2, ...rest }: UndoChange): boolean {
  return Object.keys(rest).length > 0
}

/** Whether a change is more than one of state and stock. */
export function hasFields({ state: _1, stock: _2, from: _3, ...rest }: UndoChange): boolean {
  return Object.keys(rest).length > 0
}

/** Whether a product stands as it did before a change, apart from its stock. */
export function isAsBefore({ row, attrs, content, couponIds, skus: now }: Snapshot, change: UndoChange): boolean {
  const { product = {}, state } = change
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
  const withoutStock = (list: readonly object[]) => plain(list.map((sku) => ({ ...sku, stock: undefined })))
  const given = now.map((sku) => ({ id: sku.id, ...skus.fieldsOf(sku) }))
  return (
    isDeepStrictEqual(plain(pick(row, Object.keys(product) as (keyof Columns)[])), plain(product)) &&
    (!change.attrs || isDeepStrictEqual(attrs, change.attrs)) &&
    (change.content === undefined || content === change.content) &&
    (!change.couponIds || isDeepStrictEqual(couponIds, change.couponIds)) &&
    (!change.skus || isDeepStrictEqual(withoutStock(given), withoutStock(change.skus))) &&
    (!state || (row.isShow === state.isShow && row.isRecycle === state.isRecycle))
  )
}

/**
 * The product as it was before a change.
 * @param kept SKUs whose stock stays, as it was counted or sold since
 */
export function formBefore(now: Snapshot, change: UndoChange, kept: ReadonlySet<number>): Form {
  const live = new Map(now.skus.map((sku) => [sku.id, sku]))
  const given = change.skus ?? now.skus.map((sku) => ({ id: sku.id, ...skus.fieldsOf(sku), stock: sku.stock }))
  const rows = given.map(({ stock, ...sku }): FormSku => {
    const current = live.get(sku.id)
    // A SKU that the action removed comes back with the stock that was written out.
    if (!current) return { ...sku, stock, stockBase: undefined }
    const by = kept.has(sku.id) ? 0 : (change.stock?.[sku.id] ?? 0)
    return { ...sku, stock: current.stock - by, stockBase: current.stock }
  })
  const { autoOnTime, autoOffTime, ...columns } = change.product ?? {}
  const product = {
    ...pick(now.row, formColumns),
    ...columns,
    ...(autoOnTime !== undefined && { autoOnTime: autoOnTime && new Date(autoOnTime) }),
    ...(autoOffTime !== undefined && { autoOffTime: autoOffTime && new Date(autoOffTime) }),
  }
  const content = change.content ?? now.content
  return {
    product,
    attrs: change.attrs ?? now.attrs,
    skus: rows,
    content,
    media: addressesOf(product, rows, content),
    couponIds: change.couponIds ?? now.couponIds,
  }
}
