import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { reactToError } from '../../api/reactions.ts'
import styles from './upload.module.css'

/** Maximum number of files sent at the same time. */
const AT_ONCE = 3

type Upload = {
  id: number
  file: File
  state: 'waiting' | 'sending' | 'done' | 'failed'
  share: number
  /** Why it failed. */
  fault?: string | undefined
}

export type UploadQueue = {
  uploads: readonly Upload[]
  add: (files: readonly File[]) => void
  /** Cancels the upload, or removes a finished one from the list. */
  cancel: (id: number) => void
  retry: (id: number) => void
  clear: () => void
}

type Send = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
  /** Its place in the order of choice. */
  place: number,
) => Promise<unknown>

/**
 * Sends files, at most three at a time.
 * @param judge why a file is not sent at all, or undefined
 * @param send sends one file
 * @param onDone called after each file that was sent
 */
export function useUploadQueue(judge: (file: File) => string | undefined, send: Send, onDone: () => void): UploadQueue {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const controllers = useRef(new Map<number, AbortController>())
  const lastId = useRef(0)
  const change = (id: number, changes: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...changes } : one)))

  async function start({ id, file }: Upload) {
    const controller = new AbortController()
    controllers.current.set(id, controller)
    change(id, { state: 'sending', share: 0, fault: undefined })
    try {
      await send(file, { onProgress: (share) => change(id, { share }), signal: controller.signal }, id)
      change(id, { state: 'done', share: 1 })
      onDone()
    } catch (error) {
      const aborted = error instanceof CallError && error.kind === 'aborted'
      change(id, { state: 'failed', fault: aborted ? '已取消' : reportFault(error) })
      // Errors about the file are shown beside it; others, such as an ended session, concern the whole console.
      if (!(error instanceof CallError) || error.status === 401) reactToError(error)
    } finally {
      controllers.current.delete(id)
    }
  }

  const sending = uploads.filter(({ state }) => state === 'sending').length
  const next = uploads.find(({ state }) => state === 'waiting')
  useEffect(() => {
    if (next && sending < AT_ONCE) start(next)
  })

  return {
    uploads,
    add: (files) =>
      setUploads((before) => [
        ...before.filter(({ state }) => state !== 'done'),
        ...files.map((file): Upload => {
          const fault = judge(file)
          lastId.current++
          return { id: lastId.current, file, state: fault ? 'failed' : 'waiting', share: 0, fault }
        }),
      ]),
    cancel: (id) => {
      controllers.current.get(id)?.abort()
      setUploads((before) => before.filter((one) => one.id !== id || one.state === 'sending'))
    },
    retry: (id) => change(id, { state: 'waiting', fault: undefined }),
    clear: () => setUploads((before) => before.filter(({ state }) => state === 'waiting' || state === 'sending')),
  }
}

function reportFault(error: unknown): string {
  if (!(error instanceof CallError) || error.kind !== 'http') return '网络异常，请重试'
  return error.message
}

/** The progress of each file. Draws nothing when there are none. */
export function UploadProgress({ queue }: { queue: UploadQueue }) {
  const { uploads, cancel, retry, clear } = queue
  if (!uploads.length) return null
  const count = (state: Upload['state']) => uploads.filter((one) => one.state === state).length
  const open = count('waiting') + count('sending')
  return (
    <section className={styles.queue} aria-label="上传列表">
      <div className={styles.queueHead}>
        <span role="status">
          {open ? `正在上传，还剩 ${open} 个` : `已上传 ${count('done')} 个`}
          {count('failed') > 0 && `，失败 ${count('failed')} 个`}
        </span>
        {!open && (
          <Button type="text" size="small" onClick={clear}>
            清空
          </Button>
        )}
      </div>
      <ul>
        {uploads.map(({ id, file, state, share, fault }) => (
          <li key={id}>
            <span className={styles.queueName} title={file.name}>
              {file.name}
            </span>
            <span className={styles.queueSize}>{formatBytes(file.size)}</span>
            <Progress
              percent={Math.round(share * 100)}
              status={state === 'failed' ? 'exception' : state === 'done' ? 'success' : 'active'}
              size="small"
              aria-label={`${file.name} 的上传进度`}
            />
            {state === 'failed' && fault !== undefined && (
              <Button
                type="text"
                size="small"
                icon={<ReloadOutlined aria-hidden />}
                aria-label={`重试 ${file.name}`}
                onClick={() => retry(id)}
              />
            )}
            <Button
              type="text"
              size="small"
              className={styles.queueEnd}
              icon={<CloseOutlined aria-hidden />}
              aria-label={`${state === 'sending' || state === 'waiting' ? '取消' : '移除'} ${file.name}`}
              onClick={() => cancel(id)}
            />
            {fault && <p className={styles.fault}>{fault}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
