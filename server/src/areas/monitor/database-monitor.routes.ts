import { databaseMonitor } from '@zhanggui/contract/monitor/database-monitor.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import {
  describeDatabase,
  killSession,
  listIndexes,
  listLocks,
  listSlow,
  listStatements,
  listTables,
  resetStatements,
} from './database-monitor.service.ts'

export const serveDatabaseMonitor = (app: App) =>
  serve(app, databaseMonitor, {
    overview: (ctx) => describeDatabase(ctx),
    sql: (ctx, { query }) => listStatements(ctx, query),
    slow: (ctx, { query }) => listSlow(ctx, query),
    tables: (ctx) => listTables(ctx),
    indexes: (ctx) => listIndexes(ctx),
    locks: (ctx) => listLocks(ctx),
    reset: async (ctx) => {
      await resetStatements(ctx)
      return {}
    },
    kill: async (ctx, { params }) => {
      await killSession(ctx, params.pid)
      return {}
    },
  })
