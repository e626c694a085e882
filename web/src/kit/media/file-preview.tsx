import type { FileRow } from '@zhanggui/contract/file/file.ts'
import { fileProviderNames, fileTypeNames, fileTypes, formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { copy } from '../feedback/copy.ts'
import { useSettings } from '../settings/settings.ts'
import styles from './media.module.css'
import { mediaUrl, wholeUrl } from './media-url.ts'

/** A file with all its known properties. */
export function FilePreview({ file, onClose, children }: { file: FileRow; onClose: () => void; children?: ReactNode }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const address = file.url && mediaUrl(file.url, mediaDomain)
  const facts: [string, string][] = [
    ['原文件名', file.realName],
    ['类型', `${fileTypeNames[file.type]} ${file.suffix}`],
    ['大小', formatBytes(file.bytes)],
    ...(file.width && file.height ? [['尺寸', `${file.width}×${file.height}`] as [string, string]] : []),
    ['使用次数', String(file.refCount)],
    ['存储方式', fileProviderNames[file.provider]],
    ['访问', file.scope === 'public' ? '公开' : '私有，链接 10 分钟内有效'],
    ['上传', `${file.createBy}，${file.createTime}`],
    ['SHA-256', file.hash],
  ]
  return (
    <Dialog
      title={file.name}
      width={720}
      onCancel={onClose}
      footer={
        address && [
          <Button key="copy" onClick={() => copy(wholeUrl(file.url, mediaDomain))}>
            复制链接
          </Button>,
          <Button key="save" type="primary" href={address} target="_blank" rel="noopener noreferrer">
            打开
          </Button>,
        ]
      }
    >
      {address && <FileContent type={file.type} name={file.name} address={address} />}
      <dl className={styles.preview}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Dialog>
  )
}

/** A picture, video or sound by its URL; nothing for other files. */
export function FileContent({ type, name, address }: Pick<FileRow, 'type' | 'name'> & { address: string }) {
  if (type === fileTypes.image) return <img className={styles.shown} src={address} alt={name} />
  if (type === fileTypes.video)
    return (
      <video className={styles.shown} src={address} controls>
        <track kind="captions" />
      </video>
    )
  if (type === fileTypes.audio)
    return (
      <audio className={styles.shown} src={address} controls>
        <track kind="captions" />
      </audio>
    )
  return null
}
