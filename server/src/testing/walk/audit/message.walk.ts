import { sql } from 'drizzle-orm'
import type { AreaWalk } from './audit-walk.ts'

export const messageWalk: AreaWalk = {
  walks: {
    'email.update': () => ({
      body: { host: 'mail.example.com', port: 465, user: 'a@b.cn', from: 'a@b.cn', ssl: true },
    }),
    'email.send': () => ({ body: { tos: ['a@b.cn'], subject: '问候', content: '你好' } }),
    'sms.apply': () => ({ body: { title: '发货通知', type: 2, content: '已发货' } }),
    'sms.test': async (_, { ctx }) => {
      await ctx.db.execute(sql`insert into sms_template (temp_id, title, type, content, status)
        values ('T1', '测试', 2, '测试', '通过')`)
      return { body: { phone: '13812345678', tempId: 'T1' } }
    },
    'notice.save': () => ({ body: { title: '盘点', content: '<p>今晚盘点</p>' } }),
    'notice.update': (ids) => ({ body: { id: ids['notice.save'], title: '盘点通知', content: '<p>今晚盘点</p>' } }),
    'notice.publish': (ids) => ({ params: { id: ids['notice.save'] ?? 0 } }),
    'notice.withdraw': (ids) => ({ params: { id: ids['notice.save'] ?? 0 } }),
    'notice.remove': (ids) => ({ body: [ids['notice.save']] }),
  },
  elsewhere: {
    'notification.read': 'own marks',
    'notification.remove': 'own marks',
    'notification.saveSettings': 'own wishes',
    'notice.read': 'own marks',
    'sms.applications': 'asks the provider',
    'sms.signCode': 'changes nothing; the log of messages knows',
    'sms.modifySign': 'saves a setting as setting.save does',
    'webhook.save': 'webhook.test.ts',
    'webhook.update': 'webhook.test.ts',
    'webhook.remove': 'webhook.test.ts',
    'webhook.test': 'the log of deliveries knows',
    'webhook-delivery.resend': 'webhook.test.ts',
  },
}
