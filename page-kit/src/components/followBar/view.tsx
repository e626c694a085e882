import type { Site } from '../../data.ts'
import { Go } from '../../parts/go.tsx'
import { Picture } from '../../parts/picture.tsx'
import type { ViewProps } from '../../view.tsx'
import styles from './followBar.module.css'
import type { followBar } from './schema.ts'

/** Nothing for those who follow the account already. */
export function FollowBarView({ props, data }: Pick<ViewProps<typeof followBar, Site>, 'props' | 'data'>) {
  const { logo, text, button, hideFollowed } = props
  if (hideFollowed && data?.followed) return null
  const image = logo.url ? logo : { url: data?.logo ?? '' }
  return (
    <div className={styles.bar}>
      <Picture className={styles.logo} image={image} width={36} alt="" />
      <span className={styles.text}>{text}</span>
      <Go link="kefu:" className={styles.button} label={`${button}公众号`}>
        {button}
      </Go>
    </div>
  )
}
