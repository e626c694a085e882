import { type GatewayLog, gatewayLog } from '@zhanggui/contract/wechat/gateway-log.ts'
import { Input, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { TookTime } from '../../../kit/text/took-time.tsx'

const results = [
  { value: 'ok', label: '成功' },
  { value: 'refused', label: '微信拒绝' },
  { value: 'silent', label: '没有应答' },
]
const accounts = [
  { value: 'wechat', label: '公众号' },
  { value: 'routine', label: '小程序' },
]

/** The calls to WeChat: what was asked, what it answered, how long it took. */
export function WechatLog({ header }: { header: ReactNode }) {
  return (
    <ListPage
      header={header}
      purpose="系统调用微信的每一次，保留 30 天；发消息、同步失败时到这里看微信说了什么"
      list={useList(gatewayLog.list)}
      news={{ of: '条新调用' }}
      filters={[
        { name: 'keywords', control: <Input allowClear maxLength={100} placeholder="接口地址或错误码" /> },
        { name: 'result', control: <Select allowClear placeholder="全部" options={results} /> },
        { name: 'account', control: <Select allowClear placeholder="全部" options={accounts} /> },
        'createTime',
      ]}
      columns={[
        { name: 'account', title: '账号', width: 100 },
        { name: 'path', title: '接口', minWidth: 220, render: ({ path }) => <code>{path}</code> },
        { name: 'errcode', title: '结果', width: 110, render: resultOf },
        { name: 'words', title: '说明', minWidth: 220, render: ({ words }) => words || '—' },
        { name: 'message', title: '微信的原话', minWidth: 220, low: true, render: ({ message }) => message || '—' },
        { name: 'ms', title: '耗时', width: 110, render: ({ ms }) => <TookTime ms={ms} /> },
        { name: 'createTime', title: '创建日期', width: 180 },
      ]}
    />
  )
}

function resultOf({ errcode }: GatewayLog) {
  if (errcode === 0) return <Tag color="success">成功</Tag>
  return <Tag color="error">{errcode === null ? '没有应答' : errcode}</Tag>
}
