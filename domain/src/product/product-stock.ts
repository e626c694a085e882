/** Reasons for a change of stock with their labels, in the order of the filter (docs/catalogue.md, Stock). */
export const stockReasons = {
  init: '初始库存',
  manual_add: '手动增加',
  manual_set: '手动修改',
  stocktake: '盘点',
  purchase_in: '采购入库',
  return_in: '退货入库',
  damage: '报损',
  loss: '丢失',
  gift: '赠送',
  order_create: '下单扣减',
  order_cancel: '取消退回',
  order_refund: '退款退回',
  activity_order: '活动下单',
  activity_cancel: '活动取消',
  component_order: '小店下单',
  component_cancel: '小店取消',
  import: '表格导入',
  batch: '批量修改',
  undo: '撤销',
  sku_removed: '规格删除',
  product_deleted: '商品删除',
} as const
export type StockReason = keyof typeof stockReasons
export const stockReasonNames = Object.keys(stockReasons) as StockReason[]

/**
 * Reasons by which the stock was counted or set: from then on, earlier changes are no longer part of it. All others add to
 * it or take from it.
 */
export const absoluteReasons = [
  ...(['init', 'manual_set', 'stocktake', 'import', 'batch', 'undo', 'sku_removed', 'product_deleted'] as const),
] satisfies StockReason[]

/** Reasons that staff can choose, and the direction of each: 1 up, -1 down, 0 both. */
export const adjustReasons = {
  manual_add: 1,
  manual_set: 0,
  stocktake: 0,
  purchase_in: 1,
  return_in: 1,
  damage: -1,
  loss: -1,
  gift: -1,
} as const satisfies Partial<Record<StockReason, -1 | 0 | 1>>
export type AdjustReason = keyof typeof adjustReasons
export const adjustReasonNames = Object.keys(adjustReasons) as AdjustReason[]

/** Whether a reason permits a change of this amount. */
export function fitsReason(reason: AdjustReason, change: number): boolean {
  const way = adjustReasons[reason]
  return way === 0 || Math.sign(change) === way
}

/** The largest stock of a SKU. */
export const MAX_STOCK = 99_999_999
