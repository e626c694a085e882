import { pgSequence } from 'drizzle-orm/pg-core'

/** What the last six digits of document numbers are made of. */
export const documentNumbers = pgSequence('document_number', {
  minValue: 0,
  maxValue: 999_999,
  startWith: 0,
  cycle: true,
})
