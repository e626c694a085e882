import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { makeTicket } from '../../../platform/security/tickets.ts'

export const serveTickets = (app: App) => serve(app, ticket, { make: (ctx, { body }) => makeTicket(ctx, body) })
