import { namesOf, pick } from '@zhanggui/domain/fields.ts'
import {
  limitTypes,
  productTabTypes,
  quickFields,
  recommendFlags,
  saleTypes,
  VIDEO_ADDRESS,
  visibilities,
} from '@zhanggui/domain/product/product.ts'
import { productFields, rowFields } from '@zhanggui/domain/product/product-fields.ts'
import { MAX_PRICE_FEN, repriceModes, repriceRounds } from '@zhanggui/domain/product/product-price.ts'
import { MAX_STOCK } from '@zhanggui/domain/product/product-stock.ts'
import { answerOf, draftOf } from '../fields.ts'
import { media } from '../media-address.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const MAX_COUNT = 99_999_999
/** The maximum length of rich text in a request; at most 500 KB of it are stored. */
const MAX_HTML = 2_000_000
const HTML_BODY = 5 * 1024 * 1024
/** Up to this many SKUs reach the rules of the matrix, which refuse more than 600 with their own message. */
const MAX_ROWS = 2000

/** A price in yuan. */
const price = (title: string, example?: number) => t.Amount({ title, maximum: MAX_PRICE_FEN / 100, example })
const count = (title: string, maximum = MAX_COUNT) => t.Integer({ title, maximum })
const flag = (title: string) => t.Boolean({ title })
const moment = (title: string, example: string) =>
  t.String({
    title,
    maxLength: 19,
    pattern: /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/,
    example,
    hint: `${title}格式不正确`,
  })
const cateIds = t.Array(t.Id, {
  title: '商品分类',
  minItems: 1,
  maxItems: 10,
  uniqueItems: true,
  ask: '请选择商品分类',
})

export const AttrDraft = t.Object({
  id: t.Optional(t.Integer({ maximum: Number.MAX_SAFE_INTEGER })),
  attrName: t.String({ title: '规格名', maxLength: 32, example: '颜色' }),
  attrValues: t.Array(t.String({ title: '规格值', maxLength: 64, example: '红' }), { title: '规格值' }),
})
export type AttrDraft = t.Static<typeof AttrDraft>

const attrValue = t.Map(t.String({ title: '规格值', maxLength: 64 }), { title: '规格', example: { 颜色: '红' } })

/** A combination to save. Without `id` it is matched by its values (docs/catalogue.md, SKUs). */
export const SkuDraft = t.Object({
  id: t.Optional(t.Integer({ title: '规格编号', maximum: Number.MAX_SAFE_INTEGER })),
  attrValue: t.Optional(attrValue),
  image: t.Optional(media('规格图片')),
  price: price('售价'),
  otPrice: t.Optional(price('原价')),
  cost: t.Optional(price('成本价')),
  vipPrice: t.Optional(price('会员价')),
  stock: t.Optional(t.Integer({ title: '库存', maximum: MAX_STOCK })),
  stockBase: t.Optional(
    t.Integer({ title: '读取时的库存', maximum: MAX_STOCK, description: '原样传回；库存按 stock 与它的差调整' }),
  ),
  barCode: t.Optional(t.String({ title: '商品编号', maxLength: 50 })),
  skuNo: t.Optional(t.String({ title: '商家编码', maxLength: 50 })),
  weight: t.Optional(t.Number({ title: '重量', minimum: 0, maximum: 99_999 })),
  volume: t.Optional(t.Number({ title: '体积', minimum: 0, maximum: 99_999 })),
  brokerage: t.Optional(price('一级返佣', 1)),
  brokerageTwo: t.Optional(price('二级返佣', 0.5)),
  isShow: t.Optional(flag('启用')),
  alertStock: t.Optional(count('库存预警')),
})
export type SkuDraft = t.Static<typeof SkuDraft>

const Param = t.Object({
  name: t.String({ title: '参数名称', minLength: 1, maxLength: 32 }),
  value: t.String({ title: '参数值', maxLength: 128 }),
})

const plainDraft = draftOf(productFields)
const flags = pick(plainDraft, namesOf(recommendFlags))

