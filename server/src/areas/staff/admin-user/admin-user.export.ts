import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { maskEmail, maskPhone } from '@zhanggui/domain/mask.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import * as users from './admin-user.repository.ts'

/** Phone and e-mail as the list shows them (AU-66). */
export const adminUserExport = defineExport(adminUser.download, {
  name: '管理员导出',
  list: (ctx, { createTime, ...filter }, page) =>
    users.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, page),
  columns: [
    { title: '用户名', value: ({ user }) => user.username },
    { title: '昵称', value: ({ user }) => user.nickName },
    { title: '性别', value: ({ user }) => user.sex, width: 8 },
    { title: '电话', value: ({ user }) => maskPhone(user.phone) },
    { title: '邮箱', value: ({ user }) => maskEmail(user.email), width: 26 },
    { title: '部门', value: ({ dept }) => dept?.name },
    { title: '岗位', value: ({ job }) => job?.name },
    { title: '角色', value: ({ roles }) => roles.map(({ name }) => name).join('、'), width: 30 },
    { title: '状态', value: ({ user }) => (user.enabled ? '激活' : '锁定'), width: 8 },
    { title: '最后登录', value: ({ user }) => user.lastLoginTime && toWireTime(user.lastLoginTime), width: 20 },
    { title: '创建日期', value: ({ user }) => toWireTime(user.createdAt), width: 20 },
  ],
})
