import { routes } from '../routes.ts'
import * as t from '../schema.ts'

export const channelCards = ['wechat', 'routine', 'h5'] as const
export type ChannelCardKey = (typeof channelCards)[number]

/** One thing of a channel that works or not, and where it is mended. */
export const ChannelLine = t.Object({
  key: t.String({ title: '项目' }),
  label: t.String({ title: '名称' }),
  state: t.OneOf(['ok', 'warn', 'bad', 'off'], { title: '状态' }),
  text: t.String({ title: '说明' }),
  /** When it was so. */
  at: t.Nullable(t.DateTime),
  /** The page of the console where it is mended; '' for nowhere. */
  link: t.String({ title: '去处理' }),
})
export type ChannelLine = t.Static<typeof ChannelLine>

export const ChannelCard = t.Object({
  key: t.OneOf([...channelCards], { title: '渠道' }),
  name: t.String({ title: '渠道' }),
  /** AppID or address. */
  about: t.String({ title: '账号或网址' }),
  qrcode: t.String({ title: '二维码', maxLength: 2_000_000 }),
  /** Where WeChat sends its messages; '' where it sends none. */
  callbackUrl: t.String({ title: '服务器地址' }),
  lines: t.Array(ChannelLine, { title: '情况' }),
})
export type ChannelCard = t.Static<typeof ChannelCard>

export const channelOverview = routes('channel-overview', {
  info: {
    method: 'GET',
    path: '/admin/wechat/overview',
    permission: 'admin:system:config:info',
    summary: '渠道概览',
    response: t.Object({ cards: t.Array(ChannelCard, { title: '渠道' }) }),
  },
})