const draftFields = {
  // A product may be saved without pictures, but not put on the shelf.
  image: t.Optional(media('商品封面图')),
  sliderImage: t.Optional(t.Array(media('商品轮播图'), { title: '商品轮播图', maxItems: 10 })),
  videoLink: t.Optional(
    t.String({
      title: '主图视频',
      maxLength: 512,
      pattern: VIDEO_ADDRESS,
      example: 'https://example.com/a.mp4',
      hint: '主图视频须为 mp4、webm 或 mov 的地址',
    }),
  ),
  flatPattern: t.Optional(media('展示图', { maxLength: 1000 })),
  ...plainDraft,
  cateIds,
  tempId: t.Integer({ title: '运费模板', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '请选择运费模板' }),
  specType: t.Optional(flag('多规格')),
  isSub: t.Optional(flag('单独设置佣金')),
  attr: t.Optional(t.Array(AttrDraft, { title: '商品规格', maxItems: 50 })),
  attrValue: t.Array(SkuDraft, { title: '规格', maxItems: MAX_ROWS, ask: '请填写规格' }),
  activity: t.Optional(
    t.Array(t.OneOfNumbers(saleTypes, { title: '活动优先级' }), {
      title: '活动优先级',
      maxItems: 4,
      uniqueItems: true,
    }),
  ),
  couponIds: t.Optional(t.Array(t.Id, { title: '优惠券', maxItems: 20, uniqueItems: true })),
  content: t.Optional(t.String({ title: '商品详情', maxLength: MAX_HTML })),
  brandId: t.Optional(t.Integer({ title: '品牌', maximum: Number.MAX_SAFE_INTEGER })),
  labelIds: t.Optional(t.Array(t.Id, { title: '标签', maxItems: 10, uniqueItems: true })),
  params: t.Optional(t.Array(Param, { title: '商品参数', maxItems: 30 })),
  ensureIds: t.Optional(t.Array(t.Id, { title: '服务保障', maxItems: 20, uniqueItems: true })),
  alertStock: t.Optional(count('库存预警')),
  limitType: t.Optional(t.OneOfNumbers(limitTypes, { title: '限购方式' })),
  limitNum: t.Optional(count('限购数量', 9999)),
  autoOnTime: t.Optional(moment('定时上架时间', '2099-12-01 08:00:00')),
  autoOffTime: t.Optional(moment('定时下架时间', '2099-12-31 20:00:00')),
  visibility: t.Optional(t.OneOfNumbers(visibilities, { title: '可见范围' })),
  shareImage: t.Optional(media('分享图')),
}

/** The product form. Omitted fields get their default, also on update; for stock and cost see 3.3 and 2.6. */
export const ProductDraft = t.Object({
  ...draftFields,
  isShow: t.Optional(t.Boolean({ title: '提交并上架', description: '需要上架权限' })),
})
export type ProductDraft = t.Static<typeof ProductDraft>
export const ProductChange = t.Object({ id: t.Id, version: t.Version, ...draftFields })
export type ProductChange = t.Static<typeof ProductChange>

/** A SKU in answers. */
export const Sku = t.Object({
  id: t.Id,
  productId: t.Id,
  version: t.Integer(),
  attrValue,
  suk: t.String({ maxLength: 400 }),
  unique: t.String(),
  image: media('规格图片'),
  price: t.Yuan,
  otPrice: t.Yuan,
  cost: t.Nullable(t.Yuan),
  vipPrice: t.Nullable(t.Yuan),
  stock: t.Integer(),
  stockBase: t.Optional(t.Integer()),
  sales: t.Integer(),
  barCode: t.String(),
  skuNo: t.String(),
  weight: t.Number(),
  volume: t.Number(),
  brokerage: t.Yuan,
  brokerageTwo: t.Yuan,
  isShow: t.Boolean(),
  alertStock: t.Nullable(t.Integer()),
  /** 近30日最低价, only in the details of a product. */
  lowestPrice: t.Optional(t.Yuan),
})
export type Sku = t.Static<typeof Sku>

/** A product without rich text, coupons, dimensions and SKUs. */
export const ProductBase = t.Object({
  id: t.Id,
  version: t.Integer(),
  image: media('商品封面图'),
  sliderImage: t.Array(media('商品轮播图')),
  videoLink: t.String({ maxLength: 512 }),
  flatPattern: t.String({ maxLength: 1000 }),
  ...answerOf(productFields),
  barCode: t.String(),
  cateIds: t.Array(t.Id),
  cateNames: t.Array(t.String()),
  storeCategory: t.Object({ id: t.Integer(), cateName: t.String() }),
  specType: t.Boolean(),
  price: t.Yuan,
  priceMax: t.Yuan,
  otPrice: t.Yuan,
  cost: t.Nullable(t.Yuan),
  vipPrice: t.Nullable(t.Yuan),
  stock: t.Integer(),
  sales: t.Integer(),
  browse: t.Integer(),
  collectCount: t.Integer(),
  skuCount: t.Integer(),
  alert: t.Boolean({ description: '到达警戒库存' }),
  tempId: t.Integer(),
  tempName: t.String(),
  isPostage: t.Boolean({ description: '全国包邮' }),
  isSub: t.Boolean(),
  activity: t.Array(t.OneOfNumbers(saleTypes)),
  isShow: t.Boolean(),
  isRecycle: t.Boolean(),
  isDel: t.Boolean(),
  isSeckill: t.Boolean(),
  isBargain: t.Boolean(),
  isCombination: t.Boolean(),
  codePath: t.String({ maxLength: 512 }),
  brandId: t.Integer(),
  brandName: t.String(),
  labelIds: t.Array(t.Id),
  params: t.Array(Param),
  ensureIds: t.Array(t.Id),
  alertStock: t.Nullable(t.Integer()),
  limitType: t.OneOfNumbers(limitTypes),
  limitNum: t.Integer(),
  /** When it was first put on the shelf; null if it never was. */
  firstShowTime: t.Nullable(t.DateTime),
  autoOnTime: t.Nullable(t.DateTime),
  autoOffTime: t.Nullable(t.DateTime),
  visibility: t.OneOfNumbers(visibilities),
  shareImage: t.String({ maxLength: 512 }),
  replyCount: t.Integer(),
  createTime: t.DateTime,
  updateTime: t.DateTime,
  createBy: t.String(),
  updateBy: t.String(),
})
export type ProductBase = t.Static<typeof ProductBase>

