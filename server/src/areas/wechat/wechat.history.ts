import { Reply, ReplyDraft, wechatReply } from '@zhanggui/contract/wechat/wechat-reply.ts'
import { replyMatches, replyTypes, reservedReplies } from '@zhanggui/domain/wechat/wechat-reply.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { articles } from '../content/article/article.tables.ts'
import { getTyped as getReply, updateReply } from './reply/wechat-reply.service.ts'

export const wechatHistories: readonly Versioned[] = [
  {
    object: 'wechat-reply',
    find: byNumber(getReply),
    edit: editing(wechatReply.update, updateReply),
    titled: [ReplyDraft, Reply],
    refs: { 'data.articleId': articles.title },
    words: {
      status: { true: '开启', false: '关闭' },
      match: replyMatches,
      type: replyTypes,
      keywords: reservedReplies,
    },
  },
]
