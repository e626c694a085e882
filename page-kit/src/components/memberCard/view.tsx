import type { User } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { sourceOf } from '../../parts/look.ts'
import type { ViewProps } from '../../view.tsx'
import styles from './memberCard.module.css'
import type { memberCard } from './schema.ts'

export function MemberCardView({ props, data }: Pick<ViewProps<typeof memberCard, User>, 'props' | 'data'>) {
  const { layout, image, title, link } = props
  const style = image.url ? { background: `url("${sourceOf(image.url, 375)}") center / cover` } : {}
  return (
    <Go link={link} className={`${styles.card} ${layout === 'card' ? styles.tall : ''}`} style={style}>
      <span className={styles.words}>
        <b>{data?.level ? `${data.level}　${title}` : title}</b>
        {data?.percent !== undefined && (
          <span className={styles.growth}>
            <i>
              <i style={{ width: `${Math.min(100, Math.max(0, data.percent))}%` }} />
            </i>
            {data.nextWords}
          </span>
        )}
        {data && !data.isSignedIn && <span className={styles.growth}>登录后查看我的等级</span>}
      </span>
      <Icon name="more" size={16} />
    </Go>
  )
}
