import type {
  ComponentDraftInfo,
  ComponentDraftSave,
  ShopCategoryTree,
} from '@zhanggui/contract/product/component-product.ts'
import type { ProductInfo } from '@zhanggui/contract/product/product.ts'
import { MAX_PICTURES, NO_BRAND } from '@zhanggui/domain/product/component-product.ts'
import { type ShopPictures, sentAddresses } from './shop-pictures.ts'

export const steps = ['选择商品', '商品信息', '商品详情'] as const
/** Maximum length of a title at WeChat. */
export const MAX_TITLE = 60

/** The fields of the form. Pictures are identified by the addresses they were chosen by. */
export type ComponentValues = {
  title?: string
  headImg?: string[]
  qualificationPics?: string[]
  thirdCatId?: number
  brandId?: number
  descInfo?: string
  descImgs?: string[]
  tempId?: number
  unitName?: string
  giveIntegral?: number
  ficti?: number
}

/** A combination of the main product, and whether the WeChat shop sells it. */
export type ComponentRow = {
  id: number
  suk: string
  image: string
  price: number
  otPrice: number
  stock: number
  chosen: boolean
}

export type ComponentForm = { values: ComponentValues; rows: ComponentRow[] }

/** The form for a newly chosen product: filled from the main product, all combinations ticked. */
export function formOfProduct(info: ProductInfo): ComponentForm {
  return {
    values: {
      title: [...info.storeName].slice(0, MAX_TITLE).join(''),
      headImg: info.sliderImage.slice(0, MAX_PICTURES),
      descInfo: info.content,
      tempId: info.tempId,
      unitName: info.unitName,
      giveIntegral: info.giveIntegral,
      ficti: info.ficti,
    },
    rows: rowsOf(info, () => undefined, true),
  }
}

/**
 * The form of a draft. Combinations the main product no longer has are left out; those added since are offered but
 * not ticked.
 * @param info the main product, if staff may view it
 */
export function formOfDraft(draft: ComponentDraftInfo, info?: ProductInfo): ComponentForm {
  const { title, headImg, qualificationPics, thirdCatId, descInfo, descImgs, tempId, unitName } = draft
  const { giveIntegral, ficti, attrValue } = draft
  const brandId = draft.brandId === NO_BRAND ? undefined : draft.brandId
  const submitted = new Map(attrValue.map((sku) => [sku.id, sku]))
  return {
    values: {
      title,
      headImg,
      qualificationPics,
      thirdCatId,
      brandId,
      descInfo,
      descImgs,
      tempId,
      unitName,
      giveIntegral,
      ficti,
    },
    rows: info
      ? rowsOf(info, (id) => submitted.get(id), false)
      : attrValue.map(({ id, suk, image, price, otPrice, stock }) => ({
          id,
          suk,
          image,
          price,
          otPrice,
          stock,
          chosen: true,
        })),
  }
}

type Submitted = ComponentDraftInfo['attrValue'][number]

function rowsOf(info: ProductInfo, find: (id: number) => Submitted | undefined, all: boolean): ComponentRow[] {
  return info.attrValue.map(({ id, suk, image, price, otPrice, stock }) => {
    const known = find(id)
    return {
      id,
      suk,
      stock,
      image: known?.image ?? image ?? info.image,
      price: known?.price ?? price,
      otPrice: known?.otPrice ?? otPrice,
      chosen: all || known !== undefined,
    }
  })
}

/** All pictures WeChat needs: of the fields and of the ticked combinations. */
export function picturesOf({ values, rows }: ComponentForm): string[] {
  const { headImg = [], qualificationPics = [], descImgs = [] } = values
  const ofRows = rows.filter(({ chosen }) => chosen).map(({ image }) => image)
  return [...new Set([...headImg, ...qualificationPics, ...descImgs, ...ofRows])].filter(Boolean)
}

/** Why the form cannot be submitted, and the step with the problem; undefined if it can. */
export function problemOf(
  form: ComponentForm,
  states: ShopPictures['states'],
): { step: number; message: string } | undefined {
  const chosen = form.rows.filter((row) => row.chosen)
  if (!chosen.length) return { step: 1, message: '请至少选择一个商品规格' }
  const bare = chosen.find(({ image }) => !image)
  if (bare) return { step: 1, message: `规格「${bare.suk}」没有图片，请先在商品中上传` }
  const free = chosen.find(({ price }) => !(price > 0))
  if (free) return { step: 1, message: `请填写规格「${free.suk}」的商品价` }
  const pictures = picturesOf(form)
  if (pictures.some((address) => states[address]?.kind === 'failed'))
    return { step: 1, message: '有图片未能上传到微信，请重试或更换图片' }
  if (!sentAddresses(states, pictures)) return { step: 1, message: '图片正在上传到微信，请稍候' }
  return undefined
}

/** The body of the submission, with pictures by their addresses at WeChat. */
export function bodyOf(
  { values, rows }: ComponentForm,
  states: ShopPictures['states'],
): Omit<ComponentDraftSave, 'primaryProductId'> {
  const sent = (addresses: readonly string[] = []) => sentAddresses(states, addresses) ?? []
  const { title = '', thirdCatId = 0, tempId = 0, brandId, descInfo, unitName, giveIntegral, ficti } = values
  return {
    title: title.trim(),
    thirdCatId,
    tempId,
    brandId: brandId ?? 0,
    descInfo,
    unitName,
    giveIntegral: giveIntegral ?? 0,
    ficti: ficti ?? 0,
    headImg: sent(values.headImg),
    qualificationPics: sent(values.qualificationPics),
    descImgs: sent(values.descImgs),
    attrValue: rows
      .filter(({ chosen }) => chosen)
      .map(({ id, image, price, otPrice }) => ({ id, image: sent([image])[0] ?? '', price, otPrice })),
  }
}

/** The body of 重新提交: the same submission again. */
export function resubmission(draft: ComponentDraftInfo) {
  const form = formOfDraft(draft)
  const known = picturesOf(form).map((url) => [url, { kind: 'done', url }] as const)
  const { version, productId } = draft
  return { ...bodyOf(form, Object.fromEntries(known)), productId, version }
}

export type CategoryLeaf = ShopCategoryTree[number]['children'][number]['children'][number]

/** A category of the third level, and the ids on the path to it. */
export function findLeaf(
  tree: ShopCategoryTree,
  id: number | undefined,
): { path: number[]; leaf: CategoryLeaf } | undefined {
  for (const first of tree)
    for (const second of first.children)
      for (const leaf of second.children)
        if (leaf.value === id) return { path: [first.value, second.value, leaf.value], leaf }
  return undefined
}
