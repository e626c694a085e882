import { sql } from 'drizzle-orm'
import { has, is } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { decorBlocks } from './page-block.tables.ts'

export const { find, lock, insert, update, remove } = rows(decorBlocks)
export type BlockRow = typeof decorBlocks.$inferSelect

export const count = ({ db }: Ctx): Promise<number> => db.$count(decorBlocks)

type Filter = { name?: string | undefined; terminal?: 1 | 2 | 3 | undefined }

/** A page of the blocks, newest first. */
export const list = pages(decorBlocks, {
  where: ({ name, terminal }: Filter) => [has(decorBlocks.name, name), is(decorBlocks.terminal, terminal)],
  more: {
    updateName: sql<string>`coalesce((select nick_name from admin_user where admin_user.id = decor_block.updated_by), '')`,
  },
})
