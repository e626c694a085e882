import { sourceOf } from '../../parts/look.ts'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import type { video } from './schema.ts'
import styles from './video.module.css'

export function VideoView({ props, mode }: Pick<ViewProps<typeof video>, 'props' | 'mode'>) {
  const { source, video: uploaded, url, cover, title, autoplay, radius } = props
  const address = source === 'upload' ? uploaded : url
  return (
    <div className={styles.frame} style={{ borderRadius: radius }}>
      {address ? (
        <video
          className={styles.video}
          src={address}
          poster={cover.url ? sourceOf(cover.url, 375) : undefined}
          aria-label={title || cover.alt || '视频'}
          controls
          playsInline
          preload="none"
          muted={autoplay}
          autoPlay={autoplay && mode === 'live'}
          loop={autoplay}
        />
      ) : (
        <Picture className={styles.video} image={cover} width={375} />
      )}
    </div>
  )
}
