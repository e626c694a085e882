import { createHash, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor, Ctx } from '../http/context.ts'
import { HttpError } from '../http/errors.ts'
import { type TicketPurpose, tickets } from './ticket.tables.ts'

const TICKET_SECONDS = 60

/** Makes a ticket for one use within a minute, where a header cannot be sent. */
export async function makeTicket(ctx: Ctx, { purpose, target = '' }: { purpose: TicketPurpose; target?: string }) {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + TICKET_SECONDS * 1000)
  const { sessionId } = ctx.actor
  await ctx.db.insert(tickets).values({ ticketHash: hash(ticket), sessionId, purpose, target, expiresAt })
  return { ticket, expiresIn: TICKET_SECONDS }
}

/**
 * Uses up a ticket, even if it does not fit.
 * @returns the user it was made for, if their session is still valid
 * @throws 401 when it is unknown, used, older than a minute, or for something else
 */
export async function consumeTicket(ctx: Ctx, ticket: string, purpose: TicketPurpose, target = ''): Promise<Actor> {
  const taken = ticket.length <= 100 ? await take(ctx, hash(ticket)) : undefined
  const fits = taken && taken.purpose === purpose && taken.target === target && taken.expiresAt > ctx.now()
  if (!fits) throw new HttpError(401, 'TOKEN_INVALID', '票据无效或已过期，请重试')
  return ctx.platform.gate.authenticateSession(ctx, taken.sessionId)
}

/** Deletes a ticket. Of two concurrent callers only one gets it. */
async function take({ db }: Ctx, ticketHash: string) {
  const [taken] = await db.delete(tickets).where(eq(tickets.ticketHash, ticketHash)).returning()
  return taken
}

function hash(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}
