import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { Image } from 'antd'
import { useState } from 'react'
import { useSettings } from '../settings/settings.ts'
import { mediaUrl } from './media-url.ts'
import styles from './picture.module.css'

/**
 * A small square picture that opens large; a sign in its place where there is none, or it cannot be had.
 * @param src as rows have it: of ours or of anybody
 * @param size px
 */
export function Picture({
  src,
  size = 36,
  alt = '图片',
  preview = true,
}: {
  src: string
  size?: number
  alt?: string
  preview?: boolean
}) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  const [broken, setBroken] = useState('')
  const box = { width: size, height: size }
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
      // Shops elsewhere refuse pictures to pages that are not theirs.
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
    />
  )
}
