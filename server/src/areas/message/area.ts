import { type Area, adding } from '../../platform/area.ts'
import { demoRows } from '../../platform/data/defaults.ts'
import { serveLive } from './live/live.routes.ts'
import { startLive } from './live/live.service.ts'
import { serveMail } from './mail/mail.routes.ts'
import { registerMail } from './mail/mail.service.ts'
import { fillNoticeDemo } from './notice/notice.demo.ts'
import { serveNotices } from './notice/notice.routes.ts'
import { serveNotifications } from './notice/notification.routes.ts'
import { fillSmsDemo } from './sms/sms.demo.ts'
import { serveSms } from './sms/sms.routes.ts'
import { registerSms } from './sms/sms.service.ts'
import { fillWebhookDemo } from './webhook/webhook.demo.ts'
import { serveWebhooks } from './webhook/webhook.routes.ts'
import { registerWebhooks } from './webhook/webhook-delivery.service.ts'

/** What the shop says to people and to other systems: notices, notifications, mail, SMS, webhooks, open pages. */
export const message: Area = {
  name: 'message',
  routes: [serveMail, serveSms, serveLive, serveNotifications, serveNotices, serveWebhooks],
  adds: [adding(demoRows, fillNoticeDemo, fillSmsDemo, fillWebhookDemo)],
  background: [registerMail, registerSms, registerWebhooks],
  inEveryProcess: [startLive],
}
