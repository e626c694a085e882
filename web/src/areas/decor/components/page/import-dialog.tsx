import { decorPage } from '@zhanggui/contract/decor/page.ts'
import { Alert, Button, Checkbox } from 'antd'
import { useRef, useState } from 'react'
import { reactToError } from '../../../../api/reactions.ts'
import { uploadTo } from '../../../../api/upload.ts'
import { refreshShown } from '../../../../api/write.ts'
import { Dialog } from '../../../../kit/dialog/dialog.tsx'

type Report = { imported: number; skipped: string[]; unresolved: string[] }

type Given = {
  /** The page whose draft it replaces; a new page without. */
  page?: { id: number; version: () => number }
  before?: () => Promise<boolean>
  onDone?: (id: number) => unknown
  onClose: () => void
}

const MOST_BYTES = 2 * 1024 * 1024

/** Takes an exported page in, and says what of it has no place here. */
export function ImportDialog({ page, before, onDone, onClose }: Given) {
  const [file, setFile] = useState<File>()
  const [fetchMedia, setFetchMedia] = useState(true)
  const [busy, setBusy] = useState(false)
  const [report, setReport] = useState<Report>()
  const input = useRef<HTMLInputElement>(null)
  const tooLarge = file && file.size > MOST_BYTES

  async function send() {
    if (!file || tooLarge || (before && !(await before()))) return
    setBusy(true)
    const fields = {
      mode: page ? 'replace' : 'new',
      fetchMedia: String(fetchMedia),
      ...(page && { id: String(page.id), version: String(page.version()) }),
    }
    try {
      const answer = await uploadTo(decorPage.import, file, { fields })
      refreshShown()
      setReport(answer.report)
      onDone?.(answer.id)
    } catch (error) {
      reactToError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={page ? '导入到这个页面' : '导入页面'}
      width={480}
      onCancel={onClose}
      footer={
        report ? (
          <Button type="primary" onClick={onClose}>
            知道了
          </Button>
        ) : (
          [
            <Button key="cancel" onClick={onClose}>
              取消
            </Button>,
            <Button key="ok" type="primary" loading={busy} disabled={!file || tooLarge} onClick={send}>
              导入
            </Button>,
          ]
        )
      }
    >
      {report ? (
        <Alert
          type={report.skipped.length || report.unresolved.length ? 'warning' : 'success'}
          title={`导入了 ${report.imported} 个组件`}
          description={[
            ...(report.skipped.length ? [`跳过：${report.skipped.join('、')}`] : []),
            ...(report.unresolved.length ? [`这里没有，已清空：${report.unresolved.join('、')}`] : []),
          ].map((line) => (
            <p key={line} style={{ margin: 0 }}>
              {line}
            </p>
          ))}
        />
      ) : (
        <div style={{ display: 'grid', gap: 12 }}>
          {page && <Alert type="info" title="现在的草稿会留作一个版本，撤销也能回来" />}
          <input
            ref={input}
            type="file"
            accept=".json,application/json"
            hidden
            aria-label="页面文件"
            onChange={({ target }) => setFile(target.files?.[0])}
          />
          <Button onClick={() => input.current?.click()}>{file ? file.name : '选择页面文件'}</Button>
          {tooLarge && <p style={{ margin: 0, color: 'var(--alert)' }}>文件超过 2 MB</p>}
          <Checkbox checked={fetchMedia} onChange={({ target }) => setFetchMedia(target.checked)}>
            把外部图片存进素材库
          </Checkbox>
        </div>
      )}
    </Dialog>
  )
}
