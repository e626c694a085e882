import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { exportTickets } from './export.tables.ts'

export async function insert({ db }: Ctx, ticket: typeof exportTickets.$inferInsert): Promise<void> {
  await db.insert(exportTickets).values(ticket)
}

/** Takes the caller's ticket: of two who fetch at once, one gets it; nobody else takes it away from him. */
export async function take({ db, actor }: Ctx, tokenHash: string) {
  const own = and(eq(exportTickets.tokenHash, tokenHash), eq(exportTickets.userId, actor.userId))
  const [ticket] = await db.delete(exportTickets).where(own).returning()
  return ticket
}
