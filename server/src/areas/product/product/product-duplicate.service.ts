import { cutText } from '@zhanggui/domain/text.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as products from './product.repository.ts'
import { insertProduct } from './product.service.ts'
import * as gifts from './product-coupon.repository.ts'
import { getProduct, WHAT } from './product-describe.service.ts'
import type { Form } from './product-form.ts'
import * as skus from './product-sku.repository.ts'

const MAX_NAME = 128
const ENDING = '-副本'

/**
 * Copies a product into the warehouse, under its own name, with new codes, no stock and no sales.
 * @throws 404, 422 when its categories or its template no longer exist
 */
export function duplicateProduct(ctx: Ctx, id: number) {
  return inTransaction(ctx, async (tx) => {
    const [found] = await products.findAll(tx, [id])
    if (!found) throw notFound(WHAT)
    const copyId = await insertProduct(tx, await readStored(tx, found.product), true)
    const after = await getProduct(tx, copyId)
    await audit(tx, { action: 'create', objectId: copyId, objectName: after.storeName, after })
    return { id: copyId, version: after.version }
  })
}

/** Converts a stored product to a form draft. */
async function readStored(tx: Ctx, product: products.ProductRecord): Promise<Form> {
  const { id, version: _1, createdAt: _2, updatedAt: _3, createdBy: _4, updatedBy: _5, ...fields } = product
  const { product_unique_barcode: unique } = await getSettings(tx)
  const stored = await skus.listOf(tx, [id])
  const content = await products.findContent(tx, id)
  const fresh = {
    isShow: false,
    firstShowTime: null,
    isRecycle: false,
    recycleTime: null,
    autoOnTime: null,
    autoOffTime: null,
    codePath: '',
    stock: 0,
    skuCount: 0,
    sales: 0,
    browse: 0,
    collectCount: 0,
    alert: false,
    starAvg: 0,
    replyCount: 0,
    goodCount: 0,
    mediumCount: 0,
    poorCount: 0,
  }
  return {
    product: { ...fields, ...fresh, storeName: nameOfCopy(product.storeName), labelIds: await ownLabels(tx, product) },
    attrs: await products.listAttrs(tx, id),
    skus: stored.map((sku) => ({
      ...skus.fieldsOf(sku),
      id: 0,
      stock: undefined,
      stockBase: undefined,
      skuNo: '',
      barCode: unique ? '' : sku.barCode,
    })),
    content,
    couponIds: await gifts.listOf(tx, id),
    media: [
      product.image,
      ...product.sliderImage,
      product.videoLink,
      product.flatPattern,
      product.shareImage,
      ...stored.map(({ image }) => image),
      content,
    ].join(' '),
  }
}

function nameOfCopy(name: string): string {
  return `${cutText(name, MAX_NAME - ENDING.length)}${ENDING}`
}

/** The labels assigned by staff; those of rules are added automatically. */
async function ownLabels(tx: Ctx, { labelIds }: products.ProductRecord): Promise<number[]> {
  if (!labelIds.length) return []
  return (await products.findLabels(tx, labelIds)).filter(({ rule }) => !rule).map(({ id }) => id)
}
