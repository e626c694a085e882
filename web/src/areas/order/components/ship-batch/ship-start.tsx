import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import { MAX_SHIP_ROWS, MAX_SHIP_SHEET, shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { Button, Input, Progress, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { uploadTo } from '../../../../api/upload.ts'
import { refreshShown, write } from '../../../../api/write.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { showError } from '../../../../kit/feedback/feedback.ts'
import { useIsPhone } from '../../../../kit/page/use-is-phone.ts'
import { ChooseButton, DropZone } from '../../../../kit/upload/upload.tsx'
import { faultOfFile } from '../../../../kit/upload/upload-limits.ts'
import { useSheetWait } from '../../../../kit/upload/use-sheet-wait.ts'
import styles from './ship-batch.module.css'
import { ShipTemplateButton } from './ship-template-button.tsx'

const LIMITS = new Map(['xlsx', 'csv'].map((extension) => [extension, MAX_SHIP_SHEET]))
const EXAMPLE = '20261123101500123456 顺丰 SF1234567890123\n20261123101500123457 圆通 YT1234567890123'
const ROWS = MAX_SHIP_ROWS.toLocaleString('zh-CN')

type Props = {
  /** Kept while staff look at the preview. */
  text: string
  onText: (text: string) => void
  onRead: (id: number) => void
}

/** Step 1: a sheet of numbers, or a pasted text. A dropped file is read at once. */
export function ShipStart({ text, onText, onRead }: Props) {
  const [name, setName] = useState('')
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<{ of: string; message: string }>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const busy = share !== undefined
  const phone = useIsPhone()
  const ahead = useSheetWait(busy)

  async function readBy(of: string, work: () => Promise<{ batchId: number }>) {
    setFault(undefined)
    setName(of)
    setShare(0)
    try {
      const { batchId } = await work()
      refreshShown()
      onRead(batchId)
    } catch (error) {
      if (error instanceof CallError && error.kind === 'http' && error.status === 400)
        setFault({ of, message: error.message })
      else if (!(error instanceof CallError && error.kind === 'aborted')) reactToError(error)
    } finally {
      setShare(undefined)
    }
  }

  function handleFile(file: File | undefined) {
    if (!file || busy) return
    const wrong = faultOfFile(file, LIMITS)
    if (wrong) {
      showError(wrong)
      return
    }
    const controller = new AbortController()
    sending.current = controller
    readBy(file.name, () => uploadTo(shipBatch.read, file, { onProgress: setShare, signal: controller.signal }))
  }

  const lines = text.split('\n').filter((line) => line.trim()).length
  return (
    <div className={styles.start}>
      <div className={styles.part}>
        <h2>上传表格</h2>
        <DropZone label="可将表格拖到此处" onFiles={([file]) => handleFile(file)}>
          <div className={styles.drop} aria-busy={busy}>
            {busy ? (
              <>
                <Spin />
                <p className={styles.dropTitle}>
                  {share < 1 && name
                    ? `正在上传 ${name}`
                    : ahead
                      ? `排队中，前面还有 ${ahead} 个文件`
                      : '正在核对订单和单号'}
                </p>
                <Progress percent={Math.round(share * 100)} className={styles.sending} aria-label="上传进度" />
                <Button onClick={() => sending.current?.abort()}>取消</Button>
              </>
            ) : (
              <>
                <CloudUploadOutlined aria-hidden className={styles.dropIcon} />
                <p className={styles.dropTitle}>把 ERP 或打单工具导出的表格拖到这里</p>
                <ChooseButton primary limits={LIMITS} onFiles={([file]) => handleFile(file)}>
                  选择文件
                </ChooseButton>
                <p className={styles.hint}>
                  {`xlsx 或 csv，不超过 5 MB、${ROWS} 行。只要有订单号和快递单号两列，列名和顺序不限。`}
                </p>
              </>
            )}
          </div>
        </DropZone>
      </div>
      <div className={styles.part}>
        <h2>或者粘贴</h2>
        <Input.TextArea
          className={styles.pasted}
          autoFocus={!phone}
          aria-label="粘贴订单号和快递单号"
          value={text}
          onChange={({ target }) => onText(target.value)}
          disabled={busy}
          placeholder={EXAMPLE}
          autoSize={{ minRows: 8, maxRows: 8 }}
        />
        <div className={styles.head}>
          <WriteButton
            of={{ isPending: false, route: shipBatch.read }}
            disabled={busy || !lines}
            onClick={() => readBy('', () => write(shipBatch.read, { body: { text } }))}
          >
            {lines ? `核对 ${lines} 行` : '核对'}
          </WriteButton>
          <p className={styles.hint}>一行一单：订单号、快递公司、快递单号，用空格、逗号或制表符隔开。</p>
        </div>
      </div>
      {fault && (
        <p className={`${styles.fault} ${styles.wide}`} role="alert">
          {fault.of && <strong>{fault.of}：</strong>}
          {fault.message}
        </p>
      )}
      <Can do={shipBatch.template}>
        <div className={`${styles.kept} ${styles.wide}`}>
          <div>
            <strong>还没有打单？</strong>
            <p className={styles.hint}>
              导出待发货表交给 ERP 或打单工具，填好快递单号后传回来。表中有完整的收货信息，导出的订单记为已打印。
            </p>
          </div>
          <ShipTemplateButton />
        </div>
      </Can>
    </div>
  )
}
