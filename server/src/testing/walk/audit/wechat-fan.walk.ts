import { sql } from 'drizzle-orm'
import type { AreaWalk } from './audit-walk.ts'

export const wechatFanWalk: AreaWalk = {
  walks: {
    'fan-tag.save': () => ({ body: { name: '门店' } }),
    'fan-tag.update': (ids) => ({ body: { id: ids['fan-tag.save'], name: '到店' } }),
    'fan-tag.batch': async (ids, { ctx }) => {
      const { fans } = await ctx.platform.wechat.played()
      fans.follow('sim_walker')
      const { rows } = await ctx.db.execute<{ id: number }>(
        sql`insert into wechat_user (openid, user_type, subscribe) values ('sim_walker', 'wechat', true) returning id::int`,
      )
      ids.fan = rows[0]?.id ?? 0
      return { body: { tagId: ids['fan-tag.save'], ids: [ids.fan], on: true } }
    },
    'fan-tag.remove': (ids) => ({ params: { id: ids['fan-tag.save'] ?? 0 } }),
    'fan.sync': () => ({}),
    'fan.remark': (ids) => ({ body: { id: ids.fan, remark: '老王' } }),
    'fan.message': (ids) => ({ body: { id: ids.fan, content: '本周有券' } }),
    'channel-code.save': () => ({ body: { name: '收银台', scene: 'till', kind: 2 } }),
    'channel-code.update': (ids) => ({ body: { id: ids['channel-code.save'], name: '收银台一号', status: false } }),
    'channel-code.remove': (ids) => ({ query: { id: ids['channel-code.save'] ?? 0 } }),
    'content-check.decide': async (_, { ctx }) => {
      const { rows } = await ctx.db.execute<{ id: number }>(
        sql`insert into wechat_content_check (kind, biz_id, uid, text, state, verdict)
          values ('nickname', 1, 1, '可疑名', 1, 'review') returning id::int`,
      )
      return { body: { ids: [rows[0]?.id], pass: false } }
    },
  },
  elsewhere: {
    'mini-code.zip': 'pictures for the one who asks, which change nothing',
  },
}
