import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { loginReasons } from '@zhanggui/domain/staff/login-reasons.ts'
import { Tag } from 'antd'
import { ListPage } from '../../../../kit/list-page/list-page.tsx'
import { useList } from '../../../../kit/list-page/use-list.ts'
import { CallResult } from '../../../../kit/text/call-result.tsx'
import { TookTime } from '../../../../kit/text/took-time.tsx'

const timeFilter = { name: 'createTime', label: '时间' } as const

/** The user's own operations. */
export function OwnOperations() {
  return (
    <ListPage
      title=""
      purpose="您在后台做过的操作都记在这里"
      list={useList(userCenter.operationLogs, { name: 'operation' })}
      filters={[timeFilter]}
      columns={[
        { name: 'description', title: '行为', minWidth: 140 },
        {
          name: 'status',
          title: '结果',
          width: 80,
          render: ({ status }) => <CallResult status={status} />,
        },
        { name: 'requestIp', title: 'IP', width: 125 },
        { name: 'address', title: 'IP来源', width: 100 },
        { name: 'browser', title: '浏览器', width: 115 },
        { name: 'time', title: '请求耗时', width: 90, render: ({ time }) => <TookTime ms={time} /> },
        { name: 'createTime', title: '时间', width: 160 },
        { name: 'method', title: '请求方法', width: 240, hidden: true },
        { name: 'requestId', title: '请求编号', width: 260, hidden: true },
      ]}
    />
  )
}

/** The user's sign-ins, including failed attempts. */
export function OwnLogins() {
  return (
    <ListPage
      title=""
      purpose="您每次登录的时间、地点和结果"
      list={useList(userCenter.loginLogs, { name: 'login' })}
      filters={[timeFilter]}
      columns={[
        {
          name: 'result',
          title: '结果',
          width: 150,
          render: ({ result, reason }) => (
            <Tag color={result ? 'success' : 'error'}>{loginReasons[reason] ?? reason}</Tag>
          ),
        },
        { name: 'ip', title: 'IP', width: 140 },
        { name: 'address', title: 'IP来源', width: 120 },
        { name: 'browser', title: '浏览器', width: 140 },
        { name: 'os', title: '操作系统', width: 140 },
        { name: 'createTime', title: '时间', width: 170 },
      ]}
    />
  )
}
