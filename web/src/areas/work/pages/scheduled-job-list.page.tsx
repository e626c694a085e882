import { jobRun, type ScheduledJob, scheduledJob } from '@zhanggui/contract/work/scheduled-job.ts'
import { Button, Select, Tag, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { useWrite } from '../../../api/use-write.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { confirm } from '../../../kit/feedback/feedback.ts'
import { StatusSwitch } from '../../../kit/form/status-switch.tsx'
import { ListPage } from '../../../kit/list-page/list-page.tsx'
import { RowAction } from '../../../kit/list-page/row-actions.tsx'
import { useList } from '../../../kit/list-page/use-list.ts'
import { When } from '../../../kit/text/when.tsx'
import { JobRunDrawer } from '../components/job-run-drawer.tsx'
import { ScheduledJobDialog } from '../components/scheduled-job-dialog.tsx'

/** The interval of fetching the list while a task runs, in ms. */
const POLL_MS = 3000
const RESULTS = [
  { value: true, label: '成功' },
  { value: false, label: '失败' },
]

export default function ScheduledJobListPage() {
  const list = useList(scheduledJob.list)
  const maySeeRuns = useCan(jobRun.list)
  const [runsOf, setRunsOf] = useState<ScheduledJob | 'all'>()

  const working = list.rows.some(({ running }) => running)
  const { refetch } = list.query
  useEffect(() => {
    if (!working) return
    const timer = setInterval(refetch, POLL_MS)
    return () => clearInterval(timer)
  }, [working, refetch])

  return (
    <>
      <ListPage
        list={list}
        filters={[
          'jobName',
          { name: 'lastResult', control: <Select allowClear placeholder="全部" options={RESULTS} /> },
          'createTime',
        ]}
        columns={[
          {
            name: 'jobName',
            title: '任务名称',
            minWidth: 180,
            render: ({ jobName, builtin, running, remark }) => (
              <>
                <Tooltip title={remark}>{jobName}</Tooltip> {builtin && <Tag>内置</Tag>}
                {running && <Tag color="processing">执行中</Tag>}
              </>
            ),
          },
          {
            name: 'beanName',
            title: '执行内容',
            minWidth: 140,
            render: ({ beanName, beanTitle }) => (
              <Tooltip title={beanTitle}>
                <code>{beanName}</code>
              </Tooltip>
            ),
          },
          {
            name: 'cronExpression',
            title: 'Cron表达式',
            width: 150,
            render: ({ cronExpression }) => <code>{cronExpression}</code>,
          },
          {
            name: 'isPause',
            title: '状态',
            width: 90,
            render: ({ id, jobName, isPause }) => (
              <StatusSwitch
                name={`任务「${jobName}」`}
                checked={!isPause}
                route={scheduledJob.toggle}
                params={{ id }}
                body={(runs) => ({ isPause: !runs })}
                texts={['运行', '暂停']}
                question={(text) => `${text}任务「${jobName}」？`}
              />
            ),
          },
          {
            name: 'nextTime',
            title: '下次执行',
            width: 118,
            render: ({ nextTime }) => (nextTime ? <When at={nextTime} /> : '—'),
          },
          {
            name: 'lastTime',
            title: '上次执行',
            width: 150,
            render: ({ lastTime, lastResult }) =>
              lastTime ? (
                <>
                  <When at={lastTime} /> {lastResult === false && <Tag color="error">失败</Tag>}
                </>
              ) : (
                '从未执行'
              ),
          },
          { name: 'createTime', title: '创建日期', width: 170, hidden: true },
        ]}
        purpose="按时间自动做的事"
        add={scheduledJob.save}
        edit={scheduledJob.update}
        remove={scheduledJob.remove}
        exports={scheduledJob.download}
        mayRemove={({ builtin }) => !builtin}
        tools={maySeeRuns && <Button onClick={() => setRunsOf('all')}>日志</Button>}
        actions={(row) => (
          <>
            <RunNow of={row} />
            {maySeeRuns && (
              <RowAction reads onClick={() => setRunsOf(row)}>
                日志
              </RowAction>
            )}
          </>
        )}
        dialog={(row, close) => <ScheduledJobDialog row={row} onClose={close} />}
      />
      {runsOf && <JobRunDrawer of={runsOf === 'all' ? undefined : runsOf} onClose={() => setRunsOf(undefined)} />}
    </>
  )
}

function RunNow({ of: { id, jobName, running } }: { of: ScheduledJob }) {
  const mayRun = useCan(scheduledJob.run)
  const run = useWrite(scheduledJob.run, { message: '已开始执行' })
  if (!mayRun) return null

  async function handleRun() {
    if (await confirm({ content: `现在执行任务「${jobName}」？`, okText: '执行' })) run.mutate({ params: { id } })
  }

  return (
    <RowAction disabled={running || run.isPending} onClick={handleRun}>
      执行
    </RowAction>
  )
}
