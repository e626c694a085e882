import type { Area } from '../../platform/area.ts'
import { registerBuyerMessages } from './buyer-message/buyer-message.service.ts'
import { serveWechatUsers } from './wechat-user/wechat-user.routes.ts'

/** People, messages and calls of WeChat. */
export const wechat: Area = { name: 'wechat', routes: [serveWechatUsers], background: [registerBuyerMessages] }
