import type { StyleType } from '@zhanggui/domain/promotion/activity-style.ts'
import { Image } from 'antd'
import { mediaUrl } from '../../../kit/media/media-url.ts'
import { useSettings } from '../../../kit/settings/settings.ts'
import { pictureOf } from '../model/style-words.ts'
import styles from './style.module.css'

type Props = { type: StyleType; src: string; name: string }

/** The picture of a style in its own shape, on a ground that shows what is transparent; it opens large. */
export function StyleThumb({ type, src, name }: Props) {
  const mediaDomain = useSettings((settings) => settings.mediaDomain)
  return (
    <span className={styles.thumb} data-type={type}>
      <Image
        src={mediaUrl(src, mediaDomain)}
        alt={`「${name}」的${pictureOf(type)}`}
        width="100%"
        height="100%"
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    </span>
  )
}
