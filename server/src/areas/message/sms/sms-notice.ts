import type { NotifyEvent } from '@zhanggui/domain/message/notify-event.ts'
import type { StaffSmsMark } from '@zhanggui/domain/message/sms.ts'

/** Forwards notifications by SMS, with the template staff have the provider approve for it: 您有新的消息：${title}. */
export const SMS_NOTICE_QUEUE = 'notice-sms'
export const SMS_NOTICE_TEMPLATE = 'staff_notice'
export type StaffPhone = { uid: number; phone: string }
export type SmsNotice = { phones: StaffPhone[]; event: NotifyEvent; title: string }

/** Sends staff what a switch of the settings has them told, with the template of that mark. */
export const STAFF_SMS_QUEUE = 'staff-sms'
export type StaffSms = { mark: StaffSmsMark; values: Record<string, string> }
