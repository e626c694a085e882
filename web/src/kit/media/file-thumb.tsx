import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FileZipOutlined from '@ant-design/icons/es/icons/FileZipOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'
import type { FileRow } from '@zhanggui/contract/file/file.ts'
import { fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import styles from './media.module.css'
import { mediaUrl } from './media-url.ts'

/** A thumbnail of a file, or the icon of its type; a click opens it. */
export function FileThumb({ file, onOpen }: { file: FileRow; onOpen: () => void }) {
  return (
    <button type="button" className={styles.thumb} aria-label={`预览 ${file.name}`} onClick={onOpen}>
      <FileFace file={file} />
    </button>
  )
}

/** The thumbnail without a button. */
export function FileFace({ file }: { file: FileRow }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState(false)
  if (!file.thumbUrl || broken) return <Sign file={file} />
  const address = mediaUrl(file.thumbUrl, mediaDomain)
  return <img src={address} alt="" loading="lazy" decoding="async" draggable={false} onError={() => setBroken(true)} />
}

function Sign({ file: { type, scope, suffix } }: { file: FileRow }) {
  if (scope === 'private') return <LockOutlined aria-hidden />
  if (type === fileTypes.video) return <VideoCameraOutlined aria-hidden />
  if (type === fileTypes.audio) return <CustomerServiceOutlined aria-hidden />
  return suffix === 'zip' || suffix === 'gz' ? <FileZipOutlined aria-hidden /> : <FileOutlined aria-hidden />
}
