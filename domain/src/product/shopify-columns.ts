import { findColumns, type ImportColumns } from '../sheet-cells.ts'

/**
 * The columns that are read, with their headings in the older and the newer format, in inventories and in sheets of Matrixify,
 * which are much the same.
 */
const aliases = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'body html', 'description'],
  vendor: ['vendor'],
  category: ['product category'],
  type: ['type', 'custom product type', 'standard product type'],
  tags: ['tags'],
  published: ['published', 'published on online store'],
  status: ['status'],
  name1: ['option1 name'],
  value1: ['option1 value'],
  name2: ['option2 name'],
  value2: ['option2 value'],
  name3: ['option3 name'],
  value3: ['option3 value'],
  sku: ['variant sku', 'sku'],
  grams: ['variant grams', 'weight value (grams)'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  quantity: ['variant inventory qty', 'inventory quantity'],
  price: ['variant price', 'price'],
  comparePrice: ['variant compare at price', 'compare-at price', 'compare at price'],
  cost: ['cost per item', 'variant cost'],
  barcode: ['variant barcode', 'barcode'],
  picture: ['image src', 'product image url'],
  position: ['image position'],
  skuPicture: ['variant image', 'variant image url'],
  giftCard: ['gift card'],
  seoTitle: ['seo title'],
  seoDescription: ['seo description'],
  command: ['command'],
  variantCommand: ['variant command'],
  tagsCommand: ['tags command'],
  imageCommand: ['image command'],
  available: ['available', 'available (new)', 'available (not editable)'],
  onHand: ['on hand', 'on hand (new)'],
  coo: ['coo'],
  hsCode: ['hs code'],
  onHandBefore: ['on hand (current)'],
  // These say nothing about the stock that is for sale.
  location: ['location'],
  bin: ['bin name'],
  incoming: ['incoming', 'incoming (not editable)'],
  unavailable: ['unavailable', 'unavailable (not editable)'],
  committed: ['committed', 'committed (not editable)'],
} as const satisfies Record<string, readonly string[]>
export type ShopifyColumn = keyof typeof aliases

/** The headings that are read. */
export const shopifyHeadings: readonly string[] = Object.values(aliases).flat()

/**
 * The columns of a Shopify export, or undefined when the heading is not of that format. A file with some of the columns
 * changes what it holds.
 */
export function findShopifyColumns(heading: readonly string[]): ImportColumns<ShopifyColumn> | undefined {
  const columns = findColumns<ShopifyColumn>(heading, aliases)
  return columns.has('handle') && columns.size > 1 ? columns : undefined
}
