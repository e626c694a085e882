import { Go } from '../../parts/go.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './hotspot.module.css'
import type { hotspot } from './schema.ts'

const share = (thousandths: number) => `${thousandths / 10}%`

export function HotspotView({ props }: Pick<ViewProps<typeof hotspot>, 'props'>) {
  const { image, areas, radius } = props
  return (
    <div className={styles.hotspot} style={{ borderRadius: radius }}>
      <Picture image={image} width={375} />
      {areas.map(({ name, link, x, y, w, h }, index) => (
        <Go
          key={index}
          link={link}
          label={name || `热区${index + 1}`}
          className={styles.area}
          style={{ left: share(x), top: share(y), width: share(w), height: share(h) }}
        />
      ))}
    </div>
  )
}
