import { Go } from '../../parts/go.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './imageText.module.css'
import type { imageText } from './schema.ts'

export function ImageTextView({ props }: Pick<ViewProps<typeof imageText>, 'props'>) {
  return (
    <div className={`${styles.list} ${styles[props.layout]}`}>
      {props.items.map(({ image, title, text, link, ...of }, index) => (
        <Go key={index} link={link} of={of} className={styles.item}>
          {image.url && <Picture className={styles.picture} image={image} width={180} />}
          <span className={styles.words}>
            {title && <b>{title}</b>}
            {text && <span className={styles.text}>{text}</span>}
          </span>
        </Go>
      ))}
    </div>
  )
}
