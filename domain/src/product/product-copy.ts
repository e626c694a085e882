import { cutText } from '../text.ts'
import { VIDEO_ADDRESS } from './product.ts'
import type { CopiedFields } from './product-fields.ts'
import { attrsOf, MAX_PICTURES, tidyValue } from './product-import.ts'
import { type Attr, MAX_SKUS, SINGLE_ATTR } from './product-sku.ts'

/** Recognized marketplaces; the numbers are the wire's `form`. */
export const copyPlatforms = [
  { code: 1, name: '淘宝', hosts: ['taobao.com'] },
  { code: 2, name: '京东', hosts: ['jd.com', 'jd.hk'] },
  { code: 3, name: '苏宁', hosts: ['suning.com'] },
  { code: 4, name: '拼多多', hosts: ['pinduoduo.com', 'yangkeduo.com'] },
  { code: 5, name: '天猫', hosts: ['tmall.com', 'tmall.hk'] },
] as const
export type CopyPlatform = (typeof copyPlatforms)[number]['code']

/** The marketplace a link leads to, if it is a known one. */
export function platformOf(url: string): CopyPlatform | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return copyPlatforms.find(({ hosts }) => hosts.some((each) => host === each || host.endsWith(`.${each}`)))?.code
}

/** A SKU of a copied product. */
export type CopiedSku = {
  attrValue: Record<string, string>
  image: string
  price: number
  otPrice?: number
  stock?: number
  barCode?: string
  skuNo?: string
  weight?: number
}

/** A product read from a page or a file, in the fields of the form. */
export type CopiedProduct = CopiedFields & {
  image: string
  sliderImage: string[]
  videoLink: string
  specType: boolean
  attr: Attr[]
  attrValue: CopiedSku[]
  content: string
  warnings: string[]
}

type Node = Readonly<Record<string, unknown>>

const MAX_NAME = 128
const MAX_INFO = 256
const MAX_KEYWORD = 255
const MAX_ORIGIN = 64
const MAX_CODE = 50
const MAX_DEPTH = 12
const MAX_PRICE = 9_999_999.99
/** Properties in which variants usually differ (schema.org), with their Chinese names. */
const variantNames: Record<string, string> = { color: '颜色', size: '尺码', material: '材质', pattern: '图案' }

/** Every product in nested schema.org nodes, as in JSON-LD; variant groups come before their variants. */
export function findProducts(data: unknown, depth = 0): Node[] {
  if (depth > MAX_DEPTH || typeof data !== 'object' || data === null) return []
  if (Array.isArray(data)) return data.flatMap((each) => findProducts(each, depth + 1))
  const node = data as Node
  if (isA(node, 'ProductGroup') || isA(node, 'Product')) return [node]
  return ['@graph', 'mainEntity', 'itemListElement', 'item'].flatMap((name) => findProducts(node[name], depth + 1))
}

/**
 * Reads one product from one or more schema.org nodes; later nodes fill in what earlier ones leave out.
 * @param base the address that relative ones are resolved against
 * @returns undefined when they hold no name or no price
 */
