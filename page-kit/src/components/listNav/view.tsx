import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './listNav.module.css'
import type { listNav } from './schema.ts'

export function ListNavView({ props }: Pick<ViewProps<typeof listNav>, 'props'>) {
  return (
    <div style={{ color: props.colour }}>
      {props.items.map(({ image, title, note, link, ...of }, index) => (
        <Go key={index} link={link} of={of} className={styles.cell}>
          {image.url && <Picture className={styles.icon} image={image} width={24} alt="" />}
          <span>{title}</span>
          <span className={styles.note}>{note}</span>
          {link && <Icon name="more" size={14} />}
        </Go>
      ))}
    </div>
  )
}
