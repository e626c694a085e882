import { sql } from 'drizzle-orm'
import { type TaskStatus, tasks } from '../../../platform/work/task.tables.ts'
import type { Shop } from '../../shop.ts'
import type { AreaWalk } from './audit-walk.ts'

export const workWalk: AreaWalk = {
  walks: {
    'scheduled-job.save': () => ({
      body: { jobName: '夜里清理', beanName: 'taskCleanup', cronExpression: '0 0 3 * * ?' },
    }),
    'scheduled-job.update': (ids) => ({
      body: { id: ids['scheduled-job.save'], jobName: '清理', beanName: 'taskCleanup', cronExpression: '0 0 3 * * ?' },
    }),
    'scheduled-job.toggle': (ids) => ({ params: { id: ids['scheduled-job.save'] ?? 0 } }),
    'scheduled-job.run': (ids) => ({ params: { id: ids['scheduled-job.save'] ?? 0 } }),
    'scheduled-job.remove': async (ids, { ctx }) => {
      await ctx.db.execute(sql`update job_run set is_success = true`)
      return { body: [ids['scheduled-job.save']] }
    },
    'task.cancel': async (_, shop) => ({ params: { id: await makeTask(shop, 'pending') } }),
    'task.retry': async (_, shop) => ({ params: { id: await makeTask(shop, 'failed') } }),
    'task.remove': async (_, shop) => ({ params: { id: await makeTask(shop, 'success') } }),
    'backup.save': () => ({ body: {} }),
  },
  elsewhere: {
    'approval.review': 'approval.test.ts',
    'approval.withdraw': 'approval.test.ts',
    'ticket.make': 'opens what is noted itself, once, within a minute',
    'backup.link': 'changes nothing; the download is noted',
    'backup.remove': 'backup.test.ts',
    'backup.download': 'backup.test.ts',
    'export.fetch': 'an export is in the trail when it is asked for',
  },
}

/** A task of the administrator's, in a state. */
async function makeTask({ ctx }: Shop, status: TaskStatus): Promise<string> {
  const task = { type: 'backup', title: '数据备份', status, params: {}, createdBy: 1, startTime: new Date() }
  const [made] = await ctx.db.insert(tasks).values(task).returning({ id: tasks.id })
  return made?.id ?? ''
}
