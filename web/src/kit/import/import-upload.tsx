import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import FileExcelOutlined from '@ant-design/icons/es/icons/FileExcelOutlined'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { Button, Progress, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { reactToError } from '../../api/reactions.ts'
import type { UploadOptions } from '../../api/upload.ts'
import { refreshShown } from '../../api/write.ts'
import { showError } from '../feedback/feedback.ts'
import { ChooseButton, DropZone } from '../upload/upload.tsx'
import { faultOfFile, type UploadLimits } from '../upload/upload-limits.ts'
import { useSheetWait } from '../upload/use-sheet-wait.ts'
import styles from './import.module.css'

type Sending = Pick<UploadOptions, 'onProgress' | 'signal'>

/**
 * Sends a sheet to be checked, one at a time. What is wrong with the file is said beside it, everything else as ever.
 * @param send what is done with a file that may be sent
 */
export function useSheetCheck(limits: UploadLimits, send: (file: File, sending: Sending) => Promise<void>) {
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState('')
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])

  async function check(file: File | undefined) {
    if (!file || share !== undefined) return
    const wrong = faultOfFile(file, limits)
    if (wrong) {
      showError(wrong)
      return
    }
    setFault('')
    setShare(0)
    const own = new AbortController()
    controller.current = own
    try {
      await send(file, { onProgress: setShare, signal: own.signal })
      refreshShown()
    } catch (error) {
      if (error instanceof CallError && error.kind === 'http' && error.status === 400) setFault(error.message)
      else if (!(error instanceof CallError && error.kind === 'aborted')) reactToError(error)
    } finally {
      setShare(undefined)
    }
  }
  return { check, share, fault, cancel: () => controller.current?.abort() }
}

type Props = {
  of: ReturnType<typeof useSheetCheck>
  /** What the file is of: 商品. */
  what: string
  limits: UploadLimits
  hint: string
  /** The file that was chosen last. */
  file: File | undefined
}

/** Where a sheet is dropped or chosen; it is checked at once. */
export function ImportUpload({ of: { check, share, fault, cancel }, what, limits, hint, file }: Props) {
  const busy = share !== undefined
  const ahead = useSheetWait(busy)
  const checking = ahead ? `排队中，前面还有 ${ahead} 个文件` : `正在检查 ${file?.name ?? ''}`
  return (
    <>
      <DropZone label={`可将${what}文件拖到此处`} onFiles={([dropped]) => check(dropped)}>
        <div className={styles.drop} aria-busy={busy}>
          {busy ? (
            <>
              <Spin />
              <p className={styles.dropTitle}>{share < 1 ? `正在上传 ${file?.name ?? ''}` : checking}</p>
              <Progress percent={Math.round(share * 100)} className={styles.sending} aria-label="上传进度" />
              <Button disabled={false} onClick={cancel}>
                取消
              </Button>
            </>
          ) : (
            <>
              <CloudUploadOutlined aria-hidden className={styles.dropIcon} />
              <p className={styles.dropTitle}>{`把${what}文件拖到这里，或点击选择`}</p>
              <ChooseButton primary limits={limits} onFiles={([chosen]) => check(chosen)}>
                选择文件
              </ChooseButton>
              <p className={styles.hint}>{hint}</p>
            </>
          )}
        </div>
      </DropZone>
      {fault && (
        <p className={styles.fault} role="alert">
          <strong>{file?.name}</strong>：{fault}
        </p>
      )}
      {file && !busy && (
        <div className={styles.kept}>
          <FileExcelOutlined aria-hidden />
          <span className={styles.keptName}>{file.name}</span>
          <span className={styles.hint}>{formatBytes(file.size)}</span>
          <Button type="primary" onClick={() => check(file)}>
            重新检查
          </Button>
        </div>
      )}
    </>
  )
}
