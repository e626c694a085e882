import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { maskEmail, maskPhone } from '@zhanggui/domain/mask.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import * as users from './admin-user.repository.ts'

/** Phone and e-mail as the list shows them. */
export const adminUserExport = defineExport(adminUser.download, {
  name: '管理员导出',
  list: (ctx, { createTime, ...filter }, page) =>
    users.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, page),
  columns: [
    { title: '用户名', of: 'username', value: ({ user }) => user.username },
    {
      title: '登录锁定到',
      of: 'username',
      value: ({ lockedUntil }) => lockedUntil && toWireTime(lockedUntil),
      width: 20,
    },
    { title: '昵称', of: 'nickName', value: ({ user }) => user.nickName },
    { title: '性别', of: 'sex', value: ({ user }) => user.sex, width: 8 },
    { title: '电话', of: 'phone', value: ({ user }) => maskPhone(user.phone) },
    { title: '邮箱', of: 'email', value: ({ user }) => maskEmail(user.email), width: 26 },
    { title: '部门', of: 'dept', value: ({ dept }) => dept?.name },
    { title: '岗位', of: 'dept', value: ({ job }) => job?.name },
    { title: '角色', of: 'roles', value: ({ roles }) => roles.map(({ name }) => name).join('、'), width: 30 },
    { title: '状态', of: 'enabled', value: ({ user }) => (user.enabled ? '激活' : '锁定'), width: 8 },
    {
      title: '两步验证',
      of: 'mfaEnabled',
      value: ({ user }) => (user.totpSecret === null ? '未开启' : '已开启'),
      width: 10,
    },
    {
      title: '最后登录',
      of: 'lastLoginTime',
      value: ({ user }) => user.lastLoginTime && toWireTime(user.lastLoginTime),
      width: 20,
    },
    { title: '最后登录IP', of: 'lastLoginTime', value: ({ user }) => user.lastLoginIp },
    { title: '创建日期', of: 'createTime', value: ({ user }) => toWireTime(user.createdAt), width: 20 },
  ],
})
