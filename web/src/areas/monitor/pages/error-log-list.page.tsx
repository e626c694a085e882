import { type ErrorLog, errorLog } from '@zhanggui/contract/monitor/log.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'
import { Button, Segmented, Select, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { ViewTabs } from '../../../kit/list-page/views/view-tabs.tsx'
import { useAddress } from '../../../kit/page/use-address.ts'
import { TookTime } from '../../../kit/text/took-time.tsx'
import { ErrorLogDialog } from '../components/error-log-dialog.tsx'
import { LogDetail } from '../components/log-detail.tsx'
import { WechatLog } from '../components/wechat-log.tsx'

const handledOptions = [
  { value: true, label: '已处理' },
  { value: false, label: '未处理' },
]

const kinds = [
  { value: 'system' as const, label: '系统' },
  { value: 'wechat' as const, label: '微信' },
]

/** 异常日志: what went wrong in the system, and how its calls to WeChat went. */
export default function ErrorLogListPage() {
  const address = useAddress()
  const kind = new URLSearchParams(address.search).get('of') === 'wechat' ? 'wechat' : 'system'
  const header = (
    <>
      <Segmented
        aria-label="哪里的日志"
        style={{ margin: '0 0 8px' }}
        value={kind}
        options={kinds}
        onChange={(next) => address.replace(new URLSearchParams(next === 'wechat' ? { of: 'wechat' } : {}))}
      />
      <ViewTabs />
    </>
  )
  return kind === 'wechat' ? <WechatLog header={header} /> : <ErrorLogs header={header} />
}

function ErrorLogs({ header }: { header: ReactNode }) {
  const [shown, setShown] = useState<ErrorLog>()
  const mayLook = useCan(errorLog.info)
  const clear = useWrite(errorLog.clear, { onSuccess: ({ deleted }) => showSuccess(`已清理 ${deleted} 条`) })
  async function handleClear() {
    if (await confirmDelete('清空 30 天前的异常日志？', '清空')) clear.mutate({})
  }
  const look = (row: ErrorLog) => (
    <Button type="link" size="small" onClick={() => setShown(row)}>
      查看详情
    </Button>
  )
  return (
    <>
      <ListPage
        header={header}
        purpose="系统出错时记在这里，给维护人员看；没有就是好事"
        list={useList(errorLog.list)}
        exports={errorLog.download}
        news={{ of: '条新异常' }}
        filters={[
          { name: 'blurry', label: '用户名、描述或IP' },
          'createTime',
          { name: 'handled', control: <Select allowClear placeholder="全部" options={handledOptions} /> },
          'fingerprint',
        ]}
        columns={[
          {
            name: 'username',
            title: '操作人',
            width: 160,
            render: ({ nickName, username }) => personName(nickName, username) || '—',
          },
          { name: 'requestIp', title: 'IP', width: 140 },
          { name: 'address', title: 'IP来源', width: 110, low: true },
          { name: 'description', title: '描述', minWidth: 180 },
          { name: 'fingerprint', title: '异常指纹', width: 170, render: (row) => <code>{row.fingerprint}</code> },
          {
            name: 'handledBy',
            title: '处理',
            width: 110,
            render: ({ handledBy }) => (
              <Tag color={handledBy ? 'success' : 'error'}>{handledBy ? '已处理' : '未处理'}</Tag>
            ),
          },
          { name: 'browser', title: '浏览器', width: 150, low: true },
          { name: 'time', title: '请求耗时', width: 110, render: ({ time }) => <TookTime ms={time} /> },
          { name: 'createTime', title: '创建日期', width: 180, low: true },
        ]}
        expanded={(row) => <LogDetail log={row} />}
        actions={mayLook ? look : undefined}
        tools={
          <Can do={errorLog.clear}>
            <WriteButton danger of={clear} onClick={handleClear}>
              清空
            </WriteButton>
          </Can>
        }
      />
      {shown && <ErrorLogDialog row={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}
