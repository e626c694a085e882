import type { Area } from '../../platform/area.ts'
import { registerBuyerMessages } from './buyer-message/buyer-message.service.ts'
import { serveWechatUsers } from './wechat-user/wechat-user.routes.ts'

/** The area's objects, earlier before later: each imports only those before it. */
export const objects = ['wechat-user', 'buyer-message'] as const

/** People, messages and calls of WeChat. */
export const wechat: Area = { name: 'wechat', routes: [serveWechatUsers], background: [registerBuyerMessages] }
