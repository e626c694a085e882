import type { User } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { Icon } from '../../parts/icon.tsx'
import { groundOf, sourceOf } from '../../parts/look.ts'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import type { userCard } from './schema.ts'
import styles from './userCard.module.css'

export function UserCardView({ props, data }: Pick<ViewProps<typeof userCard, User>, 'props' | 'data'>) {
  const { style, image, bgTone, show, link } = props
  const isShown = (part: string) => (show as readonly string[]).includes(part)
  const ground = image.url
    ? `url("${sourceOf(image.url, 375)}") center / cover`
    : `linear-gradient(${groundOf(bgTone)}, #ffffff00)`
  const isKnown = data?.isSignedIn === true
  return (
    <div className={`${styles.card} ${styles[`style${style}`]}`} style={{ background: ground }}>
      <Go link={link} className={styles.who}>
        {isKnown && data.avatar ? (
          <Picture className={styles.avatar} image={{ url: data.avatar }} width={56} alt="" />
        ) : (
          <span className={styles.avatar}>
            <Icon name="user" size={28} />
          </span>
        )}
        <span className={styles.words}>
          <b>
            {isKnown ? data.nickname : '登录 / 注册'}
            {isKnown && isShown('level') && data.level && <i>{data.level}</i>}
          </b>
          {isKnown && isShown('phone') && data.phone && <span>{data.phone}</span>}
          {isKnown && isShown('id') && data.uid && <span>编号 {data.uid}</span>}
        </span>
      </Go>
      {isKnown && isShown('code') && (
        <Go link="/pages/infos/user_vip/index" className={styles.code} label="会员码">
          <Icon name="code" />
        </Go>
      )}
    </div>
  )
}
