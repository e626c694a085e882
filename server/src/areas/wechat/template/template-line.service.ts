import type { ChannelLine } from '@zhanggui/contract/wechat/channel-overview.ts'
import { wireTime } from '@zhanggui/domain/time.ts'
import type { TemplateKind } from '@zhanggui/domain/wechat/default-template.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { hasWechatAccount } from '../wechat-user/wechat-account.service.ts'
import * as templates from './wechat-template.repository.ts'

const accounts = {
  1: { channel: 'wechat', label: '模板消息' },
  2: { channel: 'routine', label: '订阅消息' },
} as const

/** The templates of an account in the overview of channels: whether buyers can be told by all that are switched on. */
export const templateLine =
  (kind: TemplateKind) =>
  async (ctx: Ctx): Promise<ChannelLine | undefined> => {
    const { channel, label } = accounts[kind]
    if (!(await hasWechatAccount(ctx, channel))) return undefined
    const rows = (await templates.listOfKind(ctx, kind)).filter(({ status }) => status)
    const at = rows.reduce<Date | null>(
      (last, { syncTime }) => (syncTime && (!last || syncTime > last) ? syncTime : last),
      null,
    )
    const line = { key: 'template', label, at: wireTime(at), link: `/channel/${channel}/template` }
    if (!rows.length) return { ...line, state: 'off', text: '没有启用的模板' }
    const broken = rows.filter(({ isMissing, syncError }) => isMissing || syncError)
    const [first] = broken
    if (first)
      return { ...line, state: 'bad', text: `${broken.length} 个模板不能用，如「${first.name}」：${first.syncError}` }
    const waiting = rows.filter(({ tempId }) => !tempId).length
    if (waiting) return { ...line, state: 'warn', text: `${waiting} 个模板还没有同步到微信` }
    return { ...line, state: 'ok', text: `${rows.length} 个模板可用`, link: '' }
  }
