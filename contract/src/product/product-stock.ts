import { priceFieldNames, priceSourceNames } from '@zhanggui/domain/product/product-price.ts'
import { adjustReasonNames, MAX_STOCK, stockReasonNames } from '@zhanggui/domain/product/product-stock.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'

const skuVersion = t.Optional(t.Integer({ title: '规格版本' }))

export const StockAddition = t.Object({
  id: t.Id,
  attrValueList: t.Array(
    t.Object({ id: t.Id, addStock: t.Integer({ title: '增加库存', maximum: MAX_STOCK }), version: skuVersion }),
    { title: '商品规格', minItems: 1, maxItems: 600 },
  ),
})
export type StockAddition = t.Static<typeof StockAddition>

export const StockAdjustment = t.Object({
  id: t.Id,
  items: t.Array(
    t.Object({
      id: t.Id,
      mode: t.OneOf(['add', 'set'], { title: '调整方式' }),
      quantity: t.Integer({ title: '数量', minimum: -MAX_STOCK, maximum: MAX_STOCK }),
      version: skuVersion,
    }),
    { title: '商品规格', minItems: 1, maxItems: 600 },
  ),
  reason: t.OneOf(adjustReasonNames, { title: '原因' }),
  remark: t.Optional(t.String({ title: '备注' })),
})
export type StockAdjustment = t.Static<typeof StockAdjustment>

export const LedgerQuery = t.pageQuery({
  productId: t.Optional(t.Id),
  skuId: t.Optional(t.Id),
  reason: t.Optional(t.OneOf(stockReasonNames, { title: '原因' })),
  dateLimit: t.Optional(t.TimeRange),
  operatorId: t.Optional(t.Id),
  refId: t.Optional(t.String({ title: '单据', maxLength: 64 })),
})
export type LedgerQuery = t.Static<typeof LedgerQuery>

export const LedgerRow = t.Object({
  id: t.Id,
  productId: t.Id,
  storeName: t.String(),
  image: t.String({ maxLength: 512 }),
  skuId: t.Id,
  suk: t.String({ maxLength: 400 }),
  change: t.Integer(),
  before: t.Integer(),
  after: t.Integer(),
  reason: t.OneOf(stockReasonNames),
  refType: t.String(),
  refId: t.String(),
  remark: t.String(),
  operatorId: t.Integer(),
  operatorName: t.String(),
  createTime: t.DateTime,
})
export type LedgerRow = t.Static<typeof LedgerRow>

/** A SKU whose stock and ledger disagree. */
const Mismatch = t.Object({
  productId: t.Id,
  storeName: t.String(),
  skuId: t.Id,
  suk: t.String({ maxLength: 400 }),
  stock: t.Integer(),
  ledger: t.Integer({ description: '流水合计' }),
})
export type Mismatch = t.Static<typeof Mismatch>

export const PriceQuery = t.pageQuery({
  productId: t.Optional(t.Id),
  skuId: t.Optional(t.Id),
  field: t.Optional(t.OneOf(priceFieldNames, { title: '价格' })),
  dateLimit: t.Optional(t.TimeRange),
})
export type PriceQuery = t.Static<typeof PriceQuery>

export const PriceRow = t.Object({
  id: t.Id,
  productId: t.Id,
  storeName: t.String(),
  skuId: t.Id,
  suk: t.String({ maxLength: 400 }),
  field: t.OneOf(priceFieldNames),
  old: t.Nullable(t.Yuan),
  new: t.Nullable(t.Yuan),
  source: t.OneOf(priceSourceNames),
  operatorId: t.Integer(),
  operatorName: t.String(),
  createTime: t.DateTime,
})
export type PriceRow = t.Static<typeof PriceRow>

const base = '/admin/store/product'

export const productStock = routes('product-stock', {
  add: {
    method: 'POST',
    path: `${base}/quick/stock/add`,
    permission: 'admin:product:quick:stock:add',
    summary: '快捷增加库存',
    body: StockAddition,
    response: t.SavedVersion,
  },
  adjust: {
    method: 'POST',
    path: `${base}/stock/adjust`,
    permission: 'admin:product:stock:adjust',
    summary: '调整库存',
    body: StockAdjustment,
    response: t.SavedVersion,
  },
  ledger: {
    method: 'GET',
    path: `${base}/stock/ledger`,
    permission: 'admin:product:stock:list',
    summary: '库存流水，新的在前',
    query: LedgerQuery,
    response: t.pageOf(LedgerRow),
  },
  download: exportRoute({
    path: `${base}/stock/ledger/download`,
    permission: 'admin:product:stock:export',
    summary: '导出库存流水',
    query: LedgerQuery,
  }),
  mismatches: {
    method: 'GET',
    path: `${base}/stock/mismatches`,
    permission: 'admin:product:stock:list',
    summary: '库存与流水不符的规格',
    response: t.Array(Mismatch),
  },
  prices: {
    method: 'GET',
    path: `${base}/price/history`,
    permission: 'admin:product:price:history',
    summary: '价格记录，新的在前',
    query: PriceQuery,
    response: t.pageOf(PriceRow),
  },
})
