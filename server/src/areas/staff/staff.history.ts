import { dept } from '@zhanggui/contract/staff/dept.ts'
import { post } from '@zhanggui/contract/staff/post.ts'
import { role } from '@zhanggui/contract/staff/role.ts'
import { byNumber, keptHistory, type TrailWords, topLevel, type Versioned } from '../../platform/data/versioned.ts'
import { getUser } from './admin-user/admin-user.service.ts'
import { adminUsers } from './admin-user/admin-user.tables.ts'
import { findDept, updateDept } from './dept/dept.service.ts'
import { depts } from './dept/dept.tables.ts'
import { menus } from './menu/menu.tables.ts'
import { postService } from './post/post.service.ts'
import { getRole } from './role/role.service.ts'
import { roles } from './role/role.tables.ts'

/** What somebody was once allowed may be too much today: rights are given anew, not restored. */
const NOT_RESTORED = '权限请在编辑里逐项确认，不能恢复'

export const staffHistories: readonly Versioned[] = [
  {
    object: 'admin-user',
    name: adminUsers.nickName,
    find: byNumber(getUser),
    refusal: NOT_RESTORED,
    refs: { storeIds: 'store' },
  },
  keptHistory(
    'dept',
    dept.update,
    { get: findDept, update: updateDept },
    { refs: { pid: depts.name }, words: { pid: topLevel } },
  ),
  keptHistory('post', post.update, postService, { copies: ['deptSuperiorName'] }),
  {
    object: 'role',
    name: roles.name,
    find: byNumber(getRole),
    refusal: NOT_RESTORED,
    titled: [role.updateMenus.body],
    refs: { depts: depts.name, menus: menus.name },
  },
]

export const staffTrailWords: readonly TrailWords[] = [
  {
    object: 'menu',
    refs: { pid: menus.name },
    words: { pid: topLevel, type: { 0: '目录', 1: '菜单', 2: '按钮' } },
  },
]
