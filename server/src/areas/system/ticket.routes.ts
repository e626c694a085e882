import { ticket } from '@zhanggui/contract/ticket.ts'
import { type App, serve } from '../../platform/serve.ts'
import { makeTicket } from './ticket.service.ts'

export const serveTickets = (app: App) => serve(app, ticket, { make: (ctx, { body }) => makeTicket(ctx, body) })
