import { eq } from 'drizzle-orm'
import type { NewRow } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { seckills } from './seckill.tables.ts'

/** Stores what a flash sale has of its own. */
export async function store({ db }: Ctx, row: NewRow<typeof seckills>): Promise<void> {
  const { activityId: _, ...set } = row
  await db.insert(seckills).values(row).onConflictDoUpdate({ target: seckills.activityId, set })
}

export async function find({ db }: Ctx, activityId: number) {
  const [row] = await db.select().from(seckills).where(eq(seckills.activityId, activityId))
  return row
}
