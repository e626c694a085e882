import { loginLog } from '@zhanggui/contract/monitor/log.ts'
import { loginReasons } from '@zhanggui/domain/staff/login-reasons.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'
import { Select, Tag } from 'antd'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'

const options = Object.entries(loginReasons).map(([value, label]) => ({ value, label }))

export default function LoginLogListPage() {
  return (
    <ListPage
      purpose="谁登录成功，谁为什么登录不了，都记在这里"
      list={useList(loginLog.list)}
      exports={loginLog.download}
      news={{ of: '条新日志' }}
      filters={[
        { name: 'blurry', label: '用户名或IP' },
        { name: 'reason', control: <Select allowClear placeholder="全部" options={options} /> },
        'createTime',
      ]}
      columns={[
        {
          name: 'username',
          title: '用户',
          width: 160,
          render: ({ nickName, username }) => personName(nickName, username),
        },
        {
          name: 'result',
          title: '结果',
          width: 150,
          render: ({ result, reason }) => (
            <Tag color={result ? 'success' : 'error'}>{loginReasons[reason] ?? reason}</Tag>
          ),
        },
        { name: 'ip', title: 'IP', width: 150 },
        { name: 'address', title: 'IP来源', width: 120 },
        { name: 'browser', title: '浏览器', width: 160 },
        { name: 'os', title: '操作系统', width: 160 },
        { name: 'createTime', title: '创建日期', width: 180, low: true },
        { name: 'deviceId', title: '设备编号', width: 200, hidden: true },
        { name: 'sessionId', title: '会话编号', width: 300, hidden: true },
      ]}
    />
  )
}