/** A product in the list (decision 0024). */
export const ProductRow = t.Object({
  ...answerOf(rowFields),
  ...pick(ProductBase.properties, [
    ...(['id', 'version', 'image', 'storeCategory', 'brandName', 'createTime'] as const),
    ...(['price', 'priceMax', 'otPrice', 'cost', 'specType', 'skuCount', 'stock', 'sales', 'alert'] as const),
    ...(['isShow', 'isRecycle', 'isSeckill', 'isBargain', 'isCombination'] as const),
  ]),
  /** Only with `withSku=1`. */
  attrValue: t.Optional(t.Array(Sku)),
})
export type ProductRow = t.Static<typeof ProductRow>

/** A product with all details, as the form shows it. */
export const ProductInfo = t.Object({
  ...ProductBase.properties,
  attr: t.Array(t.Object({ id: t.Id, attrName: t.String(), attrValues: t.Array(t.String()) })),
  attrValue: t.Array(Sku),
  content: t.String({ maxLength: MAX_HTML }),
  couponIds: t.Array(t.Id),
  coupons: t.Array(t.Object({ id: t.Id, name: t.String() })),
})
export type ProductInfo = t.Static<typeof ProductInfo>

/** A product in the picker; never with costs. */
export const ProductPick = t.Object({
  id: t.Id,
  image: media('商品封面图'),
  storeName: t.String(),
  storeCategory: t.Object({ id: t.Integer(), cateName: t.String() }),
  cateNames: t.Array(t.String()),
  price: t.Yuan,
  otPrice: t.Yuan,
  stock: t.Integer(),
  sales: t.Integer(),
  isShow: t.Boolean(),
  specType: t.Boolean(),
  skuCount: t.Integer(),
  /** The first twenty SKUs. */
  attrValue: t.Array(
    t.Object({
      id: t.Id,
      suk: t.String({ maxLength: 400 }),
      unique: t.String(),
      price: t.Yuan,
      stock: t.Integer(),
      image: media('规格图片'),
    }),
  ),
})
export type ProductPick = t.Static<typeof ProductPick>

const cateId = t.Optional(t.Array(t.Id, { title: '商品分类', maxItems: 50, description: '含下级分类' }))
/** Too long keywords are refused by the search, with its own message. */
const keywords = t.Optional(t.String({ title: '关键字', pasted: 'keyword' }))
const direction = (title: string) => t.Optional(t.OneOf(['asc', 'desc'], { title }))

const filterFields = {
  cateId,
  keywords,
  ...flags,
  tempId: t.Optional(t.Id),
  brandId: t.Optional(t.Id),
  labelId: t.Optional(t.Id),
  priceMin: t.Optional(price('最低售价')),
  priceMax: t.Optional(price('最高售价')),
  stockMin: t.Optional(count('最少库存')),
  stockMax: t.Optional(count('最多库存')),
  createTime: t.Optional(t.TimeRange),
  hasActivity: t.Optional(flag('有活动')),
  noImage: t.Optional(flag('图片缺失')),
}
/** The conditions on products besides the tab. */
export const ProductFilter = t.Object(filterFields)
export type ProductFilter = t.Static<typeof ProductFilter>

const unknownType = { title: '商品类型', ask: '未知的商品类型', hint: '未知的商品类型' }
const type = t.OneOfNumbers(productTabTypes, unknownType)

