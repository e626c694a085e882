import { type Area, adding } from '../../platform/area.ts'
import { oldRows } from '../../platform/data/clean-up.ts'
import { onlineGuests } from '../staff/online-user/online-user.service.ts'
import { endedBuyerSessions, makeBuyerGate, onlineBuyers } from './buyer-session/buyer-session.service.ts'

/** Customers: their accounts, sign-in, groups, labels, levels and ledgers. */
export const user: Area = {
  name: 'user',
  buyerGate: makeBuyerGate,
  routes: [],
  adds: [adding(onlineGuests, onlineBuyers), adding(oldRows, endedBuyerSessions)],
}
