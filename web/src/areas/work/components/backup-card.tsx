import DatabaseOutlined from '@ant-design/icons/es/icons/DatabaseOutlined'
import { useQuery } from '@tanstack/react-query'
import { type Backup, backup } from '@zhanggui/contract/work/backup.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { Alert, Progress, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useWrite } from '../../../api/use-write.ts'
import { refreshShown } from '../../../api/write.ts'
import { Can, useCan } from '../../../kit/access/can.tsx'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Lines } from '../../../kit/detail/parts.tsx'
import { RowAction, RowActions } from '../../../kit/list-page/row-actions.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'
import { Labels } from '../../../kit/text/labels.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from './backup-card.module.css'

const LOOK_MS = 1500

/** 数据备份: the list of backups, and 立即备份 with its progress. Restoring is done at the command line. */
export function BackupCard() {
  const backups = useQuery(read(backup.list))
  const [taskId, setTaskId] = useState<string>()
  const start = useWrite(backup.save, {
    onSuccess: (answer) => 'taskId' in answer && setTaskId(answer.taskId),
  })
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>数据备份</h2>
        {backups.data && <span className={styles.hint}>磁盘剩余 {formatBytes(backups.data.freeBytes)}</span>}
        <Can do={backup.save}>
          <WriteButton
            type="primary"
            icon={<DatabaseOutlined aria-hidden />}
            of={start}
            onClick={() => start.mutate({})}
          >
            立即备份
          </WriteButton>
        </Can>
      </div>
      {taskId && <Running key={taskId} taskId={taskId} />}
      {backups.isPending && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
      {backups.isError && !backups.data && <FailedBlock error={backups.error} onRetry={backups.refetch} />}
      {backups.data && <Backups rows={backups.data.list} />}
      <p className={styles.note}>
        备份包含数据库和本机上的文件，用密钥加密，保存在服务器数据文件夹的 backups 中。请定期下载到别处，并另行保管
        secret.key：没有密钥无法恢复。恢复须先停止服务器，在命令行执行 npm run restore -- 备份文件。
      </p>
    </section>
  )
}

/** The progress and the result of the backup requested here. */
function Running({ taskId }: { taskId: string }) {
  const { data } = useQuery({
    ...read(task.info, { params: { id: taskId }, silent: true }),
    refetchInterval: ({ state }) => (isAtWork(state.data?.status ?? 'pending') ? LOOK_MS : false),
  })
  const status = data?.status ?? 'pending'
  useEffect(() => {
    if (!isAtWork(status)) refreshShown()
  }, [status])
  if (isAtWork(status))
    return <Progress percent={data?.progress ?? 0} status="active" aria-label="备份进度" className={styles.result} />
  if (status === 'success')
    return (
      <Alert type="success" showIcon closable className={styles.result} title="备份完成" description={data?.message} />
    )
  return (
    <Alert type="error" showIcon closable className={styles.result} title="备份未完成" description={data?.message} />
  )
}

const isAtWork = (status: string) => status === 'pending' || status === 'running'

function Backups({ rows }: { rows: readonly Backup[] }) {
  const [mayFetch, mayRemove] = [useCan(backup.link), useCan(backup.remove)]
  const link = useWrite(backup.link, { onSuccess: ({ url }) => window.location.assign(url) })
  const remove = useWrite(backup.remove, { message: '删除成功' })
  const actions = ({ name }: Backup) => (
    <RowActions
      onRemove={mayRemove ? () => remove.mutateAsync({ params: { name } }) : undefined}
      question={`删除备份「${name}」？删除后无法找回。`}
    >
      {mayFetch && (
        <RowAction reads onClick={() => link.mutate({ params: { name } })}>
          下载
        </RowAction>
      )}
    </RowActions>
  )
  if (!rows.length) return <EmptyBlock text="还没有备份" more="备份存下整个店铺的数据，坏了能恢复；点「立即备份」" />
  return (
    <Lines
      pageSize={10}
      rows={rows.map((one) => ({ ...one, id: one.name }))}
      columns={[
        { title: '备份时间', width: 130, render: ({ createTime }) => <When at={createTime} /> },
        { title: '文件', render: ({ name }) => <span className={styles.name}>{name}</span> },
        { title: '大小', width: 110, align: 'right', render: ({ bytes }) => formatBytes(bytes) },
        { title: '程序版本', width: 100, render: ({ version }) => version || '无法识别' },
        { title: '密钥', width: 100, render: ({ sameKey }) => <Labels of={[sameKey ? '一致' : '不一致']} /> },
        ...(mayFetch || mayRemove
          ? [{ title: '操作', width: 120, align: 'right' as const, acts: true as const, render: actions }]
          : []),
      ]}
    />
  )
}
