import { integer, jsonb, pgTable, varchar } from 'drizzle-orm/pg-core'
import { moment } from '../data/columns.ts'

/** The load of a process at its last heartbeat. Bytes, and shares from 0 to 1. */
export type InstanceLoad = {
  cpuRate: number
  cpuCore: number
  memTotal: number
  memUsed: number
  diskTotal: number
  diskUsed: number
  swapTotal: number
  swapUsed: number
  /** Log rows lost since its start. */
  lostRows: number
}

/** The server processes on this database; each sends a heartbeat every 15 seconds. */
export const instances = pgTable('instance', {
  /** Host and process: `shop-1:4711`. */
  name: varchar({ length: 100 }).primaryKey(),
  address: varchar({ length: 64 }).notNull(),
  port: integer().notNull().default(0),
  role: varchar({ length: 10 }).notNull(),
  version: varchar({ length: 20 }).notNull(),
  startedAt: moment().notNull(),
  heartbeatAt: moment().notNull(),
  load: jsonb().$type<InstanceLoad>().notNull(),
})