export const ProductQuery = t.pageQuery({
  type,
  ...filterFields,
  priceOrder: direction('价格排序'),
  salesOrder: direction('销量排序'),
  stockOrder: direction('库存排序'),
  createTimeOrder: direction('添加时间排序'),
  withSku: t.Optional(flag('带规格')),
})
export type ProductQuery = t.Static<typeof ProductQuery>

export const PickQuery = t.pageQuery({ type: t.Optional(type), cateId, keywords })
export type PickQuery = t.Static<typeof PickQuery>

const TabHeader = t.Object({
  name: t.String(),
  type,
  count: t.Integer(),
  countIsLowerBound: t.Optional(t.Boolean()),
})
export type TabHeader = t.Static<typeof TabHeader>

const Listed = t.Object({ ...t.pageOf(ProductBase).properties, missing: t.Array(t.Integer()) })
const One = t.Object({ id: t.Id })

const QuickEdit = t.Object(
  {
    id: t.Id,
    version: t.Version,
    field: t.OneOf(quickFields, { title: '字段' }),
    value: t.Unknown(),
  },
  { example: { id: 1, version: 0, field: 'storeName', value: '纯棉毛巾' } },
)
export type QuickEdit = t.Static<typeof QuickEdit>

/** The actions on many products at once (docs/catalogue.md, Many at once). */
export const batchActions = [
  'up',
  'down',
  'recycle',
  'delete',
  'restore',
  'category',
  'flags',
  'freight',
  'price',
  'stock',
  'fields',
] as const
export type BatchAction = (typeof batchActions)[number]

const BatchData = t.Object({
  force: t.Optional(t.Boolean({ title: '强制下架' })),
  mode: t.Optional(t.OneOf([...repriceModes, 'remove'], { title: '方式' })),
  cateIds: t.Optional(cateIds),
  ...flags,
  tempId: t.Optional(t.Id),
  target: t.Optional(t.OneOf(['price', 'otPrice', 'cost'], { title: '价格' })),
  value: t.Optional(t.Number({ title: '数值', minimum: -MAX_COUNT, maximum: MAX_COUNT })),
  round: t.Optional(t.OneOf(repriceRounds, { title: '取整' })),
  reason: t.Optional(t.String({ title: '原因', maxLength: 20 })),
  remark: t.Optional(t.String({ title: '备注' })),
  sort: draftFields.sort,
  ficti: draftFields.ficti,
  giveIntegral: draftFields.giveIntegral,
  unitName: t.Optional(draftFields.unitName),
  keyword: draftFields.keyword,
  isSub: draftFields.isSub,
  couponIds: draftFields.couponIds,
  labelIds: draftFields.labelIds,
})
export type BatchData = t.Static<typeof BatchData>

export const ProductBatch = t.Object(
  {
    ids: t.Optional(t.Array(t.Id, { title: '商品', maxItems: 10_000, uniqueItems: true })),
    filter: t.Optional(t.Object({ type, ...filterFields })),
    action: t.OneOf(batchActions, { title: '操作' }),
    data: t.Optional(BatchData),
    dryRun: t.Optional(t.Boolean({ title: '只预览' })),
    page: t.Optional(t.Integer({ title: '预览页码', minimum: 1, maximum: 10_000 })),
  },
  { example: { ids: [1, 2], action: 'down', dryRun: true } },
)
export type ProductBatch = t.Static<typeof ProductBatch>

/** How many products a page of a dry run shows. */
export const PREVIEW_PRODUCTS = 10

/** The result of a batch, or for a dry run all changes it would make to the products of the page asked for. */
const BatchAnswer = t.Object({
  /** By which it can be taken back. */
  undoId: t.Optional(t.Id),
  total: t.Integer(),
  success: t.Integer(),
  failed: t.Integer(),
  errors: t.Array(t.Object({ id: t.Integer(), name: t.String(), message: t.String({ maxLength: 500 }) })),
  samples: t.Optional(
    t.Array(
      t.Object({
        id: t.Id,
        name: t.String(),
        suk: t.String({ maxLength: 400 }),
        field: t.String(),
        before: t.String({ maxLength: 1000 }),
        after: t.String({ maxLength: 1000 }),
      }),
    ),
  ),
})
export type BatchAnswer = t.Static<typeof BatchAnswer>

const draftKey = t.String({
  title: '草稿',
  pattern: /^(new(-[0-9a-z]{8})?|\d{1,16})$/,
  example: 'new',
  hint: '草稿编号格式不正确',
})
/** `key`: under which it was found; of new products also another one's. */
const FormDraft = t.Object({ body: t.Nullable(t.Json()), time: t.Nullable(t.DateTime), key: t.Optional(t.String()) })

const base = '/admin/store/product'

