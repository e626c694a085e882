import { pick } from '@zhanggui/domain/fields.ts'
import { MAX_PRICE_FEN } from '@zhanggui/domain/product/product-price.ts'
import { adjustReasonNames, MAX_STOCK } from '@zhanggui/domain/product/product-stock.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { ProductFilter, ProductQuery } from './product.ts'

/** How many products a page of the grid has at most, and one call changes. */
export const GRID_PRODUCTS = 200
/** The grid shows, and a page of it has, at most so many SKUs; of a single product all of them. */
export const GRID_LINES = 2000
/** A product has at most as many SKUs. */
const GRID_SKUS = 600

/** The columns of the grid. The first four belong to a SKU, the others to its product. */
export const gridFields = {
  price: '售价',
  otPrice: '原价',
  cost: '成本价',
  stock: '库存',
  sort: '排序',
  isShow: '上架',
} as const
export type GridField = keyof typeof gridFields
export const gridFieldNames = Object.keys(gridFields) as GridField[]

const price = (title: string) => t.Optional(t.Amount({ title, maximum: MAX_PRICE_FEN / 100 }))
const stock = (title: string) => t.Optional(t.Integer({ title, maximum: MAX_STOCK }))

const GridSku = t.Object({
  id: t.Id,
  suk: t.String({ maxLength: 400 }),
  price: t.Yuan,
  otPrice: t.Yuan,
  /** null for those who may not see costs. */
  cost: t.Nullable(t.Yuan),
  stock: t.Integer(),
  isShow: t.Boolean(),
})

/** A product with its SKUs, each a line of the grid. */
const GridProduct = t.Object({
  id: t.Id,
  version: t.Integer(),
  storeName: t.String(),
  image: t.String({ maxLength: 512 }),
  sort: t.Integer(),
  isShow: t.Boolean(),
  isRecycle: t.Boolean(),
  skus: t.Array(GridSku),
})
export type GridProduct = t.Static<typeof GridProduct>

/** The products named, or those of a tab that the filter finds. */
const GridQuery = t.pageQuery({
  ids: t.Optional(t.Array(t.Id, { title: '商品', minItems: 1, maxItems: GRID_PRODUCTS })),
  ...ProductFilter.properties,
  ...pick(ProductQuery.properties, ['priceOrder', 'salesOrder', 'stockOrder', 'createTimeOrder'] as const),
  type: t.Optional(t.OneOfNumbers([1, 2, 3, 4], { title: '商品类型' })),
})
export type GridQuery = t.Static<typeof GridQuery>

const SkuEdit = t.Object({
  id: t.Id,
  price: price('售价'),
  otPrice: price('原价'),
  cost: price('成本价'),
  stock: stock('库存'),
  stockBase: stock('读取时的库存'),
})

/** What changes of a product: only the cells that were edited. Stock changes by `stock − stockBase` (docs/catalogue.md, Stock). */
const GridEdit = t.Object({
  id: t.Id,
  version: t.Version,
  sort: t.Optional(t.Integer({ title: '排序', maximum: 99_999 })),
  isShow: t.Optional(t.Boolean({ title: '上架' })),
  skus: t.Optional(t.Array(SkuEdit, { title: '规格', maxItems: GRID_SKUS })),
})
export type GridEdit = t.Static<typeof GridEdit>

const GridSave = t.Object(
  {
    changes: t.Array(GridEdit, { title: '修改', minItems: 1, maxItems: GRID_PRODUCTS, ask: '没有要保存的修改' }),
    reason: t.Optional(t.OneOf(adjustReasonNames, { title: '库存变动原因' })),
    remark: t.Optional(t.String({ title: '备注' })),
    undoId: t.Optional(t.Id),
  },
  { example: { changes: [{ id: 1, version: 0, skus: [{ id: 1, price: 59 }] }] } },
)
export type GridSave = t.Static<typeof GridSave>

/** A cell that was refused; `skuId` is 0 for those of the product. */
const GridCell = t.Object({
  skuId: t.Integer(),
  field: t.OneOf([...gridFieldNames, '']),
  message: t.String({ maxLength: 500 }),
})
export type GridCell = t.Static<typeof GridCell>

/** A product that was left as it is. */
const GridFailure = t.Object({
  id: t.Id,
  name: t.String(),
  message: t.String({ maxLength: 500 }),
  cells: t.Array(GridCell),
  /** Who changed it meanwhile, and when: its row has what it is now. */
  changedBy: t.Optional(t.String()),
  changedAt: t.Optional(t.DateTime),
})
export type GridFailure = t.Static<typeof GridFailure>

const GridAnswer = t.Object({
  /** By which it can be taken back, with all calls that gave it. */
  undoId: t.Optional(t.Id),
  success: t.Integer(),
  errors: t.Array(GridFailure),
  /** The products of the call as they are now, saved or not. */
  rows: t.Array(GridProduct),
})
export type GridAnswer = t.Static<typeof GridAnswer>

const permission = 'admin:product:batch'
const path = '/admin/store/product/grid'

/** 快速编辑: prices, stock, order and shelf of many products, edited in a grid. */
export const productGrid = routes('product-grid', {
  list: {
    method: 'GET',
    path,
    permission,
    summary: '快速编辑的商品和规格',
    query: GridQuery,
    response: t.Object({
      ...t.pageOf(GridProduct).properties,
      /** Further products of this page are left out, as they have too many SKUs. */
      cut: t.Optional(t.Boolean({ title: '规格太多，没有列全' })),
    }),
  },
  save: {
    method: 'POST',
    path,
    permission,
    summary: '快速编辑商品',
    body: GridSave,
    response: GridAnswer,
  },
})
