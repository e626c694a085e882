import { channelOverview } from '@zhanggui/contract/wechat/channel-overview.ts'
import { type App, serve } from '../../../platform/http/serve.ts'
import { describeChannels } from './channel-overview.service.ts'

export const serveChannelOverview = (app: App) => serve(app, channelOverview, { info: (ctx) => describeChannels(ctx) })
