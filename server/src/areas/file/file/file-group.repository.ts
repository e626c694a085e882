import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { categories } from '../../product/category/category.tables.ts'

/** Whether the media group exists; it is locked against deletion until the transaction ends. */
export async function lock({ db }: Ctx, id: number): Promise<boolean> {
  const rows = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.id, id), eq(categories.type, 2)))
    .for('key share')
  return rows.length > 0
}

/** The top-level media group with the name. */
export async function find({ db }: Ctx, name: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.name, name), eq(categories.type, 2), eq(categories.pid, 0)))
  return row?.id
}
