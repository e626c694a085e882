import { fieldsWith, flag, type NamesWith, text, type ValuesOf, whole } from '../fields.ts'
import { recommendFlags } from './product.ts'

/**
 * The plain fields of a product, named only here: contract, form, answer, sheets, import, copies and search derive from
 * this list. A new field is a line here, a column in `product.tables.ts` and a migration. Within a step, fields are in the
 * order of the sheet.
 */
export const productFields = {
  storeName: text('商品名称', 128, {
    required: true,
    step: 1,
    control: 'own',
    inList: true,
    searched: true,
    copied: true,
  }),
  unitName: text('单位', 32, {
    required: true,
    initial: '件',
    step: 1,
    control: 'own',
    sheet: '单位',
    copied: true,
  }),
  storeInfo: text('商品简介', 256, { step: 1, control: 'own', sheet: '商品简介', copied: true }),
  keyword: text('商品关键字', 255, { step: 1, control: 'own', sheet: '关键字', searched: true, copied: true }),
  giveIntegral: whole('积分', 99_999_999, { step: 4, control: 'own', sheet: '积分' }),
  ficti: whole('虚拟销量', 9_999_999, { step: 4, control: 'own', sheet: '虚拟销量' }),
  sort: whole('排序', 99_999, { step: 4, control: 'own', sheet: '排序', inList: true }),
  origin: text('产地', 64, { step: 4, sheet: '产地', list: 'hidden', searched: true, copied: true }),
  isHot: flag(recommendFlags.isHot.label, { step: 4, control: 'own', sheet: '热卖', inList: true }),
  isBenefit: flag(recommendFlags.isBenefit.label, { step: 4, control: 'own', sheet: '优惠', inList: true }),
  isBest: flag(recommendFlags.isBest.label, { step: 4, control: 'own', sheet: '精品', inList: true }),
  isNew: flag(recommendFlags.isNew.label, { step: 4, control: 'own', sheet: '新品', inList: true }),
  isGood: flag(recommendFlags.isGood.label, { step: 4, control: 'own', sheet: '优品', inList: true }),
  minQty: whole('起购数', 9999, { min: 1, initial: 1, step: 4, control: 'own', sheet: '起购数' }),
  shareTitle: text('分享标题', 64, { step: 4, control: 'own', sheet: '分享标题' }),
  remark: text('员工备注', 500, { step: 4, control: 'own', sheet: '员工备注' }),
  sourceLink: text('来源链接', 512, { sheet: '来源链接', copied: true }),
}
export type ProductFields = typeof productFields
export type PlainProduct = ValuesOf<ProductFields>

export const copiedFields = fieldsWith(productFields, 'copied')
export type CopiedFields = ValuesOf<typeof copiedFields>

export const sheetFields = fieldsWith(productFields, 'sheet')
export type SheetField = NamesWith<ProductFields, 'sheet'>

/** Optional columns of the list. */
export const listedFields = fieldsWith(productFields, 'list')
/** All that the list brings of them. */
export const rowFields = { ...fieldsWith(productFields, 'inList'), ...listedFields }
