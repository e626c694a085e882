import { isDeepStrictEqual } from 'node:util'
import { product as routes } from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { SEE_COST } from '../product/product-describe.service.ts'
import { fieldsOf } from '../product/product-sku.repository.ts'
import type { Snapshot, UndoChange } from './product-undo-change.ts'

/** What an action did to a product: it was added, or a part of it changed. */
export type UndoPart = keyof UndoChange | 'created'

/** A part that the caller may not take back: one of these rights would do. */
export type Denial = { permission: string; message: string }

const { update, save, remove, restore, putOnShelf, takeOffShelf } = routes
const shelf = [putOnShelf.permission, takeOffShelf.permission]
const bin = [remove.permission, restore.permission]
const edits = { rights: [update.permission], message: '没有编辑商品的权限，保持不变' }
/** Whoever may do something to a product, or its opposite, may take it back. */
const needs: Readonly<Record<UndoPart, { rights: readonly string[]; message: string } | undefined>> = {
  product: edits,
  attrs: edits,
  content: edits,
  couponIds: edits,
  skus: edits,
  added: edits,
  stock: { rights: [update.permission, productStock.adjust.permission], message: '没有调整库存的权限，保持不变' },
  state: { rights: [...shelf, ...bin], message: '没有上下架商品的权限，保持不变' },
  created: { rights: [save.permission, ...bin], message: '没有新增或删除商品的权限，保持不变' },
  from: undefined,
}

/** Whether the caller holds one of some rights; the shop itself holds all. */
const mayAny = ({ caller }: Ctx, rights: readonly string[]) => !caller || rights.some((right) => holds(caller, right))

/** Which of some parts the caller may not take back, if any: to undo is no second way to what one may not do. */
export function denialOfParts(ctx: Ctx, parts: readonly UndoPart[]): Denial | undefined {
  for (const part of parts) {
    const need = needs[part]
    const [permission = ''] = need?.rights ?? []
    if (need && !mayAny(ctx, need.rights)) return { permission, message: need.message }
  }
  return undefined
}

/** Why the caller may not take back what was done to a product, which is locked. */
export function denialOfChange(ctx: Ctx, change: UndoChange | null, { row, skus }: Snapshot): string | undefined {
  if (!change) return denialOfParts(ctx, ['created'])?.message
  const { state, ...rest } = change
  const denial = denialOfParts(ctx, Object.keys(rest) as UndoPart[])
  if (denial) return denial.message
  if (state && state.isRecycle !== row.isRecycle && !mayAny(ctx, bin)) return '没有删除或恢复商品的权限，保持不变'
  if (state && state.isShow !== row.isShow && !mayAny(ctx, shelf)) return needs.state?.message
  // With the rest of an edit costs go back whoever asks; costs alone are for those who see them.
  const isCosts = Object.keys(rest).every((part) => part === 'skus' || part === 'from') && onlyCosts(change, skus)
  return isCosts && !mayAny(ctx, [SEE_COST]) ? '没有查看成本价的权限，保持不变' : undefined
}

/** Whether nothing but costs of the SKUs differs. */
function onlyCosts({ skus: had = [] }: UndoChange, now: Snapshot['skus']): boolean {
  const live = new Map(now.map((sku) => [sku.id, sku]))
  const isSame = ({ stock: _, costFen: _cost, ...fields }: (typeof had)[number]) => {
    const { costFen: _now, ...known } = fieldsOf(live.get(fields.id) as Snapshot['skus'][number])
    return isDeepStrictEqual(fields, { id: fields.id, ...known })
  }
  return had.length > 0 && had.every((sku) => live.has(sku.id) && isSame(sku))
}
