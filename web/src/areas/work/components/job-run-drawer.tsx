import { type JobRun, jobRun, type ScheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { Select, Tag, Tooltip } from 'antd'
import { SidePanel } from '../../../kit/dialog/side-panel.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { TookTime } from '../../../kit/text/took-time.tsx'
import styles from './job-run-drawer.module.css'

const results = [
  { value: true, label: '成功' },
  { value: false, label: '失败' },
]

/** The runs of one scheduled task, or of all. */
export function JobRunDrawer({ of, onClose }: { of?: ScheduledJob; onClose: () => void }) {
  return (
    <SidePanel title={of ? `「${of.jobName}」的执行日志` : '执行日志'} width={1100} onClose={onClose}>
      <Runs of={of} />
    </SidePanel>
  )
}

function Runs({ of }: { of?: ScheduledJob }) {
  const list = useList(jobRun.list, { name: 'run', fixed: of && { jobId: of.id } })
  return (
    <ListPage
      title=""
      empty="还没有执行过"
      purpose="任务每执行一次记一行：处理了几条，成功没有"
      list={list}
      filters={[
        ...(of ? [] : (['jobName'] as const)),
        { name: 'isSuccess', label: '结果', control: <Select allowClear placeholder="全部" options={results} /> },
        { name: 'createTime', label: '执行时间' },
      ]}
      exports={jobRun.download}
      columns={[
        ...(of ? [] : [{ name: 'jobName', title: '任务名称', minWidth: 140 } as const]),
        { name: 'isSuccess', title: '结果', width: 90, render: (run) => <Result of={run} /> },
        { name: 'processed', title: '处理条数', width: 90 },
        { name: 'time', title: '耗时', width: 100, render: ({ time }) => <TookTime ms={time} /> },
        {
          name: 'trigger',
          title: '触发方式',
          width: 90,
          render: ({ trigger }) => (trigger === 'cron' ? '定时' : '手动'),
        },
        {
          name: 'exceptionDetail',
          title: '异常详情',
          minWidth: 180,
          render: ({ exceptionDetail }) => <Detail text={exceptionDetail} />,
        },
        { name: 'createTime', title: '执行时间', width: 170 },
        { name: 'instance', title: '执行进程', width: 140, hidden: true },
        { name: 'cronExpression', title: 'Cron表达式', width: 140, hidden: true },
      ]}
    />
  )
}

function Result({ of: { isSuccess } }: { of: JobRun }) {
  if (isSuccess === null) return <Tag color="processing">执行中</Tag>
  return <Tag color={isSuccess ? 'success' : 'error'}>{isSuccess ? '成功' : '失败'}</Tag>
}

function Detail({ text }: { text: string }) {
  const [first = ''] = text.split('\n')
  if (first === text) return first
  return (
    <Tooltip title={<pre className={styles.stack}>{text}</pre>} styles={{ root: { maxWidth: 720 } }}>
      <span>{first}</span>
    </Tooltip>
  )
}