export const product = routes('product', {
  list: {
    method: 'GET',
    path: `${base}/list`,
    permission: 'admin:product:list',
    summary: '商品列表',
    query: ProductQuery,
    response: t.pageOf(ProductRow),
  },
  pick: {
    method: 'GET',
    path: '/api/productList',
    permission: 'auth',
    summary: '选择商品',
    query: PickQuery,
    response: t.pageOf(ProductPick),
  },
  tabs: {
    method: 'GET',
    path: `${base}/tabs/headers`,
    permission: 'admin:product:tabs:headers',
    summary: '商品各状态数量',
    query: ProductFilter,
    response: t.Array(TabHeader),
  },
  save: {
    method: 'POST',
    path: `${base}/save`,
    permission: 'admin:product:save',
    summary: '新增商品',
    body: ProductDraft,
    bodyLimit: HTML_BODY,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: `${base}/update`,
    permission: 'admin:product:update',
    summary: '编辑商品',
    body: ProductChange,
    bodyLimit: HTML_BODY,
    response: t.SavedVersion,
  },
  info: {
    method: 'GET',
    path: `${base}/info/:id`,
    permission: 'admin:product:info',
    summary: '商品详情',
    params: One,
    response: ProductInfo,
  },
  remove: {
    method: 'GET',
    path: `${base}/delete/:id`,
    permission: 'admin:product:delete',
    summary: '删除商品',
    changes: true,
    params: One,
    query: t.Object({
      type: t.Optional(t.OneOf(['recycle', 'delete'], { title: '删除类型', hint: '未知的删除类型' })),
    }),
    response: t.Done,
  },
  restore: {
    method: 'GET',
    path: `${base}/restore/:id`,
    permission: 'admin:product:restore',
    summary: '恢复商品',
    changes: true,
    params: One,
    response: t.SavedVersion,
  },
  putOnShelf: {
    method: 'GET',
    path: `${base}/putOnShell/:id`,
    permission: 'admin:product:up',
    summary: '上架商品',
    changes: true,
    params: One,
    response: t.SavedVersion,
  },
  takeOffShelf: {
    method: 'GET',
    path: `${base}/offShell/:id`,
    permission: 'admin:product:down',
    summary: '下架商品',
    changes: true,
    params: One,
    query: t.Object({ force: t.Optional(t.Boolean({ title: '强制下架' })) }),
    response: t.SavedVersion,
  },
  listByIds: {
    method: 'GET',
    path: `${base}/listids/:ids`,
    permission: 'admin:product:listbyids',
    summary: '按编号查询商品',
    params: t.Object({ ids: t.Array(t.Id, { title: '编号', minItems: 1, maxItems: 200 }) }),
    response: Listed,
  },
  duplicate: {
    method: 'POST',
    path: `${base}/duplicate/:id`,
    permission: 'admin:product:save',
    summary: '复制商品',
    params: One,
    response: t.SavedVersion,
  },
  quickEdit: {
    method: 'POST',
    path: `${base}/quick/edit`,
    permission: 'admin:product:update',
    summary: '快捷修改商品',
    body: QuickEdit,
    response: t.SavedVersion,
  },
  batch: {
    method: 'POST',
    path: `${base}/batch`,
    permission: 'admin:product:batch',
    summary: '批量操作商品',
    body: ProductBatch,
    response: BatchAnswer,
    accepted: t.Object({ taskId: t.String() }),
  },
  keepDraft: {
    method: 'POST',
    path: `${base}/draft`,
    permission: 'admin:product:save',
    quiet: true,
    summary: '暂存商品草稿',
    body: t.Object({ key: draftKey, body: t.Json({ title: '草稿内容' }) }),
    bodyLimit: HTML_BODY,
    response: t.Done,
  },
  draft: {
    method: 'GET',
    path: `${base}/draft`,
    permission: 'admin:product:save',
    summary: '商品草稿',
    query: t.Object({ key: draftKey }),
    response: FormDraft,
  },
  removeDraft: {
    method: 'DELETE',
    path: `${base}/draft`,
    permission: 'admin:product:save',
    quiet: true,
    summary: '删除商品草稿',
    query: t.Object({ key: draftKey }),
    response: t.Done,
  },
  qrcode: {
    method: 'GET',
    path: `${base}/qrcode/:id`,
    permission: 'admin:product:info',
    errors: [422, 502],
    summary: '商品码',
    params: One,
    query: t.Object({ kind: t.Optional(t.OneOf(['mp', 'h5'], { title: '商品码类型' })) }),
    response: t.Object({ url: t.String({ maxLength: 1_000_000 }) }),
  },
})
