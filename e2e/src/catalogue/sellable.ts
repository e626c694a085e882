import { shopWindow } from '@zhanggui/contract/product/window.ts'
import type { Shop } from '../shop/shop.ts'

/** A product that the shop sells, with enough of it. */
export async function sellable(shop: Shop): Promise<{ id: number; storeName: string }> {
  const answer = await fetch(`${shop.url}${shopWindow.list.path}?page=1&limit=20&sort=sales`)
  const { list } = (await answer.json()) as { list: { id: number; storeName: string; stock: number }[] }
  const found = list.find(({ stock }) => stock > 20)
  if (!found) throw new Error('the demo shop sells nothing')
  return found
}
