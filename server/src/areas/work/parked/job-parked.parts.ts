import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Ctx } from '../../../platform/http/context.ts'

/** Whether a row is not left alone at present, as a condition. */
export function isTried({ now }: Ctx, handler: string, id: AnyPgColumn | SQL): SQL {
  return sql`not exists (select from job_parked as parked where parked.handler = ${handler}
    and parked.row_id = ${id} and parked.until > ${now().toISOString()}::timestamptz)`
}
