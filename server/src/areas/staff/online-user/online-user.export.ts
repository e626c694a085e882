import { type OnlineUser, onlineUser } from '@zhanggui/contract/staff/online-user.ts'
import { defineExport } from '../../../platform/work/exports.ts'
import { findOnlineUsers } from './online-user.service.ts'

export const onlineUserExport = defineExport(onlineUser.download, {
  name: '在线用户导出',
  list: (ctx, query, page) => findOnlineUsers(ctx, query, page),
  columns: [
    { title: '用户名', of: 'userName', value: ({ userName }: OnlineUser) => userName },
    { title: '当前会话', of: 'userName', value: ({ current }) => (current ? '是' : '否'), width: 10 },
    { title: '用户昵称', of: 'nickName', value: ({ nickName }) => nickName },
    { title: '岗位', of: 'job', value: ({ job }) => job },
    { title: '登录IP', of: 'ip', value: ({ ip }) => ip },
    { title: '登录地点', of: 'address', value: ({ address }) => address },
    { title: '浏览器', of: 'browser', value: ({ browser }) => browser },
    { title: '操作系统', value: ({ os }) => os },
    { title: '登录时间', of: 'loginTime', value: ({ loginTime }) => loginTime, width: 20 },
    { title: '最后活动', of: 'lastActiveTime', value: ({ lastActiveTime }) => lastActiveTime, width: 20 },
  ],
})
