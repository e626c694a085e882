import type { AreaWalk } from './audit-walk.ts'
import { wechatFanWalk } from './wechat-fan.walk.ts'
import { wechatMenuWalk } from './wechat-menu.walk.ts'

const parts: readonly AreaWalk[] = [wechatMenuWalk, wechatFanWalk]

export const wechatWalk: AreaWalk = {
  walks: Object.assign({}, ...parts.map(({ walks }) => walks)),
  elsewhere: Object.assign({}, ...parts.map(({ elsewhere }) => elsewhere)),
}
