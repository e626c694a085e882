import { notice } from '@zhanggui/contract/message/notice.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { getWireNotice, updateNotice } from './notice/notice.service.ts'
import { findWebhook } from './webhook/webhook.service.ts'

export const messageHistories: readonly Versioned[] = [
  {
    object: 'notice',
    find: byNumber(getWireNotice),
    edit: editing(notice.update, updateNotice),
    fixed: { status: '发布与撤回有各自的按钮，不随内容恢复' },
  },
  {
    object: 'webhook',
    find: byNumber(findWebhook),
    refusal: '密钥和请求头的内容不保存在记录里，请在编辑里修改',
    words: { status: { true: '启用', false: '停用' } },
  },
]
