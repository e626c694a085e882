import { type OnlineUser, onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import { findOnlineUsers } from './online-user.service.ts'

export const onlineUserExport = defineExport(onlineUser.download, {
  name: '在线用户导出',
  list: (ctx, query, page) => findOnlineUsers(ctx, query, page),
  columns: [
    { title: '用户名', value: ({ userName }: OnlineUser) => userName },
    { title: '用户昵称', value: ({ nickName }) => nickName },
    { title: '岗位', value: ({ job }) => job },
    { title: '登录IP', value: ({ ip }) => ip },
    { title: '登录地点', value: ({ address }) => address },
    { title: '浏览器', value: ({ browser }) => browser },
    { title: '操作系统', value: ({ os }) => os },
    { title: '登录时间', value: ({ loginTime }) => loginTime, width: 20 },
    { title: '最后活动', value: ({ lastActiveTime }) => lastActiveTime, width: 20 },
  ],
})
