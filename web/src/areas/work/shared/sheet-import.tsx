import { useQuery } from '@tanstack/react-query'
import type { Route } from '@zhanggui/contract/routes.ts'
import {
  MAX_BATCH_ROWS,
  MAX_BATCH_SHEET,
  type SheetBatchInfo,
  type SheetBatchRow,
  type sheetBatchRoutes,
} from '@zhanggui/contract/work/sheet-batch.ts'
import { Alert, Button, Table } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../api/call-error.ts'
import { reactToError } from '../../../api/reactions.ts'
import { read } from '../../../api/read.ts'
import { uploadTo } from '../../../api/upload.ts'
import { useWrite } from '../../../api/use-write.ts'
import { WriteButton } from '../../../kit/access/write-button.tsx'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { showError } from '../../../kit/feedback/feedback.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { Count, Counts } from '../../../kit/text/count.tsx'
import { ChooseButton, DropZone } from '../../../kit/upload/upload.tsx'
import { faultOfFile } from '../../../kit/upload/upload-limits.ts'
import { useSheetWait } from '../../../kit/upload/use-sheet-wait.ts'
import styles from './sheet-import.module.css'
import { TaskProgress } from './task-progress.tsx'

const LIMITS = new Map(['xlsx', 'csv'].map((extension) => [extension, MAX_BATCH_SHEET]))

type Specs = ReturnType<typeof sheetBatchRoutes<`/${string}`, `admin:${string}`>>
/** The calls of an import whose rows are looked at before they are done. */
export type SheetRoutes = { [Name in keyof Specs]: Route<Specs[Name]> }

type Props = {
  title: string
  /** Which columns the sheet needs, and where it comes from. */
  hint: string
  /** The cells that are shown of a row, by their names. */
  columns: Readonly<Record<string, string>>
  /** What the button that does the rows says: 登记. */
  act: string
  routes: SheetRoutes
  onClose: () => void
}

/** Reads a sheet, shows what each row would do, and does it once it is confirmed. */
export function SheetImport({ title, hint, columns, act, routes, onClose }: Props) {
  const [batchId, setBatchId] = useState<number>()
  const { data } = useQuery({
    ...read(routes.batch, { params: { batchId: batchId ?? 0 } }),
    enabled: batchId !== undefined,
  })
  const info = data as SheetBatchInfo | undefined
  const confirm = useWrite(routes.confirm, { once: true })
  const isRead = info?.state === 'checked'
  return (
    <Dialog
      title={title}
      width={760}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {isRead ? '取消' : '关闭'}
        </Button>,
        isRead && (
          <Button key="again" onClick={() => setBatchId(undefined)}>
            重新选择文件
          </Button>
        ),
        isRead && (
          <WriteButton
            key="ok"
            type="primary"
            of={confirm}
            disabled={!info.ready}
            onClick={() => confirm.mutate({ body: { batchId: info.batchId } })}
          >
            {act} {info.ready} 行
          </WriteButton>
        ),
      ]}
    >
      {batchId === undefined || !info ? (
        <Choose hint={hint} route={routes.import} onRead={setBatchId} />
      ) : (
        <Preview info={info} columns={columns} />
      )}
    </Dialog>
  )
}

type ChooseProps = { hint: string; route: SheetRoutes['import']; onRead: (batchId: number) => void }

function Choose({ hint, route, onRead }: ChooseProps) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const ahead = useSheetWait(busy)

  async function handleFile(file: File | undefined) {
    if (!file || busy) return
    const wrong = faultOfFile(file, LIMITS)
    if (wrong) return showError(wrong)
    setFault('')
    setBusy(true)
    const controller = new AbortController()
    sending.current = controller
    try {
      const answer = (await uploadTo(route, file, { signal: controller.signal })) as SheetBatchInfo
      onRead(answer.batchId)
    } catch (error) {
      if (error instanceof CallError && error.kind === 'http' && error.status === 400)
        setFault(`${file.name}：${error.message}`)
      else if (!(error instanceof CallError && error.kind === 'aborted')) reactToError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <DropZone label="可将表格拖到此处" onFiles={([file]) => handleFile(file)}>
      <div className={styles.drop} aria-busy={busy}>
        <ChooseButton primary disabled={busy} limits={LIMITS} onFiles={([file]) => handleFile(file)}>
          {busy ? (ahead ? `排队中，前面还有 ${ahead} 个文件` : '正在核对…') : '选择文件'}
        </ChooseButton>
        <p className={styles.hint}>{hint}</p>
        <p className={styles.hint}>
          xlsx 或 csv，不超过 5 MB、{MAX_BATCH_ROWS.toLocaleString('zh-CN')} 行。先核对，确认后才处理。
        </p>
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </DropZone>
  )
}

function Preview({ info, columns }: { info: SheetBatchInfo; columns: Props['columns'] }) {
  const { state, total, ready, bad, done, failed, taskId, rows } = info
  const phone = useIsPhone()
  const given = Object.entries(columns).map(([name, title]) => ({
    title,
    key: name,
    render: (_: unknown, row: SheetBatchRow) => row.given[name] || '—',
  }))
  // First on phones, where the table scrolls sideways.
  const says = {
    title: '核对',
    key: 'says',
    render: (_: unknown, row: SheetBatchRow) =>
      row.message ? (
        <span className={styles.fault}>{row.message}</span>
      ) : row.state === 'done' ? (
        `已处理：${row.says}`
      ) : (
        row.says
      ),
  }
  const shown = rows.toSorted((one, other) => Number(Boolean(other.message)) - Number(Boolean(one.message)))
  return (
    <>
      {state === 'running' && <TaskProgress key={taskId} taskId={taskId} text="可以关闭此窗口，进度在任务中心" />}
      {state === 'done' && (
        <Alert
          type={failed ? 'warning' : 'success'}
          showIcon
          title={`处理完成：成功 ${done} 行${failed ? `，失败 ${failed} 行` : ''}`}
        />
      )}
      <Counts>
        <Count title="共" value={total} />
        {state === 'checked' ? <Count title="可处理" value={ready} /> : <Count title="已处理" value={done} />}
        <Count title="有错误" value={bad + failed} />
      </Counts>
      <Table<SheetBatchRow>
        rowKey="row"
        size="small"
        dataSource={shown}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 10, showSizeChanger: false, hideOnSinglePage: true }}
        columns={[{ title: '行', dataIndex: 'row', width: 60 }, ...(phone ? [says, ...given] : [...given, says])]}
      />
    </>
  )
}
