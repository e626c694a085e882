import { type ShipBatchInfo, type ShipRow, shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { Alert, Button, Table } from 'antd'
import { useWrite } from '../../../../api/use-write.ts'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { confirm } from '../../../../kit/feedback/feedback.ts'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { Count, Counts } from '../../../../kit/text/count.tsx'
import { shortNo } from '../../../../kit/text/short-no.ts'
import { TaskProgress } from '../../../work/shared/task-progress.tsx'
import styles from './ship-batch.module.css'
import { useFailedRows } from './use-batch-files.ts'

/** Step 3: the progress of a batch, its result, and the way back. */
export function ShipResult({ info, onAgain }: { info: ShipBatchInfo; onAgain: () => void }) {
  const { id, fileName, state, shipped, failed, bad, withdrawn, rows, undoUntil, isStopped } = info
  const skipped = rows.filter((row) => row.skipped).length
  const faulty = bad - skipped
  const phone = useIsPhone()
  const left = useFailedRows(info)
  const undo = useWrite(shipBatch.undo, { once: true })
  const retry = useWrite(task.retry, { message: '已继续发货' })
  const notSent = rows.filter((row) => row.state === 'failed' || row.state === 'bad' || (row.message && row.ok))
  const isOver = state !== 'running' || isStopped

  async function handleUndo() {
    const content = `撤回本批发出的 ${shipped} 行？快递已揽收的不能撤回；撤回的订单回到待发货。`
    if (await confirm({ content, okText: `撤回 ${shipped} 行`, cancelText: '不撤回' }))
      undo.mutate({ body: { batchId: id } })
  }

  return (
    <div className={styles.check}>
      <div className={styles.head}>
        <h2>{fileName}</h2>
      </div>
      {!isOver && (
        <TaskProgress
          key={info.taskId}
          taskId={info.taskId}
          text="正在处理，可以离开此页，完成后在下面的记录中查看。"
        />
      )}
      {isStopped && (
        <Alert
          type="error"
          showIcon
          title={`发货中断：还有 ${info.ready} 行没有发出`}
          description="已发出的不受影响，可以从中断处继续。"
          action={
            <WriteButton size="small" of={retry} onClick={() => retry.mutate({ params: { id: info.taskId } })}>
              继续发货
            </WriteButton>
          }
        />
      )}
      {isOver && !isStopped && (
        <Alert
          type={toneOf(info, failed + faulty)}
          showIcon
          title={titleOf(info, failed + faulty)}
          description={undoUntil ? `${undoUntil.slice(11, 16)} 前、快递揽收前可以撤回。` : undefined}
        />
      )}
      {isOver && (
        <Counts>
          <Count title="成功" value={shipped} tone={shipped ? 'good' : undefined} />
          <Count title="没有发出" value={failed + faulty} tone={failed + faulty ? 'bad' : undefined} />
          {skipped > 0 && <Count title="不发货" value={skipped} />}
          {withdrawn > 0 && <Count title="已撤回" value={withdrawn} />}
        </Counts>
      )}
      {isOver && notSent.length > 0 && (
        <Table<ShipRow>
          rowKey="row"
          size="small"
          tableLayout="fixed"
          dataSource={notSent}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            { title: '行', dataIndex: 'row', width: 52 },
            {
              title: '订单号',
              width: phone ? 96 : 210,
              render: (_, { orderNo }) => (phone ? shortNo(orderNo) : orderNo),
            },
            ...(phone ? [] : [{ title: '快递单号', dataIndex: 'expressNumber' as const, width: 190 }]),
            {
              title: '原因',
              render: (_, { message, skipped }) => (
                <span className={skipped ? styles.hint : styles.fault}>{message}</span>
              ),
            },
          ]}
        />
      )}
      <footer className={styles.foot}>
        <div className={styles.footActs}>
          {isOver && undoUntil && (
            <WriteButton danger of={undo} onClick={handleUndo}>
              撤回本批
            </WriteButton>
          )}
          {isOver && failed + bad > 0 && (
            <Button loading={left.busy} onClick={left.save}>
              {`下载未发货的 ${failed + bad} 行`}
            </Button>
          )}
          <Button type="primary" onClick={onAgain}>
            继续导入
          </Button>
        </div>
      </footer>
    </div>
  )
}

/** What is left to be done decides: an undo that took back all leaves nothing. @param not as for {@link titleOf} */
function toneOf({ shipped, withdrawn }: ShipBatchInfo, not: number) {
  const isLeft = withdrawn ? shipped > 0 : not > 0
  return isLeft ? 'warning' : 'success'
}

/** @param not rows that should have gone, and did not */
function titleOf({ shipped, withdrawn }: ShipBatchInfo, not: number): string {
  if (withdrawn && !shipped) return `已全部撤回 ${withdrawn} 行`
  if (withdrawn) return `已撤回 ${withdrawn} 行，${shipped} 行未能撤回`
  return not ? `成功 ${shipped} 行，没有发出 ${not} 行` : `成功 ${shipped} 行`
}
