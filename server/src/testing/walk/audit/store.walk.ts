import { sql } from 'drizzle-orm'
import { storeDraft } from '../../store.ts'
import type { AreaWalk } from './audit-walk.ts'

export const storeWalk: AreaWalk = {
  walks: {
    'store.save': () => ({ body: storeDraft('一店') }),
    'store.update': (ids) => ({ body: { id: ids['store.save'], ...storeDraft('二店') } }),
    'store-staff.save': async (ids, shop) => {
      ids.clerk = (await shop.signIn()).userId
      return { body: { storeId: ids['store.save'], adminId: ids.clerk, staffName: '小美' } }
    },
    'store-staff.update': (ids) => ({
      body: {
        id: ids['store-staff.save'],
        storeId: ids['store.save'],
        adminId: ids.clerk,
        staffName: '美美',
      },
    }),
    'store-staff.allow': (ids) => ({ body: { id: ids['store-staff.save'], verifyStatus: true } }),
    'store-staff.switch': (ids) => ({ query: { id: ids['store-staff.save'] ?? 0, status: false } }),
    'store-staff.remove': (ids) => ({ query: { id: ids['store-staff.save'] ?? 0 } }),
    'store.show': (ids) => ({ query: { id: ids['store.save'] ?? 0, status: false } }),
    'store.recycle': (ids) => ({ query: { id: ids['store.save'] ?? 0 } }),
    'store.recover': (ids) => ({ query: { id: ids['store.save'] ?? 0 } }),
    'store.remove': async (ids, shop) => {
      const id = ids['store.save'] ?? 0
      await shop.ctx.db.execute(sql`update store set is_del = true where id = ${id}`)
      return { query: { id } }
    },
  },
  elsewhere: {},
}
