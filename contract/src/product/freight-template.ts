import { freeModes, freightAppoints, freightTypes } from '@zhanggui/domain/product/freight.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** The maximum number of areas of a rule: all cities and districts of the country fit. */
const MAX_AREAS = 5000
const MAX_RULES = 500

const areas = t.Array(
  t.Array(t.Integer({ title: '地区编号', minimum: 1, maximum: 999_999_999 }), {
    title: '地区',
    minItems: 1,
    maxItems: 4,
  }),
  { title: '送达到', maxItems: MAX_AREAS },
)
const measure = (title: string) => t.Number({ title, minimum: 0, maximum: 99_999 })
const fee = (title: string) => t.Amount({ title, maximum: 100_000 })

const Region = t.Object({
  isDefault: t.Optional(t.Boolean({ title: '默认运费' })),
  areas: t.Optional(areas),
  first: measure('首件/首重/首体积'),
  firstPrice: fee('运费'),
  renewal: measure('续件/续重/续体积'),
  renewalPrice: fee('续费'),
})
const Free = t.Object({
  areas,
  number: t.Optional(measure('包邮件数/重量/体积')),
  price: t.Optional(fee('包邮金额')),
  freeMode: t.Optional(t.OneOf(freeModes, { title: '条件' })),
})
const NoDelivery = t.Object({ areas })

const fields = {
  name: t.String({ title: '模板名称', minLength: 1, maxLength: 200 }),
  appoint: t.OneOfNumbers(freightAppoints, { title: '包邮方式', ask: '请选择包邮方式' }),
  type: t.OneOfNumbers(freightTypes, { title: '计费方式', ask: '请选择计费方式' }),
  sort: t.Optional(t.Integer({ title: '排序', maximum: 9999 })),
  undelivery: t.Optional(t.Boolean({ title: '不配送区域' })),
  regionList: t.Optional(t.Array(Region, { title: '区域运费', maxItems: MAX_RULES })),
  freeList: t.Optional(t.Array(Free, { title: '包邮区域', maxItems: MAX_RULES })),
  noDeliveryList: t.Optional(t.Array(NoDelivery, { title: '不配送区域', maxItems: MAX_RULES })),
}
export const FreightTemplateDraft = t.Object(fields)
export type FreightTemplateDraft = t.Static<typeof FreightTemplateDraft>
export const FreightTemplateChange = t.Object({ id: t.Id, version: t.Version, ...fields })
export type FreightTemplateChange = t.Static<typeof FreightTemplateChange>

const whole = {
  region: t.Object({
    isDefault: t.Boolean(),
    areas,
    first: t.Number(),
    firstPrice: t.Yuan,
    renewal: t.Number(),
    renewalPrice: t.Yuan,
  }),
  free: t.Object({ areas, number: t.Number(), price: t.Yuan, freeMode: t.OneOf(freeModes) }),
}

export const FreightTemplate = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  appoint: t.OneOfNumbers(freightAppoints),
  type: t.OneOfNumbers(freightTypes),
  sort: t.Integer(),
  undelivery: t.Boolean(),
  regionList: t.Array(whole.region),
  freeList: t.Array(whole.free),
  noDeliveryList: t.Array(NoDelivery),
})
export type FreightTemplate = t.Static<typeof FreightTemplate>

export const FreightTemplateRow = t.Object({
  id: t.Id,
  version: t.Integer(),
  name: t.String(),
  appoint: t.OneOfNumbers(freightAppoints),
  type: t.OneOfNumbers(freightTypes),
  sort: t.Integer(),
  undelivery: t.Boolean(),
  usedCount: t.Integer({ description: 'products that use it' }),
  createTime: t.DateTime,
  updateTime: t.DateTime,
})
export type FreightTemplateRow = t.Static<typeof FreightTemplateRow>

export const FreightTemplateQuery = t.pageQuery({
  keywords: t.Optional(t.String({ title: '模板名称', pasted: 'keyword', maxLength: 50 })),
})
export type FreightTemplateQuery = t.Static<typeof FreightTemplateQuery>

