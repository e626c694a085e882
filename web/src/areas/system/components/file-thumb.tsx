import CustomerServiceOutlined from '@ant-design/icons/es/icons/CustomerServiceOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FileZipOutlined from '@ant-design/icons/es/icons/FileZipOutlined'
import LockOutlined from '@ant-design/icons/es/icons/LockOutlined'
import VideoCameraOutlined from '@ant-design/icons/es/icons/VideoCameraOutlined'
import type { FileRow } from '@zhanggui/contract/file.ts'
import { fileTypes } from '@zhanggui/domain/file-type.ts'
import { useState } from 'react'
import { mediaUrl } from '../../../kit/media-url.ts'
import { useSettings } from '../../../shell/settings.ts'
import styles from './file-grid.module.css'

/** A small picture of a file, or the sign of its kind; opens it. */
export function FileThumb({ file, onOpen }: { file: FileRow; onOpen: () => void }) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState(false)
  return (
    <button type="button" className={styles.thumb} aria-label={`预览 ${file.name}`} onClick={onOpen}>
      {file.thumbUrl && !broken ? (
        <img src={mediaUrl(file.thumbUrl, mediaDomain)} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <Sign file={file} />
      )}
    </button>
  )
}

function Sign({ file: { type, scope, suffix } }: { file: FileRow }) {
  if (scope === 'private') return <LockOutlined aria-hidden />
  if (type === fileTypes.video) return <VideoCameraOutlined aria-hidden />
  if (type === fileTypes.audio) return <CustomerServiceOutlined aria-hidden />
  return suffix === 'zip' || suffix === 'gz' ? <FileZipOutlined aria-hidden /> : <FileOutlined aria-hidden />
}
