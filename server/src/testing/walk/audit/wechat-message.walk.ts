import { sql } from 'drizzle-orm'
import type { AreaWalk } from './audit-walk.ts'

const template = { kind: 2, name: '升级提醒', tempId: 'tpl-1', content: '等级:{{thing1.DATA}}\n时间:{{time2.DATA}}' }

export const wechatMessageWalk: AreaWalk = {
  walks: {
    'wechat-template.syncWechat': () => ({}),
    'wechat-template.syncRoutine': () => ({}),
    'wechat-template.save': () => ({ body: template }),
    'wechat-template.update': (ids) => ({
      params: { id: ids['wechat-template.save'] ?? 0 },
      body: { ...template, name: '会员升级提醒' },
    }),
    'wechat-template.useStatus': (ids) => ({
      params: { id: ids['wechat-template.save'] ?? 0 },
      body: { status: false },
    }),
    'wechat-template.remove': (ids) => ({ params: { id: ids['wechat-template.save'] ?? 0 } }),
    'buyer-message.switchWechat': () => ({ params: { id: 1 } }),
    'buyer-message.switchRoutine': () => ({ params: { id: 1 } }),
    'buyer-message.update': () => ({ body: { id: 1, detailType: 'wechat', quietFrom: '23:00', quietTo: '07:00' } }),
    'notify-outbox.resend': async (_, { ctx }) => {
      const { rows } = await ctx.db.execute<{ id: number }>(
        sql`insert into notify_outbox (mark, biz_id, channel, uid, payload, dedupe_key, status)
          values ('levelUp', 'walk', 'routine', 1, '{"values": {}, "link": "/vip"}', 'levelUp:walk:routine', 3) returning id::int`,
      )
      return { body: { ids: [rows[0]?.id] } }
    },
  },
  elsewhere: {
    'buyer-message.switchSms': 'as switchWechat; without a text it is refused',
    'buyer-message.preview': 'changes nothing',
    'buyer-message.test': 'changes nothing, and sends to somebody whom staff name',
  },
}
