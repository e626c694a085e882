import type { AreaWalk } from './audit-walk.ts'
import { wechatFanWalk } from './wechat-fan.walk.ts'
import { wechatMenuWalk } from './wechat-menu.walk.ts'
import { wechatMessageWalk } from './wechat-message.walk.ts'

const parts: readonly AreaWalk[] = [wechatMenuWalk, wechatFanWalk, wechatMessageWalk]

export const wechatWalk: AreaWalk = {
  walks: Object.assign({}, ...parts.map(({ walks }) => walks)),
  elsewhere: Object.assign({}, ...parts.map(({ elsewhere }) => elsewhere)),
}
