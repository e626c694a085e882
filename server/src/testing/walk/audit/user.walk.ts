import { sql } from 'drizzle-orm'
import { shopUsers } from '../../../areas/user/shop-user/shop-user.tables.ts'
import type { AreaWalk } from './audit-walk.ts'

export const userWalk: AreaWalk = {
  walks: {
    'user-group.save': () => ({ body: { groupName: '老客' } }),
    'user-group.update': (ids) => ({ body: { id: ids['user-group.save'], groupName: '常客' } }),
    'user-tag.save': () => ({ body: { name: '爱茶' } }),
    'user-tag.update': (ids) => ({ body: { id: ids['user-tag.save'], name: '爱茶人' } }),
    'user-level.save': () => ({ body: { name: '玉', grade: 90, experience: 900_000_000, discount: 90 } }),
    'user-level.update': (ids) => ({
      params: { id: ids['user-level.save'] ?? 0 },
      body: { name: '美玉', grade: 90, experience: 900_000_000, discount: 88 },
    }),
    'user-segment.save': () => ({ body: { name: '北京', query: { province: '北京市' } } }),
    'user-segment.update': (ids) => ({ body: { id: ids['user-segment.save'], name: '女', query: { sex: 2 } } }),
    'shop-user.save': () => ({ body: { phone: '13800000001', nickname: '小满' } }),
    'shop-user.update': (ids) => ({ body: { id: ids['shop-user.save'], realName: '李小满' } }),
    'shop-user.phone': (ids) => ({ body: { id: ids['shop-user.save'], phone: '13800000002' } }),
    'shop-user.funds': (ids) => ({
      body: {
        uid: ids['shop-user.save'],
        moneyType: 1,
        moneyValue: 5,
        integralType: 1,
        integralValue: 5,
        mark: '补偿',
      },
    }),
    'shop-user.group': (ids) => ({ body: { ids: [ids['shop-user.save']], groupId: ids['user-group.save'] } }),
    'shop-user.tag': (ids) => ({ body: { ids: [ids['shop-user.save']], tagIds: [ids['user-tag.save']], mode: 'add' } }),
    'shop-user.spread': async (ids, { ctx }) => {
      const row = { account: 'promoter', nickname: '推广', isPromoter: true }
      const [made] = await ctx.db.insert(shopUsers).values(row).returning({ id: shopUsers.id })
      return { body: { userId: ids['shop-user.save'], spreadUid: made?.id } }
    },
    'shop-user.clearSpread': (ids) => ({ body: { id: ids['shop-user.save'] } }),
    'shop-user.level': (ids) => ({
      body: { uid: ids['shop-user.save'], levelId: ids['user-level.save'], isSub: true },
    }),
    'user-level.use': (ids) => ({ body: { id: ids['user-level.save'], isShow: false } }),
    'shop-user.status': (ids) => ({ body: { ids: [ids['shop-user.save']], status: false, closeReason: '违规' } }),
    'shop-user.note': (ids) => ({ body: { uid: ids['shop-user.save'], content: '电话联系过' } }),
    'user-import.upload': () => ({
      file: ['a.csv', Buffer.from('手机号,昵称\n13800000003,小雪')],
    }),
    'user-import.confirm': async (_, { ctx }) => {
      const { rows } = await ctx.db.execute<{ id: number }>(sql`select id::int from user_import`)
      return { body: { importId: rows[0]?.id, policy: 'skip' } }
    },
    'user-import.undo': async (_, { ctx }) => {
      await ctx.db.execute(sql`update user_import set status = 'done'`)
      await ctx.db.execute(sql`update task set status = 'success'`)
      const { rows } = await ctx.db.execute<{ id: number }>(sql`select id::int from user_import`)
      return { body: { importId: rows[0]?.id } }
    },
    'user-group.remove': (ids) => ({ body: [ids['user-group.save']] }),
    'user-tag.remove': (ids) => ({ body: [ids['user-tag.save']] }),
    'user-segment.remove': (ids) => ({ body: [ids['user-segment.save']] }),
    'user-level.remove': (ids) => ({ params: { id: ids['user-level.save'] ?? 0 } }),
  },
  elsewhere: {
    'user-segment.preview': 'changes nothing',
  },
}
