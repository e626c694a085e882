import { ChannelCodeDraft, ChannelCodeFigures, channelCode } from '@zhanggui/contract/wechat/channel-code.ts'
import { codeKinds } from '@zhanggui/domain/wechat/channel-code.ts'
import { byNumber, editing, type Versioned } from '../../platform/data/versioned.ts'
import { getCode, updateCode } from './channel-code/channel-code.service.ts'
import { channelCodes } from './channel-code/channel-code.tables.ts'
import { wechatReplies } from './reply/wechat-reply.tables.ts'
import { fanTags } from './tag/fan-tag.tables.ts'

export const channelCodeHistory: Versioned = {
  object: 'channel-code',
  name: channelCodes.name,
  find: byNumber(getCode),
  edit: editing(channelCode.update, updateCode),
  titled: [ChannelCodeDraft, ChannelCodeFigures],
  refs: { tagId: fanTags.name, replyId: wechatReplies.keywords },
  // Figures of its page, which nobody changes.
  copies: ['days', 'kept', 'customers', 'buyers', 'orders', 'paid', 'picture'],
  words: {
    status: { true: '启用', false: '停用' },
    kind: codeKinds,
    tagId: { 0: '不打标签' },
    replyId: { 0: '不单独回复' },
  },
  fixed: { scene: '场景值已在码里，不能更换', kind: '类型已在码里，不能更换' },
}
