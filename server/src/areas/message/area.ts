import { type Area, adding } from '../../platform/area.ts'
import { expired, oldRows, shortLived } from '../../platform/data/clean-up.ts'
import { demoRows } from '../../platform/data/defaults.ts'
import { versioned } from '../../platform/data/versioned.ts'
import { live, liveChecks } from '../../platform/work/live.ts'
import { opsUploads } from '../file/file/file.service.ts'
import { pastRetention } from '../setting/setting/log-retention.service.ts'
import { settingTesters } from '../setting/setting/setting-test.service.ts'
import { serveLive } from './live/live.routes.ts'
import { pageNews } from './live/live.service.ts'
import { keepSeats } from './live/live-seat.service.ts'
import { pushTodo } from './live/todo.service.ts'
import { serveMail } from './mail/mail.routes.ts'
import { registerMail, testMail } from './mail/mail.service.ts'
import { messageHistories } from './message.history.ts'
import { fillNoticeDemo } from './notice/notice.demo.ts'
import { serveNotices } from './notice/notice.routes.ts'
import { pushNotices } from './notice/notice.service.ts'
import { serveNotifications } from './notice/notification.routes.ts'
import {
  countNotifications,
  listMissed,
  pushNotifications,
  removeOldNotifications,
} from './notice/notification.service.ts'
import { notifyOpsUpload } from './notice/ops-notice.service.ts'
import { fillSmsDemo } from './sms/sms.demo.ts'
import { serveSms } from './sms/sms.routes.ts'
import { registerSms, testSms } from './sms/sms.service.ts'
import { fillWebhookDemo } from './webhook/webhook.demo.ts'
import { serveWebhooks } from './webhook/webhook.routes.ts'
import { oldDeliveries, registerWebhooks } from './webhook/webhook-delivery.service.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['live', 'sms', 'notice', 'mail', 'webhook'] as const

/** Messages to people and to other systems: notices, notifications, mail, SMS, webhooks, open pages. */
export const message: Area = {
  name: 'message',
  routes: [serveMail, serveSms, serveLive, serveNotifications, serveNotices, serveWebhooks],
  adds: [
    adding(versioned, ...messageHistories),
    adding(demoRows, fillNoticeDemo, fillSmsDemo, fillWebhookDemo),
    adding(live, pushNotifications, pushNotices, pushTodo),
    adding(pageNews, { count: countNotifications, listMissed }),
    adding(liveChecks, keepSeats),
    adding(shortLived, expired('sms_code')),
    adding(oldRows, pastRetention('sms_log', 'mail_log'), oldDeliveries, removeOldNotifications),
    adding(opsUploads, notifyOpsUpload),
    adding(settingTesters, { kind: 'email', test: testMail }, { kind: 'sms', test: testSms }),
  ],
  background: [registerMail, registerSms, registerWebhooks],
}
