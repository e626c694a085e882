import { createHash, randomBytes } from 'node:crypto'
import type { TicketForm } from '@zhanggui/contract/work/ticket.ts'
import type { Actor, Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { authenticateSession } from '../../staff/sign-in/session.service.ts'
import * as tickets from './ticket.repository.ts'
import type { TicketPurpose } from './ticket.tables.ts'

const TICKET_SECONDS = 60

/** A ticket for one use within a minute, where a header cannot be sent (AU-46). */
export async function makeTicket(ctx: Ctx, { purpose, target = '' }: TicketForm) {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + TICKET_SECONDS * 1000)
  await tickets.insert(ctx, { ticketHash: hash(ticket), sessionId: ctx.actor.sessionId, purpose, target, expiresAt })
  return { ticket, expiresIn: TICKET_SECONDS }
}

/**
 * Uses a ticket up, whether it fits or not.
 * @returns who it was made for, provided that his session still lives
 * @throws 401 when it is unknown, used, older than a minute, or for something else
 */
export async function consumeTicket(ctx: Ctx, ticket: string, purpose: TicketPurpose, target = ''): Promise<Actor> {
  const taken = ticket.length <= 100 ? await tickets.take(ctx, hash(ticket)) : undefined
  const fits = taken && taken.purpose === purpose && taken.target === target && taken.expiresAt > ctx.now()
  if (!fits) throw new HttpError(401, 'TOKEN_INVALID', '票据无效或已过期，请重试')
  return authenticateSession(ctx, taken.sessionId)
}

function hash(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}
