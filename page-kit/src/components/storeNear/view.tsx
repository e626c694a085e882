import type { Stores } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { ViewProps } from '../../view.tsx'
import type { storeNear } from './schema.ts'
import styles from './storeNear.module.css'

const far = (metres: number) => (metres < 1000 ? `${metres} 米` : `${(metres / 1000).toFixed(1)} 公里`)

/** A place is asked for only when somebody wants to know how far it is: the list of all stores does that. */
export function StoreNearView({ props, data }: Pick<ViewProps<typeof storeNear, Stores>, 'props' | 'data'>) {
  const isShown = (part: string) => (props.show as readonly string[]).includes(part)
  return (
    <ul className={styles.list}>
      {data?.list.slice(0, props.count).map(({ id, name, address, dayTime, phone, distance }) => (
        <li key={id}>
          <Icon name="pin" size={20} />
          <span className={styles.words}>
            <b>{name}</b>
            {isShown('address') && <span>{address}</span>}
            {isShown('hours') && dayTime && <span>{dayTime.join('–')}</span>}
          </span>
          {isShown('distance') && distance !== null && <span className={styles.far}>{far(distance)}</span>}
          {isShown('phone') && phone && (
            <Go link={`tel:${phone}`} className={styles.call} label={`打电话给${name}`}>
              <Icon name="phone" size={20} />
            </Go>
          )}
        </li>
      ))}
    </ul>
  )
}
