import { category } from '@zhanggui/contract/product/category.ts'
import {
  type ProductChange,
  type ProductDraft,
  type ProductInfo,
  product,
  type SkuDraft,
} from '@zhanggui/contract/product/product.ts'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { namesOf, pick } from '@zhanggui/domain/fields.ts'
import { productFields } from '@zhanggui/domain/product/product-fields.ts'
import { type Caller, openShop, type Shop, type ShopOptions } from './shop.ts'

/** All permissions for products. */
export const productPermissions = [
  ...Object.values(product).map(({ permission }) => permission),
  ...Object.values(productStock).map(({ permission }) => permission),
  ...['admin:product:cost:view', 'admin:category:save', 'admin:category:update', 'admin:category:delete'],
  ...['admin:category:update:status', 'admin:category:info', 'admin:category:list'],
].filter((permission) => permission !== 'auth')

/** A shop with one category, and staff with all permissions for products. */
export type ProductShop = { shop: Shop; staff: Caller; cateId: number }

export async function openProductShop(options: ShopOptions = {}): Promise<ProductShop> {
  const shop = await openShop(options)
  const staff = await shop.signIn({ permissions: productPermissions })
  return { shop, staff, cateId: await makeCategory(staff, '家纺') }
}

export async function makeCategory(staff: Caller, name: string, pid = 0): Promise<number> {
  const { status, body } = await staff.call(category.save, { body: { name, pid, type: 1 } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}

/** The form of a product of one SKU. */
export function productDraft(cateId: number, change: Partial<ProductDraft> = {}): ProductDraft {
  return {
    image: 'https://m.example/a.jpg',
    sliderImage: ['https://m.example/a.jpg'],
    storeName: '纯棉毛巾',
    cateIds: [cateId],
    unitName: '条',
    tempId: 1,
    attrValue: [{ price: 19.9, otPrice: 29.9, cost: 8, stock: 10 }],
    ...change,
  }
}

/** The form of a product in two colours and two sizes, 5 of each in stock. */
export function variantDraft(cateId: number, change: Partial<ProductDraft> = {}): ProductDraft {
  const rows = ['红', '蓝'].flatMap((colour) =>
    ['M', 'L'].map((size): SkuDraft => ({ attrValue: { 颜色: colour, 尺码: size }, price: 59, cost: 30, stock: 5 })),
  )
  return productDraft(cateId, {
    storeName: '纯棉T恤',
    specType: true,
    attr: [
      { attrName: '颜色', attrValues: ['红', '蓝'] },
      { attrName: '尺码', attrValues: ['M', 'L'] },
    ],
    attrValue: rows,
    ...change,
  })
}

/** Stores a product and reads it back. */
export async function makeProduct(staff: Caller, draft: ProductDraft): Promise<ProductInfo> {
  const { status, body } = await staff.call(product.save, { body: draft })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return readProduct(staff, body.id)
}

export async function readProduct(staff: Caller, id: number): Promise<ProductInfo> {
  const { status, body } = await staff.call(product.info, { params: { id } })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** A product as its form submits it, every SKU with its id and the stock it was loaded with. */
export function formOf(info: ProductInfo): ProductChange {
  const { id, version, image, sliderImage, cateIds, tempId, specType, content } = info
  return {
    ...pick(info, namesOf(productFields)),
    id,
    version,
    image,
    sliderImage,
    cateIds,
    tempId,
    specType,
    content,
    attr: info.attr.map(({ attrName, attrValues }) => ({ attrName, attrValues })),
    attrValue: info.attrValue.map(({ vipPrice, cost, alertStock, ...sku }) => ({
      ...sku,
      ...(vipPrice !== null && { vipPrice }),
      ...(cost !== null && { cost }),
      ...(alertStock !== null && { alertStock }),
    })),
  }
}