export function readProductNodes(nodes: readonly Node[], base: string): CopiedProduct | undefined {
  const first = <Value>(read: (node: Node) => Value | undefined) => {
    for (const node of nodes) {
      const value = read(node)
      if (value !== undefined && value !== '' && !(Array.isArray(value) && !value.length)) return value
    }
    return undefined
  }
  const storeName = cutText(plain(first((node) => textOf(node.name)) ?? ''), MAX_NAME)
  const pictures = [...new Set(nodes.flatMap((node) => addressesOf(node.image, base)))]
  const skus = first((node) => readSkus(node, base)) ?? []
  if (!storeName || !skus.length) return undefined
  const warnings: string[] = []
  const currency = first(currencyOf)
  if (currency && !/^(CNY|RMB|¥)$/i.test(currency)) warnings.push(`价格的货币为 ${currency}，请核对售价`)
  if (skus.length > MAX_SKUS) warnings.push(`规格多于${MAX_SKUS}个，只保留前${MAX_SKUS}个`)
  const images = pictures.length ? pictures : [...new Set(skus.flatMap(({ image }) => image || []))]
  if (images.length > MAX_PICTURES) warnings.push(`图片多于${MAX_PICTURES}张，其余放入商品详情`)
  if (!images.length) warnings.push('没有找到商品图片，请上传')
  const about = first((node) => textOf(node.description)) ?? ''
  const isHtml = /<[a-z][^>]*>/i.test(about)
  const info = plain(about)
  const names = [...new Set(skus.flatMap(({ attrValue }) => Object.keys(attrValue)))]
  const rows = distinct(names, skus.slice(0, MAX_SKUS))
  if (rows.length < Math.min(skus.length, MAX_SKUS)) warnings.push('重复的规格已合并')
  const more = images.slice(MAX_PICTURES).map((url) => `<p><img src="${escaped(url)}"></p>`)
  return {
    image: images[0] ?? '',
    sliderImage: images.slice(0, MAX_PICTURES),
    videoLink: first((node) => addressesOf(node.video, base).find((url) => VIDEO_ADDRESS.test(url))) ?? '',
    storeName,
    storeInfo: info === storeName ? '' : cutText(info, MAX_INFO),
    keyword: cutText(plain(first((node) => listText(node.keywords)) ?? ''), MAX_KEYWORD),
    unitName: '件',
    specType: names.length > 0,
    attr: names.length
      ? attrsOf(
          names,
          rows.map(({ attrValue }) => names.map((name) => attrValue[name] ?? '')),
        )
      : [{ ...SINGLE_ATTR, attrValues: [...SINGLE_ATTR.attrValues] }],
    attrValue: rows,
    content: [isHtml ? about : paragraphs(about), ...more].join(''),
    origin: cutText(plain(first((node) => textOf(node.countryOfOrigin)) ?? ''), MAX_ORIGIN),
    sourceLink: cutText(first((node) => addressesOf(node.url, base)[0]) ?? base, 512),
    warnings,
  }
}

