import { useQuery } from '@tanstack/react-query'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { type UserImportInfo, userImport } from '@zhanggui/contract/user/user-import.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { Alert, Button } from 'antd'
import { useEffect, useState } from 'react'
import { read } from '../../../../api/read.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { refreshShown } from '../../../../api/write.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import styles from '../../../../kit/import/import.module.css'
import { go } from '../../../../kit/page/go.ts'
import { useMayRetry } from '../../../../kit/tasks.ts'
import { Count, Counts } from '../../../../kit/text/count.tsx'
import { TaskProgress } from '../../../work/shared/task-progress.tsx'
import { Findings, Head } from './user-import-check.tsx'
import { useImportFiles } from './user-import-files.ts'
import { ImportUndoDialog } from './user-import-undo.tsx'

/** Step 3: how far the import is, and what became of it. */
export function ImportResult({ info, onAgain }: { info: UserImportInfo; onAgain: () => void }) {
  const { status, done, failed, invalid, back, left, undoUntil, hasFile } = info
  const { saveErrors, busy } = useImportFiles(info)
  const [undoing, setUndoing] = useState(false)
  useRefetchOnChange(status)
  const isAtWork = (status === 'running' || status === 'undoing') && !info.stopped
  return (
    <div className={styles.check}>
      <Head info={info} />
      {status === 'running' && isAtWork && (
        <TaskProgress taskId={info.taskId} text="正在导入，可以离开此页，完成后在下面的导入记录中查看。" />
      )}
      {status === 'undoing' && isAtWork && (
        <TaskProgress taskId={info.undoTaskId} text="正在撤销，可以离开此页，完成后在下面的导入记录中查看。" />
      )}
      {(status === 'failed' || (status === 'running' && info.stopped)) && <Stopped info={info} />}
      {status === 'undoing' && info.stopped && (
        <Alert type="error" showIcon title="撤销中断，可以点「撤销」从中断处继续" />
      )}
      {status === 'done' && (
        <Alert
          type={failed ? 'warning' : 'success'}
          showIcon
          title={failed ? `已导入 ${done} 位客户，${failed} 行未能导入` : `已导入 ${done} 位客户`}
          description={`${info.confirmBy} ${info.finishTime ?? ''}`}
        />
      )}
      {status === 'undone' && (
        <Alert
          type={left ? 'warning' : 'success'}
          showIcon
          title={left ? `已撤销 ${back} 位客户，${left} 位未能完全撤销` : `已撤销 ${back} 位客户`}
          description={`${info.undoBy} ${info.undoTime ?? ''}`}
        />
      )}
      <Counts>
        <Count title="已导入" value={done} tone="good" />
        <Count title="未能导入" value={failed} tone={failed ? 'bad' : undefined} />
        <Count title="有错误而跳过" value={invalid} tone={invalid ? 'bad' : undefined} />
        <Count title="无变化" value={info.same} />
      </Counts>
      <div className={styles.foot}>
        <div className={styles.footActions}>
          <Button onClick={onAgain}>导入其他文件</Button>
          {!isAtWork && hasFile && info.errorCount + left > 0 && (
            <Button loading={busy} onClick={saveErrors}>
              下载错误行
            </Button>
          )}
          {undoUntil && (
            <Can do={userImport.undo}>
              <Button danger onClick={() => setUndoing(true)}>
                撤销
              </Button>
            </Can>
          )}
          {status === 'done' && (
            <Can do={shopUser.list}>
              <Button type="primary" onClick={() => go('/member/list')}>
                查看用户
              </Button>
            </Can>
          )}
        </div>
      </div>
      {!isAtWork && <Findings info={info} />}
      {undoing && <ImportUndoDialog of={info} onClose={() => setUndoing(false)} />}
    </div>
  )
}

/** Fetches again everything that the import may have changed. */
function useRefetchOnChange(status: UserImportInfo['status']) {
  const [known, setKnown] = useState(status)
  useEffect(() => {
    if (status === known) return
    setKnown(status)
    refreshShown()
  }, [status, known])
}

/** What was imported stays; the import can go on where it stopped. */
function Stopped({ info: { taskId, done, create, update } }: { info: UserImportInfo }) {
  const { data } = useQuery({ ...read(task.info, { params: { id: taskId }, silent: true }), retry: false })
  const retry = useWrite(task.retry, { message: '已重新开始' })
  const mayRetry = useMayRetry(data)
  return (
    <Alert
      type="error"
      showIcon
      title={`导入中断：已导入 ${done} / ${create + update} 位客户`}
      description={data?.message || '已导入的客户不受影响，可以从中断处继续。'}
      action={
        mayRetry && (
          <WriteButton size="small" of={retry} onClick={() => retry.mutate({ params: { id: taskId } })}>
            继续导入
          </WriteButton>
        )
      }
    />
  )
}
