import type { FileRow } from '@zhanggui/contract/file.ts'
import { fileProviderNames, fileTypeNames, fileTypes, tellBytes } from '@zhanggui/domain/file-type.ts'
import { Button } from 'antd'
import { copy } from '../../../kit/copy.ts'
import { Dialog } from '../../../kit/dialog.tsx'
import { mediaUrl } from '../../../kit/media-url.ts'
import { useSettings } from '../../../shell/settings.ts'
import styles from './file-grid.module.css'
import { wholeUrl } from './file-grid.tsx'

/** A file as it is, with all that is known of it. */
export function FilePreview({ file, onClose }: { file: FileRow; onClose: () => void }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const address = file.url && mediaUrl(file.url, mediaDomain)
  const facts: [string, string][] = [
    ['原文件名', file.realName],
    ['类型', `${fileTypeNames[file.type]} ${file.suffix}`],
    ['大小', tellBytes(file.bytes)],
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
      {address && <Content file={file} address={address} />}
      <dl className={styles.preview}>
        {facts.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function Content({ file: { type, name }, address }: { file: FileRow; address: string }) {
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
