import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { useState } from 'react'
import styles from './gallery.module.css'

type Given = {
  pictures: readonly string[]
  video: string /** Lies over each picture. */
  over: string | null
  name: string
}

/** The pictures of a product, swiped sideways, its video first. */
export function Gallery({ pictures, video, over, name }: Given) {
  const [at, setAt] = useState(0)
  const count = pictures.length + (video ? 1 : 0)
  return (
    <section className={styles.gallery} aria-label={`${name}的图片`}>
      <ul
        className={styles.track}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: swiped by touch, and by the arrow keys when it has the focus
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
      >
        {video && (
          <li>
            <video className={styles.video} src={video} poster={pictures[0]} controls playsInline preload="none">
              <track kind="captions" />
            </video>
          </li>
        )}
        {pictures.map((url, index) => (
          <li key={url}>
            <Picture
              className={styles.picture}
              image={{ url }}
              width={390}
              eager={index === 0}
              alt={`${name}，第${index + 1}张`}
            />
            {over && <img className={styles.over} src={over} alt="" />}
          </li>
        ))}
      </ul>
      {count > 1 && (
        <span className={styles.count}>
          {at + 1} / {count}
        </span>
      )}
    </section>
  )
}
