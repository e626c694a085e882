import { MAX_FOUND } from '@zhanggui/contract/setting/search.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { type Ctx, isSuper } from '../../../platform/http/context.ts'
import { actsOpen, type Searcher } from '../../setting/search/search.service.ts'
import * as users from './admin-user.repository.ts'

/** Administrators by sign-in name, nickname, phone or e-mail address. */
export const staffSearcher: Searcher = {
  type: 'staff',
  permission: adminUser.list.permission,
  list: (keyword) => `/system/admin?blurry=${keyword}`,
  async find(ctx, text) {
    const found = await users.listFirst(ctx, text, MAX_FOUND)
    return found.map((row) => {
      const { id, username, nickName, roles, phone, enabled } = row
      const link = `/system/admin?blurry=${encodeURIComponent(username)}`
      return {
        id: String(id),
        title: nickName,
        link,
        state: enabled ? '' : '已锁定',
        sub: [username, roles, maskPhone(phone ?? '')].filter(Boolean).join(' · '),
        acts: actsOpen(ctx, [
          ...(mayChange(ctx, row) ? [['编辑', adminUser.update.permission, `${link}&edit=${id}`] as const] : []),
          ['登录日志', LOGIN_LOGS, `/monitor/loginLog?blurry=${encodeURIComponent(username)}`],
        ]),
      }
    })
  },
}

const LOGIN_LOGS = 'admin:system:loginlog:list'

/** As the list decides: oneself, and who stands below. */
function mayChange({ actor }: Ctx, { id, level }: { id: number; level: number | null }): boolean {
  return id === actor.userId || isSuper(actor) || level === null || level > actor.level
}
