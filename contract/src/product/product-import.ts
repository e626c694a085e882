import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { undoStatuses } from './product-undo.ts'

/** What an import may do: add products, change existing ones, or both. */
export const importModes = ['create', 'update', 'upsert'] as const
export type ImportMode = (typeof importModes)[number]
/** Our own sheet, or the product export of a Shopify shop. */
export const importFormats = ['sheet', 'shopify'] as const
export type ImportFormat = (typeof importFormats)[number]
/** Checked, running, done; `failed` when the whole import failed. */
export const importStatuses = ['checked', 'running', 'done', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Options for reading a file; the defaults suit most shops. */
export const ImportOptions = t.Object({
  mode: t.Optional(t.OneOf(importModes, { title: '导入方式', description: '默认 upsert' })),
  createCategories: t.Optional(t.Boolean({ title: '自动创建分类', description: '默认是' })),
  createBrands: t.Optional(t.Boolean({ title: '自动创建品牌', description: '默认是' })),
  createLabels: t.Optional(t.Boolean({ title: '自动创建标签', description: '默认是' })),
  updateStock: t.Optional(t.Boolean({ title: '更新已有商品的库存', description: '默认是' })),
  publish: t.Optional(t.Boolean({ title: '按原状态上架', description: '默认否；需要上架权限' })),
  fetchPictures: t.Optional(t.Boolean({ title: '图片转存', description: '默认是' })),
  untrackedStock: t.Optional(t.Integer({ title: '未跟踪库存的规格的库存', maximum: 99_999_999 })),
  tempId: t.Optional(t.Integer({ title: '运费模板', maximum: Number.MAX_SAFE_INTEGER })),
  cateId: t.Optional(t.Integer({ title: '缺少分类时放入', maximum: Number.MAX_SAFE_INTEGER })),
})
export type ImportOptions = t.Static<typeof ImportOptions>

/** A problem or change at a cell. */
export const ImportRemark = t.Object({
  row: t.Integer(),
  column: t.String({ description: 'heading in the file; empty for the whole row' }),
  message: t.String({ maxLength: 500 }),
})
export type ImportRemark = t.Static<typeof ImportRemark>

const ImportSample = t.Object({
  row: t.Integer(),
  /** The existing or created product; 0 while there is none. */
  productId: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  action: t.OneOf(['create', 'update', 'skip']),
  storeName: t.String(),
  category: t.String(),
  image: t.String({ maxLength: 2000 }),
  price: t.String(),
  stock: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  skuCount: t.Integer(),
})
export type ImportSample = t.Static<typeof ImportSample>

const fields = {
  id: t.Id,
  fileName: t.String(),
  format: t.OneOf(importFormats),
  mode: t.OneOf(importModes),
  status: t.OneOf(importStatuses),
  /** The number of products in the file, then of those that can and cannot be imported. */
  total: t.Integer(),
  valid: t.Integer(),
  invalid: t.Integer(),
  creates: t.Integer(),
  updates: t.Integer(),
  skus: t.Integer(),
  /** The numbers imported and failed so far. */
  done: t.Integer(),
  failed: t.Integer(),
  taskId: t.String(),
  pictureTaskId: t.String(),
  createBy: t.String(),
  createTime: t.DateTime,
  finishTime: t.Nullable(t.DateTime),
  /** The action to take back; 0 and null before the import has begun. */
  undoId: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  undoStatus: t.Nullable(t.OneOf(undoStatuses)),
}
export const ImportRow = t.Object(fields)
export type ImportRow = t.Static<typeof ImportRow>

/** The findings and results of an import; long lists are cut to their first 200 entries. */
export const ImportInfo = t.Object({
  ...fields,
  importedBefore: t.Nullable(t.DateTime),
  newCategories: t.Array(t.String({ maxLength: 200 })),
  newBrands: t.Array(t.String()),
  newLabels: t.Array(t.String()),
  /** The columns of the file that are not read; `meant` is a column that is read and has nearly the same heading. */
  unread: t.Array(t.Object({ column: t.String(), meant: t.String() })),
  pictures: t.Object({ total: t.Integer(), stored: t.Integer(), missing: t.Integer() }),
  preview: t.Array(ImportSample),
  errors: t.Array(ImportRemark),
  errorCount: t.Integer(),
  warnings: t.Array(ImportRemark),
  warningCount: t.Integer(),
})
export type ImportInfo = t.Static<typeof ImportInfo>

const MissingPicture = t.Object({
  id: t.Id,
  productId: t.Id,
  storeName: t.String(),
  url: t.String({ maxLength: 2000 }),
  reason: t.String({ maxLength: 255 }),
})
export type MissingPicture = t.Static<typeof MissingPicture>
const MissingQuery = t.pageQuery({ id: t.Id })

export const ImportQuery = t.pageQuery({ status: t.Optional(t.OneOf(importStatuses, { title: '状态' })) })
export type ImportQuery = t.Static<typeof ImportQuery>

const permission = 'admin:product:import:excel'
const params = t.Object({ id: t.Id })
const base = '/admin/store/product/import'

/** 商品导入 (docs/catalogue.md, Import and copying): first a check that writes nothing, then the import itself as a task. */
export const productImport = routes('product-import', {
  template: {
    method: 'GET',
    path: `${base}/template`,
    permission,
    summary: '下载商品导入模板',
    response: t.File,
  },
  upload: {
    method: 'POST',
    path: `${base}/upload`,
    permission,
    summary: '上传并检查商品文件',
    files: { kinds: ['sheet'], max: 1 },
    body: ImportOptions,
    response: t.Object({ importId: t.Id, ...ImportInfo.properties }),
  },
  confirm: {
    method: 'POST',
    path: `${base}/confirm`,
    permission,
    errors: [404],
    summary: '执行商品导入',
    body: t.Object({
      importId: t.Id,
      policy: t.OneOf(['skip', 'all'], { title: '有错误时', description: 'skip 跳过有错误的商品；all 有错误就不导入' }),
    }),
    response: t.Done,
    accepted: t.Object({ taskId: t.String() }),
  },
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission,
    summary: '商品导入记录，新的在前',
    query: ImportQuery,
    response: t.pageOf(ImportRow),
  },
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission,
    summary: '商品导入详情',
    params,
    response: ImportInfo,
  },
  missing: {
    method: 'GET',
    path: `${base}/missing`,
    permission,
    summary: '导入后缺失的图片',
    query: MissingQuery,
    response: t.pageOf(MissingPicture),
  },
  retryPictures: {
    method: 'POST',
    path: `${base}/pictures/:id`,
    permission,
    summary: '重新获取缺失的图片',
    params,
    response: t.Done,
    accepted: t.Object({ taskId: t.String() }),
  },
  file: {
    method: 'GET',
    path: `${base}/file/:id`,
    permission,
    summary: '下载导入的原文件',
    params,
    response: t.File,
  },
  errors: {
    method: 'GET',
    path: `${base}/errors/:id`,
    permission,
    summary: '下载带错误原因的文件',
    params,
    response: t.File,
  },
})
