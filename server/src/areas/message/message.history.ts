import { notice, noticeStatusNames, noticeTargetNames } from '@zhanggui/contract/message/notice.ts'
import { notifyLevelNames } from '@zhanggui/domain/message/notify-event.ts'
import { webhookEvents } from '@zhanggui/domain/message/webhook.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { getWireNotice, updateNotice } from './notice/notice.service.ts'
import { findWebhook } from './webhook/webhook.service.ts'

export const messageHistories: readonly Versioned[] = [
  {
    object: 'notice',
    find: byNumber(getWireNotice),
    edit: editing(notice.update, updateNotice),
    refs: {
      targetIds: ({ targets }) => (targets === 'roles' ? 'role' : 'admin-user'),
    },
    words: { level: notifyLevelNames, targets: noticeTargetNames, status: noticeStatusNames },
    fixed: { status: '发布与撤回有各自的按钮，不随内容恢复' },
  },
  {
    object: 'webhook',
    find: byNumber(findWebhook),
    refusal: '密钥和请求头的内容不保存在记录里，请在编辑里修改',
    words: { events: webhookEvents, status: { true: '启用', false: '停用' } },
    copies: ['lastState', 'lastTime'],
  },
]
