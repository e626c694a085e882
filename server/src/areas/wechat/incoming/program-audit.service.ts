import { cutText } from '@zhanggui/domain/text.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notify } from '../../message/notice/notification.service.ts'
import type { Incoming } from './incoming.service.ts'

const outcomes: Record<string, string> = {
  weapp_audit_success: '审核通过',
  weapp_audit_fail: '审核未通过',
  weapp_audit_delay: '审核延后',
}

/** Tells staff how WeChat judged a version of the mini-program. */
export async function tellAudit(tx: Ctx, { event, fields }: Incoming): Promise<void> {
  const outcome = outcomes[event]
  if (!outcome) return
  const reason = String(fields.Reason ?? fields.reason ?? '').replace(/<[^>]*>/g, ' ')
  const level = event === 'weapp_audit_success' ? 'info' : 'warn'
  await notify(tx, {
    event: 'wechat.audit',
    level,
    title: `小程序版本${outcome}`,
    content: cutText(reason.trim() || '详情请到小程序后台查看', 300),
    link: '/channel/routine/config',
  })
}
