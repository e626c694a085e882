import {
  componentStatuses,
  editStatuses,
  MAX_PICTURES,
  qualificationTypes,
  syncStates,
} from '@zhanggui/domain/product/component-product.ts'
import { MAX_PRICE_FEN } from '@zhanggui/domain/product/product-price.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { AttrDraft } from './product.ts'

const MAX_HTML = 2_000_000
const HTML_BODY = 5 * 1024 * 1024
const MAX_ROWS = 2000

const picture = (title: string) =>
  t.String({
    title,
    maxLength: 512,
    pattern: /^(https?:\/\/|\/file\/|public\/)\S+$/,
    example: 'https://example.com/a.png',
    hint: `${title}地址不正确`,
  })
const pictures = (title: string, minItems = 0) =>
  t.Array(picture(title), { title, minItems, maxItems: MAX_PICTURES, ...(minItems && { ask: `请上传${title}` }) })
const attrValue = t.Map(t.String({ title: '规格值', maxLength: 64 }), { title: '规格' })
const count = (title: string, maximum: number) => t.Integer({ title, maximum })

/** A SKU of the main product, by its id; its price may differ from the main one. */
export const ComponentSkuDraft = t.Object({
  id: t.Integer({ title: '规格编号', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  image: picture('规格图片'),
  price: t.Amount({ title: '商品价', maximum: MAX_PRICE_FEN / 100 }),
  otPrice: t.Optional(t.Amount({ title: '原价', maximum: MAX_PRICE_FEN / 100 })),
})
export type ComponentSkuDraft = t.Static<typeof ComponentSkuDraft>

const draftFields = {
  title: t.String({ title: '商品标题', minLength: 3, maxLength: 60 }),
  headImg: pictures('商品轮播图', 1),
  qualificationPics: t.Optional(pictures('商品资质图')),
  thirdCatId: t.Integer({
    title: '微信商品类目',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    ask: '请选择微信商品类目',
  }),
  brandId: t.Optional(t.Integer({ title: '商品品牌', maximum: Number.MAX_SAFE_INTEGER })),
  descInfo: t.Optional(t.String({ title: '商品详情', maxLength: MAX_HTML })),
  descImgs: t.Optional(t.Array(picture('详情图片'), { title: '详情图片', maxItems: 50 })),
  tempId: t.Integer({ title: '运费模板', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, ask: '请选择运费模板' }),
  unitName: t.Optional(t.String({ title: '单位', maxLength: 32 })),
  giveIntegral: t.Optional(count('获得积分', 99_999_999)),
  ficti: t.Optional(count('虚拟销量', 9_999_999)),
  specType: t.Optional(t.Boolean({ title: '多规格' })),
  attr: t.Optional(t.Array(AttrDraft, { title: '商品规格', maxItems: 50 })),
  attrValue: t.Array(ComponentSkuDraft, { title: '商品规格', maxItems: MAX_ROWS, ask: '请至少选择一个商品规格' }),
}

export const ComponentDraftSave = t.Object({
  primaryProductId: t.Integer({
    title: '主商品',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    ask: '请选择商品',
  }),
  ...draftFields,
})
export type ComponentDraftSave = t.Static<typeof ComponentDraftSave>
export const ComponentDraftChange = t.Object({
  productId: t.Integer({ title: '小店商品', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  version: t.Version,
  ...draftFields,
})
export type ComponentDraftChange = t.Static<typeof ComponentDraftChange>

/** Fields of both the draft and the live product. */
const shared = {
  id: t.Id,
  version: t.Integer(),
  primaryProductId: t.Id,
  componentProductId: t.String(),
  title: t.String(),
  path: t.String(),
  headImg: t.Array(t.String({ maxLength: 512 })),
  qualificationPics: t.Array(t.String({ maxLength: 512 })),
  thirdCatId: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  thirdCatName: t.String(),
  brandId: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  tempId: t.Id,
  unitName: t.String(),
  giveIntegral: t.Integer(),
  ficti: t.Integer(),
  specType: t.Boolean(),
  sales: t.Integer(),
  stock: t.Integer(),
  editStatus: t.OneOfNumbers(editStatuses),
  isDel: t.Boolean(),
  createTime: t.DateTime,
  updateTime: t.DateTime,
}
const details = { descInfo: t.String({ maxLength: MAX_HTML }), descImgs: t.Array(t.String({ maxLength: 512 })) }
const onlineFields = {
  ...shared,
  draftId: t.Id,
  status: t.Integer({ minimum: -32_768 }),
  statusReason: t.String({ maxLength: 500 }),
}
const draftRowFields = {
  ...shared,
  /** The online row's id. */
  productId: t.Id,
  auditReason: t.String({ maxLength: 500 }),
  submitTime: t.Nullable(t.DateTime),
  auditTime: t.Nullable(t.DateTime),
  syncState: t.OneOf(syncStates),
  syncError: t.String({ maxLength: 500 }),
}

/** A combination in the WeChat shop: `id` is the `out_sku_id`, `stock` that of its main SKU. */
const ComponentSku = t.Object({
  id: t.Id,
  productId: t.Id,
  primarySkuId: t.Id,
  skuId: t.String(),
  suk: t.String({ maxLength: 400 }),
  thumbImg: t.String({ maxLength: 512 }),
  salePrice: t.Yuan,
  marketPrice: t.Yuan,
  stock: t.Integer(),
  isDel: t.Boolean(),
})

export const ComponentProduct = t.Object(onlineFields)
export type ComponentProduct = t.Static<typeof ComponentProduct>
export const ComponentProductInfo = t.Object({ ...onlineFields, ...details, skuList: t.Array(ComponentSku) })
export type ComponentProductInfo = t.Static<typeof ComponentProductInfo>
export const ComponentDraft = t.Object(draftRowFields)
export type ComponentDraft = t.Static<typeof ComponentDraft>

const asks = (title: string) => t.OneOfNumbers(qualificationTypes, { title })
export const CategoryInfo = t.Object({
  firstCatId: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  firstCatName: t.String(),
  secondCatId: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  secondCatName: t.String(),
  thirdCatId: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }),
  thirdCatName: t.String(),
  qualification: t.String({ maxLength: 2000 }),
  qualificationType: asks('类目资质'),
  productQualification: t.String({ maxLength: 2000 }),
  productQualificationType: asks('商品资质'),
})

export const ComponentDraftInfo = t.Object({
  ...draftRowFields,
  ...details,
  attr: t.Array(AttrDraft),
  /** As submitted; `id` is the main SKU's. */
  attrValue: t.Array(
    t.Object({
      id: t.Id,
      attrValue,
      suk: t.String({ maxLength: 400 }),
      image: t.String({ maxLength: 512 }),
      price: t.Yuan,
      otPrice: t.Yuan,
      stock: t.Integer(),
    }),
  ),
  catInfo: t.Nullable(CategoryInfo),
})
export type ComponentDraftInfo = t.Static<typeof ComponentDraftInfo>

const search = {
  proId: t.Optional(t.Integer({ title: '商品编码', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  search: t.Optional(t.String({ title: '商品名称', maxLength: 60 })),
}
export const ComponentProductQuery = t.pageQuery({
  ...search,
  status: t.Optional(t.OneOfNumbers(componentStatuses, { title: '状态' })),
})
export type ComponentProductQuery = t.Static<typeof ComponentProductQuery>
export const ComponentDraftQuery = t.pageQuery({
  ...search,
  editStatus: t.Optional(t.OneOfNumbers(editStatuses, { title: '微信审核' })),
})
export type ComponentDraftQuery = t.Static<typeof ComponentDraftQuery>

const Submitted = t.Object({
  /** The draft's id. */
  id: t.Id,
  version: t.Integer(),
  /** The online row's id. */
  productId: t.Id,
  editStatus: t.OneOfNumbers(editStatuses),
  /** `queued` beyond the limits in the settings: it is submitted automatically once they allow it. */
  syncState: t.OneOf(syncStates),
})
export type Submitted = t.Static<typeof Submitted>

const leaf = {
  qualification: t.String({ maxLength: 2000 }),
  qualificationType: asks('类目资质'),
  productQualification: t.String({ maxLength: 2000 }),
  productQualificationType: asks('商品资质'),
}
const node = { value: t.Integer({ maximum: Number.MAX_SAFE_INTEGER }), label: t.String() }
const ShopCategoryTree = t.Array(
  t.Object({
    ...node,
    children: t.Array(t.Object({ ...node, children: t.Array(t.Object({ ...node, ...leaf }), { maxItems: 10_000 }) }), {
      maxItems: 10_000,
    }),
  }),
  { maxItems: 10_000 },
)
export type ShopCategoryTree = t.Static<typeof ShopCategoryTree>

/** The form in which an uploaded picture is returned: its media id, a link, or a media id for payments. */
export const pictureAnswers = [0, 1, 2] as const
export const PictureRequest = t.Object({
  imgUrl: t.Optional(picture('图片')),
  respType: t.Optional(t.OneOfNumbers(pictureAnswers, { title: '返回类型' })),
  uploadType: t.Optional(t.OneOfNumbers([0, 1] as const, { title: '上传方式' })),
})
export type PictureRequest = t.Static<typeof PictureRequest>
export const ShopPicture = t.Object({
  mediaId: t.String(),
  tempUrl: t.String({ maxLength: 512 }),
  payMediaId: t.String(),
})
export type ShopPicture = t.Static<typeof ShopPicture>

const params = t.Object({ id: t.Id })

/** 小店商品 (docs/catalogue.md, Copies in the WeChat shop). */
export const componentProduct = routes('component-product', {
  listDrafts: {
    method: 'GET',
    path: '/admin/pay/component/product/draft/list',
    permission: 'admin:pay:component:product:draft:list',
    summary: '小店草稿列表',
    query: ComponentDraftQuery,
    response: t.pageOf(ComponentDraft),
  },
  list: {
    method: 'GET',
    path: '/admin/pay/component/product/list',
    permission: 'admin:pay:component:product:list',
    summary: '小店商品列表',
    query: ComponentProductQuery,
    response: t.pageOf(ComponentProduct),
  },
  getDraft: {
    method: 'GET',
    path: '/admin/pay/component/product/draft/get/:id',
    permission: 'admin:pay:component:product:draft:get',
    summary: '小店草稿详情',
    params,
    response: ComponentDraftInfo,
  },
  get: {
    method: 'GET',
    path: '/admin/pay/component/product/get/:id',
    permission: 'admin:pay:component:product:info',
    summary: '小店商品详情',
    params,
    response: ComponentProductInfo,
  },
  add: {
    method: 'POST',
    path: '/admin/pay/component/product/add',
    permission: 'admin:pay:component:product:add',
    errors: [404, 502],
    summary: '添加小店商品',
    body: ComponentDraftSave,
    bodyLimit: HTML_BODY,
    response: Submitted,
  },
  update: {
    method: 'POST',
    path: '/admin/pay/component/product/update',
    permission: 'admin:pay:component:product:update',
    errors: [404, 502],
    summary: '编辑小店商品',
    body: ComponentDraftChange,
    bodyLimit: HTML_BODY,
    response: Submitted,
  },
  putOnShelf: {
    method: 'POST',
    path: '/admin/pay/component/product/listing/:id',
    permission: 'admin:pay:component:product:listing',
    errors: [502],
    summary: '上架小店商品',
    params,
    response: t.SavedVersion,
  },
  takeOffShelf: {
    method: 'POST',
    path: '/admin/pay/component/product/delisting/:id',
    permission: 'admin:pay:component:product:delisting',
    errors: [502],
    summary: '下架小店商品',
    params,
    response: t.SavedVersion,
  },
  remove: {
    method: 'POST',
    path: '/admin/pay/component/product/delete/:id',
    permission: 'admin:pay:component:product:delete',
    errors: [502],
    summary: '删除小店商品',
    params,
    response: t.Done,
  },
  withdraw: {
    method: 'POST',
    path: '/admin/pay/component/product/draft/withdraw/:id',
    permission: 'admin:pay:component:product:update',
    errors: [502],
    summary: '撤回小店商品审核',
    params,
    response: t.SavedVersion,
  },
  listCategories: {
    method: 'GET',
    path: '/admin/pay/component/cat/get/list',
    permission: 'admin:pay:component:cat:list',
    errors: [422, 502],
    summary: '微信商品类目',
    query: t.Object({ refresh: t.Optional(t.Boolean({ title: '重新获取' })) }),
    response: ShopCategoryTree,
  },
  uploadPicture: {
    method: 'POST',
    path: '/admin/pay/component/shop/img/upload',
    permission: 'admin:pay:component:shop:img:upload',
    errors: [502],
    summary: '上传图片到微信小店',
    files: { kinds: ['image'], max: 1, part: 'media', orAddress: true },
    body: PictureRequest,
    response: ShopPicture,
  },
})
