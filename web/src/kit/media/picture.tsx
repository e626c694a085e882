import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { Image } from 'antd'
import { useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import { mediaUrl } from './media-url.ts'
import styles from './picture.module.css'

/**
 * A small square picture that opens large; an icon in its place if there is none or it cannot be loaded.
 * @param src as stored in rows: a file of ours or any URL
 * @param size px
 * @param thumb as large as the rows of a table allow, instead of `size`
 */
export function Picture({
  src,
  size = 36,
  alt = '图片',
  preview = true,
  thumb = false,
}: {
  src: string
  size?: number
  alt?: string
  preview?: boolean
  thumb?: boolean
}) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState('')
  const side = thumb ? 'var(--thumb)' : size
  const box = { width: side, height: side }
  if (!src || broken === src)
    return (
      <span
        className={styles.none}
        style={{ ...box, fontSize: size / 2.4 }}
        role="img"
        aria-label={src ? '图片无法显示' : '没有图片'}
      >
        <PictureOutlined aria-hidden />
      </span>
    )
  return (
    <Image
      {...box}
      className={styles.picture}
      src={mediaUrl(src, mediaDomain)}
      alt={alt}
      preview={preview}
      loading="lazy"
      // Other shops refuse pictures to pages of other origins.
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
    />
  )
}
