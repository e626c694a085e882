import { category, type ManagedCategory } from '@zhanggui/contract/product/category.ts'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { categories } from '../areas/product/category/category.tables.ts'
import { productCategories, products } from '../areas/product/product/product.tables.ts'
import { makeProduct, productDraft, productPermissions } from './product.ts'
import { type Caller, openShop, type Shop } from './shop.ts'

const all = Object.values(category)

/** Opens a shop with staff who have all permissions for categories. */
export async function openShelves() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: all, permissions: productPermissions })
  const add = async (name: string, pid = 0, more: object = {}) => {
    const answer = await staff.call(category.save, { body: { name, pid, ...more } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.id
  }
  return { shop, staff, add }
}

/** Adds a product in these categories. */
export async function fileProduct(staff: Caller, storeName: string, cateIds: number[]) {
  return (await makeProduct(staff, productDraft(0, { storeName, cateIds }))).id
}

export const deleteCompletely = ({ ctx }: Shop, id: number) =>
  ctx.db.update(products).set({ isDel: true }).where(eq(products.id, id))

/** The categories of a product, with whether each was chosen directly. */
export async function closureOf({ ctx }: Shop, productId: number): Promise<Record<number, boolean>> {
  const rows = await ctx.db.select().from(productCategories).where(eq(productCategories.productId, productId))
  return Object.fromEntries(rows.map(({ categoryId, isDirect }) => [categoryId, isDirect]))
}

/** The names of a tree, each with its children. */
type Names = { [name: string]: Names }
export const namesOf = (nodes: readonly { name: string; child?: ManagedCategory[] }[]): Names =>
  Object.fromEntries(nodes.map(({ name, child }) => [name, namesOf(child ?? [])]))

export const treeOf = async (staff: Caller, query: object = {}) => (await staff.call(category.tree, { query })).body

/** Expects every path to match the parents and every level to match the path, which a cycle would break. */
export async function expectSoundTree({ ctx }: Shop) {
  const rows = await ctx.db.select().from(categories)
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) {
    const above = row.pid ? byId.get(row.pid) : { path: '/', level: 0 }
    expect(above, row.name).toBeDefined()
    expect(row, row.name).toMatchObject({ path: `${above?.path}${row.pid}/`, level: (above?.level ?? 0) + 1 })
  }
}
