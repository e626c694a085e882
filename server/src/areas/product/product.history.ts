import { brand } from '@zhanggui/contract/product/brand.ts'
import { category } from '@zhanggui/contract/product/category.ts'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import { paramTemplate } from '@zhanggui/contract/product/param-template.ts'
import { product, SkuDraft } from '@zhanggui/contract/product/product.ts'
import { productLabel } from '@zhanggui/contract/product/product-label.ts'
import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import { editStatusLabels, formatComponentStatus, NO_BRAND } from '@zhanggui/domain/product/component-product.ts'
import { freeModeNames, freightAppointNames, freightTypeNames } from '@zhanggui/domain/product/freight.ts'
import { limitTypeNames, saleNames, visibilityNames } from '@zhanggui/domain/product/product.ts'
import { labelRuleNames } from '@zhanggui/domain/product/product-label.ts'
import { replyAudits, replyLevels, replyTypeNames } from '@zhanggui/domain/product/product-reply.ts'
import type { Row } from '../../platform/data/masked.ts'
import {
  byNumber,
  editing,
  keptHistory,
  type TrailWords,
  topLevel,
  type Versioned,
} from '../../platform/data/versioned.ts'
import { dictDetails } from '../setting/dict/dict.tables.ts'
import { placeName } from '../setting/region/region.tables.ts'
import { brandService } from './brand/brand.service.ts'
import { brands } from './brand/brand.tables.ts'
import { getCategory, updateCategory } from './category/category.service.ts'
import { categories } from './category/category.tables.ts'
import { getFreightTemplate, updateFreightTemplate } from './freight/freight-template.service.ts'
import { freightTemplates } from './freight/freight-template.tables.ts'
import { labelService } from './label/product-label.service.ts'
import { productLabels } from './label/product-label.tables.ts'
import { paramTemplateService } from './param-template/param-template.service.ts'
import { updateProduct } from './product/product.service.ts'
import { products } from './product/product.tables.ts'
import { getProduct } from './product/product-describe.service.ts'
import { getReply } from './reply/product-reply.service.ts'
import { ruleService } from './rule/product-rule.service.ts'

const BY_BUTTON = '上架、下架与回收站有各自的按钮，不随内容恢复'
/** Stock moves by the ledger alone: a form without it leaves it as it is. */
const skuFields = Object.keys(SkuDraft.properties).filter((name) => !['stock', 'stockBase'].includes(name))

export const productHistories: readonly Versioned[] = [
  {
    object: 'product',
    find: byNumber(getProduct),
    edit: editing(
      product.update,
      (ctx, body) => updateProduct(ctx, body, 'restore'),
      (found) => ({
        ...found,
        attrValue: (found.attrValue as Row[]).map((sku) =>
          Object.fromEntries(skuFields.flatMap((name) => (name in sku ? [[name, sku[name]]] : []))),
        ),
      }),
    ),
    refs: {
      cateIds: categories.name,
      brandId: brands.name,
      tempId: freightTemplates.name,
      labelIds: productLabels.name,
      ensureIds: dictDetails.label,
      couponIds: 'coupon',
    },
    words: {
      isShow: { true: '上架', false: '下架' },
      specType: { true: '多规格', false: '单规格' },
      isSub: { true: '单独设置', false: '默认比例' },
      activity: saleNames,
      limitType: limitTypeNames,
      visibility: visibilityNames,
    },
    together: ['specType', 'attr', 'attrValue'],
    copies: [
      ...['price', 'priceMax', 'otPrice', 'cost', 'vipPrice', 'stock', 'barCode', 'alert', 'skuCount', 'storeCategory'],
      ...['updateBy', 'createBy', 'isPostage', 'replyCount', 'browse', 'collectCount', 'firstShowTime'],
      ...['attrValue.lowestPrice', 'attrValue.suk', 'attrValue.version'],
    ],
    fixed: { isShow: BY_BUTTON, isRecycle: BY_BUTTON, isDel: BY_BUTTON },
  },
  keptHistory('brand', brand.update, brandService, { copies: ['initial'] }),
  keptHistory(
    'category',
    category.update,
    { get: getCategory, update: updateCategory },
    { refs: { pid: categories.name }, words: { pid: topLevel }, copies: ['level', 'path'] },
  ),
  keptHistory(
    'freight-template',
    freightTemplate.update,
    { get: getFreightTemplate, update: updateFreightTemplate },
    {
      refs: Object.fromEntries(
        ['regionList', 'freeList', 'noDeliveryList'].map((list) => [`${list}.areas`, placeName]),
      ),
      words: { appoint: freightAppointNames, type: freightTypeNames, 'freeList.freeMode': freeModeNames },
    },
  ),
  keptHistory('param-template', paramTemplate.update, paramTemplateService),
  keptHistory('product-label', productLabel.update, labelService, {
    words: { 'rule.kind': labelRuleNames },
  }),
  {
    object: 'product-reply',
    find: byNumber(getReply),
    refusal: '评论不能恢复，请在编辑里修改',
    refs: { productId: products.storeName, uid: 'shop-user' },
    words: {
      auditStatus: replyAudits,
      level: replyLevels,
      replyType: replyTypeNames,
    },
    copies: ['storeProduct'],
  },
  keptHistory('product-rule', productRule.update, ruleService),
]

export const productTrailWords: readonly TrailWords[] = [
  {
    object: 'component-product',
    refs: { tempId: freightTemplates.name },
    words: {
      brandId: { [NO_BRAND]: '无品牌' },
      editStatus: editStatusLabels,
      status: ({ status }) => (typeof status === 'number' ? formatComponentStatus(status) : status),
    },
  },
]
