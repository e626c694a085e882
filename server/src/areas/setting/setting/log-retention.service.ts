import { sql } from 'drizzle-orm'
import { type CleanUp, daysAgo, eachOf } from '../../../platform/data/clean-up.ts'
import { getSettings } from './setting.service.ts'

/** Deletes log rows past the retention of the settings. */
export function pastRetention(...tables: string[]): CleanUp {
  return eachOf(tables, async (ctx) => {
    const { log_retention_days } = await getSettings(ctx)
    return sql`created_at < ${daysAgo(ctx, log_retention_days)}`
  })
}
