import { titlesOf } from '@zhanggui/domain/fields.ts'
import { listedFields } from '@zhanggui/domain/product/product-fields.ts'
import { type ProductSheetColumn, productSheetColumns } from '@zhanggui/domain/product/product-sheet.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { exportRoute } from '../work/export.ts'
import { ProductQuery } from './product.ts'

/** A row for each product or for each SKU; only the latter can be imported again. */
export const productExportModes = ['spu', 'sku'] as const

/** Columns of an export with a row for each product. */
export const productExportColumns = {
  storeName: '商品名称',
  categories: '商品分类',
  price: '价格',
  stock: '库存',
  sales: '销量',
  browse: '浏览量',
  id: 'ID',
  otPrice: '市场价',
  cost: '成本价',
  barCode: '商品编号',
  skuNo: '商家编码',
  unitName: '单位',
  status: '状态',
  sort: '排序',
  ficti: '虚拟销量',
  giveIntegral: '积分',
  freight: '运费模板',
  createTime: '添加时间',
  ...titlesOf(listedFields),
  brandName: '品牌',
  labels: '标记',
  priceMax: '最高价',
  margin: '毛利率',
} as const
export type ProductExportColumn = keyof typeof productExportColumns

const names = [...new Set([...Object.keys(productExportColumns), ...Object.keys(productSheetColumns)])] as (
  | ProductExportColumn
  | ProductSheetColumn
)[]

export const ProductExportQuery = t.Object({
  ...ProductQuery.properties,
  type: t.Optional(ProductQuery.properties.type),
  mode: t.Optional(
    t.OneOf(productExportModes, { title: '导出方式', description: 'spu 每个商品一行；sku 每个规格一行，可再导入' }),
  ),
  ids: t.Optional(t.Array(t.Id, { title: '商品', maxItems: 10_000, description: '只导出这些商品，不看筛选条件' })),
  columns: t.Optional(t.Array(t.OneOf(names), { title: '列', maxItems: names.length, description: '默认全部' })),
})
export type ProductExportQuery = t.Static<typeof ProductExportQuery>

export const productExport = routes('product-export', {
  download: exportRoute({
    path: '/admin/export/excel/product',
    permission: 'admin:export:excel:product',
    summary: '导出商品',
    query: ProductExportQuery,
  }),
})
