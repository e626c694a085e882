import type { Image } from '../fields.ts'
import { sourceOf } from './look.ts'
import styles from './picture.module.css'

type Given = {
  image: Pick<Image, 'url'> & Partial<Image>
  /** About how wide it is drawn, in CSS pixels. */
  width: number
  fit?: 'cover' | 'contain' | 'fill'
  className?: string
  /** Drawn at once: what the first screen shows. */
  eager?: boolean
  alt?: string
}

/** A picture; a grey ground with a mark where there is none yet. */
export function Picture({ image, width, fit = 'cover', className = '', eager, alt }: Given) {
  const kind = `${styles.picture} ${styles[fit]} ${className}`
  if (!image.url) return <span className={`${kind} ${styles.none}`} />
  const size = image.w && image.h ? { width: image.w, height: image.h } : {}
  const loading = eager ? 'eager' : 'lazy'
  return (
    <img
      className={kind}
      src={sourceOf(image.url, width)}
      alt={alt ?? image.alt ?? ''}
      loading={loading}
      decoding="async"
      draggable={false}
      {...size}
    />
  )
}
