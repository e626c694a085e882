import { log, type OperationLog } from '@zhanggui/contract/monitor/log.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'
import { useWrite } from '../../../api/use-write.ts'
import { Can } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { showSuccess } from '../../../kit/feedback/feedback.ts'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { CallResult } from '../../../kit/text/call-result.tsx'
import { TookTime } from '../../../kit/text/took-time.tsx'
import { When } from '../../../kit/text/when.tsx'
import { LogDetail } from '../components/log-detail.tsx'

export default function OperationLogListPage() {
  const clear = useWrite(log.clear, { onSuccess: ({ deleted }) => showSuccess(`已清理 ${deleted} 条`) })
  async function handleClear() {
    if (await confirmDelete('清空 30 天前的操作日志？', '清空')) clear.mutate({})
  }
  return (
    <ListPage
      purpose="谁在什么时候做了什么操作，都记在这里"
      list={useList(log.list)}
      exports={log.download}
      news={{ of: '条新日志' }}
      filters={[{ name: 'blurry', label: '用户名、描述或IP' }, 'createTime', 'status', 'objectType']}
      columns={[
        {
          name: 'username',
          title: '操作人',
          width: 160,
          render: who,
        },
        { name: 'requestIp', title: 'IP', width: 140 },
        { name: 'address', title: 'IP来源', width: 110 },
        { name: 'description', title: '描述', minWidth: 180 },
        {
          name: 'status',
          title: '结果',
          width: 100,
          render: ({ status }) => <CallResult status={status} />,
        },
        { name: 'browser', title: '浏览器', width: 150 },
        { name: 'time', title: '请求耗时', width: 110, render: ({ time }) => <TookTime ms={time} /> },
        { name: 'createTime', title: '创建日期', width: 180, low: true },
      ]}
      card={(row) => ({
        title: row.description,
        below: (
          <>
            <CallResult status={row.status} />
            <span>{who(row)}</span>
            <When at={row.createTime} />
          </>
        ),
        facts: (
          <span>
            IP {row.requestIp} {row.address}
          </span>
        ),
      })}
      expanded={(row) => <LogDetail log={row} />}
      tools={
        <Can do={log.clear}>
          <WriteButton danger of={clear} onClick={handleClear}>
            清空
          </WriteButton>
        </Can>
      }
    />
  )
}

/** Nobody is signed in yet, or any more, where somebody signs in or out. */
const who = ({ nickName, username }: OperationLog) => personName(nickName, username) || '—'
