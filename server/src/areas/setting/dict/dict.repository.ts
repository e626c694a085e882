import type { DictQuery } from '@zhanggui/contract/setting/dict.ts'
import { or } from 'drizzle-orm'
import { allRead, among, has, within } from '../../../platform/data/filters.ts'
import { pages, rows } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import type { FilterOf } from '../../../platform/http/paging.ts'
import { dicts } from './dict.tables.ts'

export type DictRow = typeof dicts.$inferSelect

/** Removing a dictionary removes its values. */
export const { find, lock, insert, update, remove } = rows(dicts)

/** A page of dictionaries by part of their name or remark, newest first by default. */
export const list = pages(dicts, {
  where: ({ blurry, createTime, ids, ...left }: FilterOf<DictQuery> & { ids?: number[] }, ctx) => [
    allRead(left),
    among(dicts.id, ids),
    or(has(dicts.name, blurry), has(dicts.remark, blurry)),
    within(dicts.createdAt, createTime, ctx),
  ],
  sorts: { id: dicts.id, name: dicts.name, remark: dicts.remark, createTime: dicts.createdAt },
})

/** All dictionaries, by name. */
export function listAll({ db }: Ctx): Promise<DictRow[]> {
  return db.select().from(dicts).orderBy(dicts.name)
}
