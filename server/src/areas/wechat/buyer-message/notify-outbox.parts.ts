import { type SQL, sql } from 'drizzle-orm'
import { insertGiven, newRows, type RowOf } from '../../../platform/data/given-rows.ts'
import { notifyOutbox } from './buyer-message.tables.ts'

export const newMessages = newRows(notifyOutbox, [
  ...(['createdBy', 'updatedBy', 'receiver', 'attempts', 'tryingSince', 'firstTriedAt'] as const),
  ...(['errcode', 'errmsg', 'msgId', 'readAt'] as const),
])
export type NewMessage = RowOf<typeof newMessages>

/** The part of a statement that stores messages; one that was told before stays as it is. */
export const storingMessages = (json: SQL): SQL => sql`${insertGiven(newMessages, json)} on conflict do nothing`
