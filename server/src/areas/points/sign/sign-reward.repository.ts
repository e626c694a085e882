import { asc } from 'drizzle-orm'
import { rows } from '../../../platform/data/rows.ts'
import { lockTree } from '../../../platform/data/tree.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { signRewards } from './sign.tables.ts'

export type RewardRow = typeof signRewards.$inferSelect

export const { find, insert, update, remove } = rows(signRewards)

/** One change of the rewards at a time: their days have no gaps. */
export const lockAll = (tx: Ctx) => lockTree(tx, 'sign_reward')

/** All rewards by day. */
export function list({ db }: Ctx): Promise<RewardRow[]> {
  return db.select().from(signRewards).orderBy(asc(signRewards.day))
}
