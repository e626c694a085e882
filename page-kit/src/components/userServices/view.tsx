import type { CSSProperties } from 'react'
import type { User } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { Icon, iconOfLink } from '../../parts/icon.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import type { userServices } from './schema.ts'
import styles from './userServices.module.css'

/** Whether a service is there for the buyer. In the canvas all of them are. */
function isFor(who: 'all' | 'promoter' | 'clerk' | 'noPhone', user: User | undefined): boolean {
  if (who === 'promoter') return user?.isPromoter === true
  if (who === 'clerk') return user?.isClerk === true
  return who === 'all' || (user?.isSignedIn === true && !user.phone)
}

export function UserServicesView({
  props,
  data,
  mode,
}: Pick<ViewProps<typeof userServices, User>, 'props' | 'data' | 'mode'>) {
  const { title, layout, columns, items } = props
  const shown = items.filter(({ who }) => mode === 'edit' || isFor(who, data))
  const style = { '--columns': columns } as CSSProperties
  return (
    <>
      {title && <b className={styles.title}>{title}</b>}
      <div className={styles[layout]} style={style}>
        {shown.map((item, index) => (
          <Go key={index} link={item.link} of={item} className={styles.item}>
            {item.image.url ? (
              <Picture className={styles.icon} image={item.image} width={28} alt="" />
            ) : (
              <Icon name={iconOfLink(item.link)} />
            )}
            <span>{item.title}</span>
            {layout === 'list' && <Icon name="more" size={14} />}
          </Go>
        ))}
      </div>
    </>
  )
}
