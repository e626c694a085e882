import { sql } from 'drizzle-orm'
import type { AreaWalk } from './audit-walk.ts'

export const monitorWalk: AreaWalk = {
  walks: {
    'error-log.handle': async (_, { ctx }) => {
      const { rows } = await ctx.db.execute<{ id: number }>(sql`
        insert into operation_log (description, log_type, method, request_ip, time, status, request_id)
        values ('故障', 'ERROR', 'GET /x', 'x', 1, 500, 'r') returning id`)
      return { params: { id: rows[0]?.id ?? 0 }, body: { note: '已修复' } }
    },
    'error-log.clear': () => ({}),
    'log.clear': () => ({}),
    'cache.clear': async (_, { ctx }) => {
      await ctx.platform.caches.named('dict').get('sex', async () => [])
      return { params: { name: 'dict' } }
    },
    'cache.remove': () => ({ params: { name: 'dict', key: 'sex' } }),
    'cache.clearAll': () => ({}),
    'database-monitor.reset': () => ({ body: {} }),
  },
  elsewhere: {
    'audit.verify': 'changes nothing',
    'history.restore': 'history.test.ts',
    'database-monitor.kill': 'monitor.test.ts',
  },
}
