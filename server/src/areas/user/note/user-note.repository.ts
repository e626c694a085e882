import { personName } from '@zhanggui/domain/staff/person-name.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { userNotes } from './user-note.tables.ts'

/** Adds a note by the caller. */
export async function insert({ db, actor, now }: Ctx, uid: number, content: string): Promise<number> {
  const operatorName = personName(actor.name, actor.username)
  const [note] = await db
    .insert(userNotes)
    .values({ uid, content, operatorId: actor.userId, operatorName, createdAt: now() })
    .returning({ id: userNotes.id })
  if (!note) throw new Error('the note was not stored')
  return note.id
}
