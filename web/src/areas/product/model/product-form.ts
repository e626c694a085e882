import type { FreightTemplateRow } from '@zhanggui/contract/product/freight-template.ts'
import type { ProductChange, ProductInfo } from '@zhanggui/contract/product/product.ts'
import { ProductDraft } from '@zhanggui/contract/product/product.ts'
import { type Complete, filled, namesOf, type PlainFields, pick } from '@zhanggui/domain/fields.ts'
import { type RecommendFlag, recommendFlags, saleTypes } from '@zhanggui/domain/product/product.ts'
import { type PlainProduct, productFields } from '@zhanggui/domain/product/product-fields.ts'
import { type Attr, attrKeyOf, SINGLE_ATTR, sukOf } from '@zhanggui/domain/product/product-sku.ts'
import { skuColumns } from './sku-columns.ts'
import { draftOf, rowOf, type SkuRow, usedAttrs } from './sku-matrix.ts'
import { rowsOf, type SkuFault, type SkuSeed, type SkuState } from './sku-store.ts'

const flagNames = namesOf(recommendFlags)
/** The plain fields with a control of their own; the flags share one. */
const plainNames = namesOf(productFields).filter((name) => !(name in recommendFlags)) as Exclude<
  keyof PlainProduct,
  RecommendFlag
>[]

/** The values of the form, without the SKUs. */
export type FormValues = Omit<
  Partial<ProductChange>,
  'id' | 'version' | 'specType' | 'isSub' | 'attr' | 'attrValue' | RecommendFlag | 'autoOnTime' | 'autoOffTime'
> & { flags: RecommendFlag[]; autoOnTime?: string | null; autoOffTime?: string | null }

/** An unfinished form, as it is stored and restored. */
export type UnfinishedForm = { version?: number; values: FormValues; skus: UnfinishedSkus }
type UnfinishedSkus = Pick<SkuState, 'specType' | 'isSub' | 'matrix' | 'single'>

/** The initial values of a new product. */
export const blankForm: FormValues = {
  ...filled(pick(productFields, plainNames)),
  cateIds: [],
  sliderImage: [],
  params: [],
  labelIds: [],
  ensureIds: [],
  couponIds: [],
  flags: [],
  activity: [...saleTypes],
  content: '',
  limitType: 0,
  visibility: 0,
}

/** The form values of a stored product; an edit would wipe any field left out here. */
export function valuesOf(info: ProductInfo): Complete<FormValues> {
  const { image, sliderImage, videoLink, flatPattern, cateIds, tempId, labelIds, params, ensureIds } = info
  const { limitType, limitNum, autoOnTime, autoOffTime, visibility, shareImage, activity, couponIds, content } = info
  return {
    ...pick(info, plainNames),
    image,
    sliderImage,
    videoLink,
    flatPattern,
    cateIds,
    tempId,
    labelIds,
    params,
    ensureIds,
    limitType,
    limitNum,
    autoOnTime,
    autoOffTime,
    visibility,
    shareImage,
    activity,
    couponIds,
    content,
    brandId: info.brandId || undefined,
    alertStock: info.alertStock ?? undefined,
    flags: flagNames.filter((name) => info[name]),
  }
}

/** The SKUs of a stored product, as edited in the form. */
export function skusOf({ specType, isSub, attr, attrValue }: ProductInfo): SkuSeed {
  const rows = attrValue.map(rowOf)
  const attrs = attr.map(({ attrName, attrValues }) => ({ attrName, attrValues }))
  return specType
    ? { specType, isSub, matrix: { attrs, rows } }
    : { specType, isSub, ...(rows[0] && { single: rows[0] }) }
}

/** The body to save; cleared fields are left out. */
export function bodyOf(values: FormValues, skus: SkuState, seesCost: boolean): ProductDraft {
  const { flags = [], params = [], ...others } = values
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null && value !== undefined))
  const { specType, isSub, matrix } = skus
  const attrs: readonly Attr[] = specType ? usedAttrs(matrix.attrs) : [SINGLE_ATTR]
  return {
    ...(given as Partial<ProductDraft> as ProductDraft),
    ...(!values.image && values.sliderImage?.[0] && { image: values.sliderImage[0] }),
    ...(Object.fromEntries(flagNames.map((name) => [name, flags.includes(name)])) as Record<RecommendFlag, boolean>),
    params: params.filter((param) => param?.name || param?.value),
    specType,
    isSub,
    attr: attrs.map(({ attrName, attrValues }) => ({ attrName, attrValues: [...attrValues] })),
    attrValue: rowsOf(skus).map((row) => draftOf(row, seesCost)),
  }
}

export const steps = ['商品信息', '规格库存', '商品详情', '其他设置'] as const

/** The fields of the later steps, besides the plain ones. */
const stepFields = [
  ...[['attr', 'attrValue', 'specType', 'isSub'], ['content']],
  [
    ...['flags', 'activity', 'couponIds', 'limitType', 'limitNum', 'autoOnTime', 'autoOffTime'],
    ...['visibility', 'shareImage', 'alertStock'],
  ],
]

/** The step of a field, from 0. */
export function stepOf(field: string): number {
  const plain: PlainFields = productFields
  const { step } = plain[field] ?? {}
  return step ? step - 1 : stepFields.findIndex((fields) => fields.includes(field)) + 1
}

