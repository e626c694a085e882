import { sql } from 'drizzle-orm'
import { refunds } from '../payment/refund.tables.ts'

// Parts of the statements that read refunds.

/** When what is on its way of a refund was sent last. */
export const lastSent = sql<Date>`coalesce((
  select max((part ->> 'sentAt')::timestamptz) from jsonb_array_elements(${refunds.parts}) as part
  where (part ->> 'state')::int = 0), ${refunds.createdAt})`.mapWith(refunds.createdAt)
