import { isDeepStrictEqual } from 'node:util'
import type { ChannelLine } from '@zhanggui/contract/wechat/channel-overview.ts'
import { wireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as menus from './wechat-menu.repository.ts'

/** The menu in the overview of channels: whether fans see one, and whether they see what staff have kept. */
export async function menuLine(ctx: Ctx): Promise<ChannelLine | undefined> {
  const row = await menus.find(ctx)
  const line = { key: 'menu', label: '菜单', at: wireTime(row?.publishTime ?? null), link: '/channel/wechat/menu' }
  if (!row?.published) return { ...line, state: 'off', text: '没有从这里发布过' }
  return isDeepStrictEqual(row.draft, row.published)
    ? { ...line, state: 'ok', text: '已发布', link: '' }
    : { ...line, state: 'warn', text: '有修改没发布' }
}
