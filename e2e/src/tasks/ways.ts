import type { Locator } from '@playwright/test'
import type { Staff } from '../shop/shop.ts'
import type { Hands } from './hands.ts'

/** Asks the search of everything, which answers while one types. */
export async function search(hands: Hands, text: string) {
  await hands.press('Control+k')
  await hands.type(text)
  await hands.wait(hands.page.getByRole('listbox', { name: '搜索结果' }).getByRole('option').first())
}

/** What the search found of a kind, by a text in it. */
export const found = ({ page }: Hands, kind: string, text: string): Locator =>
  page.getByRole('group', { name: kind }).getByRole('option').filter({ hasText: text }).first()

/** An act that the search offers beside what it found. */
export const offered = ({ page }: Hands, act: string, of: string): Locator =>
  page.getByRole('option', { name: `${act}：${of}` })

/** Opens a screen by the menu: its groups, then its name. */
export async function walk(hands: Hands, ...names: string[]) {
  const menu = hands.page.getByRole('navigation', { name: '主菜单' })
  // A screen with pending work has a number after its name.
  for (const name of names) await hands.click(menu.getByRole('menuitem', { name: new RegExp(`^${name}( \\d+\\+?)?$`) }))
  await hands.wait(hands.page.getByRole('heading', { name: names.at(-1) ?? '', level: 1 }).first())
}

export type Sku = { id: number; suk: string; skuNo: string; barCode: string; stock: number; price: number }
export type Product = { id: number; storeName: string }

/** The product on sale at a place of the list; each task takes another one. */
export async function productAt(admin: Staff, place: number): Promise<Product> {
  const { body } = await admin.call<{ list: Product[] }>(
    'GET',
    `/admin/store/product/list?type=1&page=${place}&limit=1`,
  )
  const [one] = body.list
  if (!one) throw new Error('the demo has too few products')
  return one
}

export async function skusOf(admin: Staff, productId: number): Promise<Sku[]> {
  return (await admin.call<{ attrValue: Sku[] }>('GET', `/admin/store/product/info/${productId}`)).body.attrValue
}

/** A phone of this run alone that ends in these four figures. */
export const phoneOf = (end: string) => `13${String(Date.now()).slice(-5)}${end}`

type Made = { id: number; orderNo: string }

/** A paid order of one piece of each of some products, as staff make it for a caller. */
export async function paidOrder(admin: Staff, phone: string, places: readonly number[]): Promise<Made> {
  const items: { skuId: number; num: number }[] = []
  for (const place of places) {
    const sku = (await skusOf(admin, (await productAt(admin, place)).id)).find(({ stock }) => stock > 0)
    if (sku) items.push({ skuId: sku.id, num: 1 })
  }
  const draft = await admin.call<{ id: number }>('POST', '/admin/store/order/draft/save', {
    customerPhone: phone,
    realName: '林知夏',
    phone,
    shippingType: 1,
    cityId: 110101,
    freight: 0,
    items,
    detail: '东四北大街 1 号',
  })
  const { body } = await admin.call<{ orderNo: string }>('POST', '/admin/store/order/draft/convert', {
    id: draft.body.id,
    voucher: '转账',
  })
  const info = await admin.call<Made>('GET', `/admin/store/order/info?orderNo=${body.orderNo}`)
  return info.body
}
