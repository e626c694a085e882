import { sql } from 'drizzle-orm'

// Parts of the statements that read cases.

/** Whether a case has not ended: the condition of its index, word for word. */
export const isOpen = sql`state < 3 and sales_state = 0`