/** Something that keeps the form from being sent: its step, what is wrong, and the field or the cell of a SKU. */
export type FormFault = { step: number; text: string; name?: string; cell?: { key: string; field: string } }

const SKU_STEP = 1

/** The faults of the SKUs, one for each kind: thirty rows without a price are one thing to be told. */
export function faultsOfSkus(faults: readonly SkuFault[]): FormFault[] {
  return [...Map.groupBy(faults, ({ message }) => message)].map(([message, [first, ...others]]) => ({
    step: SKU_STEP,
    text: others.length ? `${message}（${others.length + 1} 处）` : message,
    ...(first?.key && { cell: { key: first.key, field: first.field ?? '' } }),
  }))
}

/** What a field is called. */
export function titleOf(name: string): string {
  const { title = name } = (ProductDraft.properties[name as keyof ProductDraft] ?? {}) as { title?: string }
  return title
}

/** Whether a product would go on the shelf without a single unit to sell. */
export const isWithoutStock = (skus: SkuState) =>
  !rowsOf(skus).some(({ isShow, stock }) => isShow && stock !== null && stock > 0)

export type WarningContext = {
  /** Delivery is charged by weight. */
  byWeight: boolean
  bannedWords: readonly string[]
  /** Another product has the same name. */
  namesake: boolean
  seesCost: boolean
}

/** Whether a freight template charges any delivery by weight. */
export function isByWeight({ appoint, type }: Pick<FreightTemplateRow, 'appoint' | 'type'>): boolean {
  return appoint !== 0 && type === 2
}

/** Warnings for staff before they save; none of them blocks saving. */
export function warningsOf(storeName: string, skus: SkuState, context: WarningContext): string[] {
  const rows = rowsOf(skus).filter(({ isShow }) => isShow)
  const listed = (rows: readonly SkuRow[]) => {
    const names = rows.map(({ attrValue }) => sukOf(usedAttrs(skus.matrix.attrs), attrValue))
    if (!skus.specType) return ''
    return `（${names.slice(0, 3).join('、')}${names.length > 3 ? ` 等 ${names.length} 个规格` : ''}）`
  }
  const below = rows.filter(({ price, cost }) => context.seesCost && price !== null && cost !== null && price < cost)
  const above = rows.filter(
    ({ price, otPrice }) => price !== null && otPrice !== null && otPrice > 0 && price > otPrice,
  )
  const light = rows.filter(({ weight }) => context.byWeight && !weight)
  const banned = context.bannedWords.filter((word) => word && storeName.includes(word))
  return [
    context.namesake && '已有同名商品',
    banned.length > 0 && `商品名称含有绝对化用语：${banned.join('、')}`,
    below.length > 0 && `售价低于成本价${listed(below)}`,
    above.length > 0 && `售价高于原价${listed(above)}`,
    light.length > 0 && `运费按重量计算，重量为0${listed(light)}`,
  ].filter((warning) => warning !== false)
}

export type Difference = { name: string; title: string; mine: unknown; current: unknown }

/** The differences between two forms, in the order of the steps, with the titles staff know; SKUs cell by cell. */
export function differencesOf(mine: ProductDraft, current: ProductDraft): Difference[] {
  const fields = Object.entries(ProductDraft.properties)
    .filter(([name]) => !['attrValue', 'isShow'].includes(name))
    .sort(([one], [other]) => stepOf(one) - stepOf(other))
    .flatMap(([name, schema]) => {
      const { title = name } = schema as { title?: string }
      const [one, other] = [mine[name as keyof ProductDraft], current[name as keyof ProductDraft]]
      return meaning(one) === meaning(other) ? [] : [{ name, title, mine: one, current: other }]
    })
  return [...fields, ...skuDifferences(mine, current)]
}

function skuDifferences(mine: ProductDraft, current: ProductDraft): Difference[] {
  const columns = skuColumns({ isSub: true, seesCost: true }).filter(({ field }) => field !== 'stock')
  const rows = (draft: ProductDraft) => new Map(draft.attrValue.map((row) => [attrKeyOf(row.attrValue ?? {}), row]))
  const [own, others] = [rows(mine), rows(current)]
  return [...new Set([...own.keys(), ...others.keys()])].flatMap((key) => {
    const [one, other] = [own.get(key), others.get(key)]
    const suk = Object.values((one ?? other)?.attrValue ?? {}).join(',')
    if (!one || !other) return [{ name: key, title: suk, mine: one ? '有' : '无', current: other ? '有' : '无' }]
    return columns.flatMap(({ field, title }) =>
      meaning(one[field]) === meaning(other[field])
        ? []
        : [{ name: `${key} ${field}`, title: `${suk} ${title}`, mine: one[field], current: other[field] }],
    )
  })
}

function meaning(value: unknown): string {
  return JSON.stringify(value === undefined || value === null || value === '' ? '' : value)
}

/** Whether the stored body is an unfinished form. */
export function isUnfinished(body: Record<string, unknown> | null | undefined): body is UnfinishedForm {
  return typeof body?.values === 'object' && typeof body.skus === 'object'
}
