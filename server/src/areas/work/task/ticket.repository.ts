import { eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { tickets } from './ticket.tables.ts'

export async function insert({ db }: Ctx, ticket: typeof tickets.$inferInsert): Promise<void> {
  await db.insert(tickets).values(ticket)
}

/** Takes a ticket away: of two who bring it, one gets it. */
export async function take({ db }: Ctx, ticketHash: string) {
  const [taken] = await db.delete(tickets).where(eq(tickets.ticketHash, ticketHash)).returning()
  return taken
}
