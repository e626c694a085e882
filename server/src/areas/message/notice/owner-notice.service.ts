import type { NotifyEvent } from '@zhanggui/domain/message/notify-event.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notify } from './notification.service.ts'

type OwnEvent = Extract<NotifyEvent, 'phone.changed' | 'email.changed' | 'mfa.changed'>

const tabs: Record<OwnEvent, string> = {
  'phone.changed': 'profile',
  'email.changed': 'email',
  'mfa.changed': 'mfa',
}

/** Notifies the owner of an account of a change to their sign-in data. @param what 邮箱已修改 */
export async function notifyOwner(tx: Ctx, userId: number, event: OwnEvent, what: string): Promise<void> {
  const by = tx.caller && tx.caller.userId !== userId ? `由管理员 ${tx.caller.name} 操作` : `IP ${tx.origin.ip}`
  await notify(tx, {
    event,
    to: { userIds: [userId] },
    level: 'warn',
    title: `您的账号${what}`,
    content: `${toWireTime(tx.now())}，${by}。如非本人操作或授权，请立即修改密码并联系管理员。`,
    link: `/user/center?tab=${tabs[event]}`,
  })
}