/** Goods for a trial calculation: SKUs, or totals as typed. */
export const FreightTrial = t.Object({
  tempId: t.Id,
  cityId: t.Integer({ title: '收货地区', minimum: 1, maximum: 999_999_999, ask: '请选择收货地区' }),
  num: t.Optional(t.Integer({ title: '件数', maximum: 99_999 })),
  weight: t.Optional(t.Number({ title: '重量', minimum: 0, maximum: 99_999 })),
  volume: t.Optional(t.Number({ title: '体积', minimum: 0, maximum: 99_999 })),
  amount: t.Optional(t.Amount({ title: '商品金额' })),
  items: t.Optional(
    t.Array(t.Object({ skuId: t.Id, num: t.Integer({ title: '件数', minimum: 1, maximum: 99_999 }) }), {
      title: '商品',
      maxItems: 100,
    }),
  ),
})
export type FreightTrial = t.Static<typeof FreightTrial>

export const FreightTrialAnswer = t.Object({
  fee: t.Yuan,
  rule: t.OneOf(['shop', 'nationwide', 'free', 'unlisted', 'region', 'default', 'refused']),
  explain: t.String(),
})
export type FreightTrialAnswer = t.Static<typeof FreightTrialAnswer>

const byId = t.Object({ id: t.Id })
const ofTemplate = t.Object({ tempId: t.Id })

/** 运费模板 (docs/catalogue.md, Freight). */
export const freightTemplate = routes('freight-template', {
  list: {
    method: 'GET',
    path: '/admin/express/shipping/templates/list',
    // Also for the product form and filters, which offer them.
    permission: ['admin:shipping:templates:list', 'admin:product:list', 'admin:product:save', 'admin:product:update'],
    summary: '运费模板列表',
    query: FreightTemplateQuery,
    response: t.pageOf(FreightTemplateRow),
  },
  info: {
    method: 'GET',
    path: '/admin/express/shipping/templates/info',
    permission: 'admin:shipping:templates:info',
    summary: '运费模板详情',
    query: byId,
    response: FreightTemplate,
  },
  save: {
    method: 'POST',
    path: '/admin/express/shipping/templates/save',
    permission: 'admin:shipping:templates:save',
    summary: '新增运费模板',
    body: FreightTemplateDraft,
    response: t.SavedVersion,
  },
  update: {
    method: 'POST',
    path: '/admin/express/shipping/templates/update',
    permission: 'admin:shipping:templates:update',
    summary: '编辑运费模板',
    body: FreightTemplateChange,
    response: t.SavedVersion,
  },
  remove: {
    method: 'GET',
    path: '/admin/express/shipping/templates/delete',
    permission: 'admin:shipping:templates:delete',
    changes: true,
    summary: '删除运费模板',
    query: t.Object({ id: t.Id, replaceWith: t.Optional(t.Integer({ title: '改用的运费模板', minimum: 1 })) }),
    response: t.Done,
  },
  regions: {
    method: 'GET',
    path: '/admin/express/shipping/region/list',
    permission: 'admin:shipping:templates:region:list',
    errors: [404],
    summary: '运费模板的区域运费',
    query: ofTemplate,
    response: t.Array(whole.region),
  },
  frees: {
    method: 'GET',
    path: '/admin/express/shipping/free/list',
    permission: 'admin:shipping:templates:free:list',
    errors: [404],
    summary: '运费模板的包邮条件',
    query: ofTemplate,
    response: t.Array(whole.free),
  },
  lacking: {
    method: 'GET',
    path: '/admin/express/shipping/templates/lacking',
    permission: 'admin:shipping:templates:info',
    summary: '缺少重量或体积的商品规格数',
    query: t.Object({ id: t.Id, type: t.OneOfNumbers([2, 3], { title: '计费方式' }) }),
    response: t.Object({ skus: t.Integer({ description: 'at most 10000' }) }),
  },
  trial: {
    method: 'POST',
    path: '/admin/express/shipping/templates/trial',
    permission: 'admin:shipping:templates:info',
    errors: [404],
    whileSeeing: true,
    summary: '试算运费',
    body: FreightTrial,
    response: FreightTrialAnswer,
  },
})
