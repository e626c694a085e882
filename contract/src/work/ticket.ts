import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const ticketPurposes = ['websocket', 'druid', 'doc', 'download'] as const

export const TicketForm = t.Object({
  purpose: t.OneOf(ticketPurposes, { title: '用途' }),
  target: t.Optional(t.String({ title: '目标', maxLength: 255 })),
})
export type TicketForm = t.Static<typeof TicketForm>

export const ticket = routes('ticket', {
  make: {
    method: 'POST',
    path: '/auth/ticket',
    permission: 'auth',
    quiet: true,
    summary: '一次性票据',
    body: TicketForm,
    response: t.Object({ ticket: t.String(), expiresIn: t.Integer({ description: '秒' }) }),
  },
})
