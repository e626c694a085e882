import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import { type FileRow, file } from '@zhanggui/contract/file/file.ts'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Can } from '../../../kit/access/can.tsx'
import { confirmDelete } from '../../../kit/feedback/confirm-delete.ts'
import { copy } from '../../../kit/feedback/copy.ts'
import { useRemoval } from '../../../kit/list-page/use-removal.ts'
import { FileThumb } from '../../../kit/media/file-thumb.tsx'
import { wholeUrl } from '../../../kit/media/media-url.ts'
import { Named } from '../../../kit/page/named.tsx'
import { useSettings } from '../../../kit/settings/settings.ts'
import styles from './file-grid.module.css'

type Props = {
  rows: readonly FileRow[]
  onPreview: (row: FileRow) => void
  onRename: (row: FileRow) => void
}

/** Files as a grid of pictures. */
export function FileGrid({ rows, onPreview, onRename }: Props) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const removal = useRemoval(file.remove)
  async function handleRemove({ id, name }: FileRow) {
    if (await confirmDelete(`删除文件「${name}」？`)) removal.mutate([id])
  }
  return (
    <ul className={styles.grid}>
      {rows.map((row) => (
        <li key={row.id} className={styles.cell}>
          <FileThumb file={row} onOpen={() => onPreview(row)} />
          <strong title={row.name}>{row.name}</strong>
          <span className={styles.facts}>
            <span>
              {formatBytes(row.bytes)}
              {row.width && row.height && ` · ${row.width}×${row.height}`}
            </span>
            {row.refCount > 0 && <span>使用 {row.refCount}</span>}
          </span>
          <span className={styles.actions}>
            {row.url && (
              <ActionButton
                label={`复制链接：${row.name}`}
                icon={<LinkOutlined aria-hidden />}
                onClick={() => copy(wholeUrl(row.url, mediaDomain))}
              />
            )}
            <Can do={file.update}>
              <ActionButton
                label={`重命名：${row.name}`}
                icon={<EditOutlined aria-hidden />}
                onClick={() => onRename(row)}
              />
            </Can>
            <Can do={file.remove}>
              <Button
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除：${row.name}`}
                onClick={() => handleRemove(row)}
              />
            </Can>
          </span>
        </li>
      ))}
    </ul>
  )
}

function ActionButton({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Named name={label.replace(/：.*/, '')}>
      <Button type="text" size="small" icon={icon} aria-label={label} onClick={onClick} />
    </Named>
  )
}