function isA(node: Node, type: string): boolean {
  return [node['@type']].flat().some((each) => typeof each === 'string' && each.replace(/^.*[/#:]/, '') === type)
}

/** The variants of a group; else the product itself, once for each offer with a distinct name. */
function readSkus(node: Node, base: string): CopiedSku[] {
  const variants = listOf(node.hasVariant).filter((each) => isA(each, 'Product'))
  if (variants.length > 1) return variants.flatMap((each) => readSku(each, base, valuesOf(each)))
  return readSku(variants[0] ?? node, base, {})
}

function readSku(node: Node, base: string, attrValue: Record<string, string>): CopiedSku[] {
  const offers = listOf(node.offers)
  const [offer = {}] = offers
  const nested = listOf(offer.offers)[0] ?? {}
  const prices = [
    offer.price,
    offer.lowPrice,
    nested.price,
    ...listOf(offer.priceSpecification).map(({ price }) => price),
  ]
  const price = prices.map(amountOf).find((each) => each !== undefined)
  if (price === undefined) return []
  const listPrice = listOf(offer.priceSpecification).find(({ priceType }) => /ListPrice|SRP/.test(String(priceType)))
  const otPrice = amountOf(listPrice?.price)
  const barCode = ['gtin13', 'gtin', 'gtin8', 'gtin12', 'gtin14'].map((name) => textOf(node[name])).find(Boolean)
  const skuNo = textOf(node.sku) || textOf(offer.sku)
  const stock = /InStock/i.test(String(offer.availability)) ? amountOf(inventoryOf(offer)) : undefined
  const weight = weightOf(node.weight)
  return [
    {
      attrValue: Object.keys(attrValue).length ? attrValue : {},
      image: addressesOf(node.image, base)[0] ?? '',
      price,
      ...(otPrice !== undefined && otPrice > price && { otPrice }),
      ...(stock !== undefined && { stock: Math.floor(stock) }),
      ...(barCode && { barCode: cutText(barCode, MAX_CODE) }),
      ...(skuNo && { skuNo: cutText(skuNo, MAX_CODE) }),
      ...(weight !== undefined && { weight }),
    },
  ]
}

/** The properties that distinguish a variant: the usual ones, then custom ones. */
function valuesOf(node: Node): Record<string, string> {
  const usual = Object.entries(variantNames).flatMap(([property, name]) => {
    const value = tidyValue(plain(textOf(node[property])))
    return value ? [[name, cutText(value, 64)] as const] : []
  })
  const own = listOf(node.additionalProperty).flatMap((property) => {
    const [name, value] = [plain(textOf(property.name)), tidyValue(plain(textOf(property.value)))]
    return name && value ? [[cutText(name, 32), cutText(value, 64)] as const] : []
  })
  return Object.fromEntries([...own, ...usual].slice(0, 5))
}

/** Each combination once, all with the same dimensions; without dimensions, only the first row. */
function distinct(names: readonly string[], skus: readonly CopiedSku[]): CopiedSku[] {
  if (!names.length)
    return skus.slice(0, 1).map((sku) => ({ ...sku, attrValue: { [SINGLE_ATTR.attrName]: SINGLE_ATTR.attrValues[0] } }))
  const rows = new Map<string, CopiedSku>()
  for (const sku of skus) {
    const attrValue = Object.fromEntries(names.map((name) => [name, sku.attrValue[name] || '其他']))
    const key = JSON.stringify(attrValue)
    if (!rows.has(key)) rows.set(key, { ...sku, attrValue })
  }
  return [...rows.values()]
}

function currencyOf(node: Node): string | undefined {
  const [offer = {}] = listOf(node.offers)
  const nested = listOf(offer.offers)[0] ?? listOf(offer.priceSpecification)[0] ?? {}
  const variant = listOf(node.hasVariant)[0]
  return textOf(offer.priceCurrency) || textOf(nested.priceCurrency) || (variant && currencyOf(variant))
}

function inventoryOf(offer: Node): unknown {
  const level = offer.inventoryLevel
  return typeof level === 'object' && level !== null ? (level as Node).value : level
}

/** Converts a quantity with a unit to kg. */
function weightOf(weight: unknown): number | undefined {
  const [quantity] = listOf(weight)
  const value = amountOf(quantity?.value)
  const unit = textOf(quantity?.unitCode) || textOf(quantity?.unitText)
  if (value === undefined) return undefined
  if (/^(KGM|kg|千克|公斤)$/i.test(unit)) return Number(value.toFixed(3))
  return /^(GRM|g|克)$/i.test(unit) ? Number((value / 1000).toFixed(3)) : undefined
}

function listOf(value: unknown): Node[] {
  return [value].flat().filter((each): each is Node => typeof each === 'object' && each !== null)
}

/** A text: the value itself or the name of the object it is. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return textOf(value[0])
  const node = listOf(value)[0]
  return node ? textOf(node.name ?? node['@value']) : ''
}

function listText(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).filter(Boolean).join(',') : textOf(value)
}

/** An amount of money to the fen: 1,299.00, ¥12.5. */
function amountOf(value: unknown): number | undefined {
  const text = String(value ?? '')
    .replace(/[,\s]/g, '')
    .replace(/^[^\d-]+/, '')
  const amount = /^\d+(\.\d+)?/.exec(text)?.[0]
  if (amount === undefined) return undefined
  const number = Number(Number(amount).toFixed(2))
  return number <= MAX_PRICE ? number : undefined
}

/** Absolute addresses of pictures, videos or pages. */
function addressesOf(value: unknown, base: string): string[] {
  return [value].flat().flatMap((each): string[] => {
    const text = typeof each === 'string' ? each.trim() : ''
    if (text) return wholeAddress(text, base)
    const [node] = listOf(each)
    return node ? addressesOf(node.contentUrl ?? node.url ?? node['@id'], base) : []
  })
}

/** The absolute address in a list; an empty list for other protocols and addresses above 512 characters. */
export function wholeAddress(text: string, base: string): string[] {
  if (!URL.canParse(text, base || undefined)) return []
  const { href, protocol } = new URL(text, base || undefined)
  return /^https?:$/.test(protocol) && href.length <= 512 ? [href] : []
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The plain text of a value that may be HTML. */
function plain(text: string): string {
  return text
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

function paragraphs(text: string): string {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${escaped(line)}</p>`)
    .join('')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
