import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import type { ReactNode } from 'react'
import { useSite } from '../../../api/site.ts'
import styles from './phone.module.css'

/** The phone of a fan who has the account open. */
export function WechatPhone({ children, bar }: { children: ReactNode; bar?: ReactNode }) {
  const name = useSite()?.siteName
  return (
    <section className={styles.phone} aria-label="粉丝手机上的样子">
      <header className={styles.head}>
        <LeftOutlined aria-hidden />
        <span>{name || '公众号'}</span>
        <span aria-hidden>···</span>
      </header>
      <div className={styles.chat}>{children}</div>
      {bar}
    </section>
  )
}

/** What is said, by the account or by its fan. */
export function Bubble({ mine = false, children }: { mine?: boolean; children: ReactNode }) {
  return (
    <div className={styles.line} data-mine={mine}>
      <span className={styles.face} aria-hidden>
        {mine ? '粉' : '店'}
      </span>
      <div className={styles.bubble}>{children}</div>
    </div>
  )
}

/** What happens instead of an answer. */
export function Happening({ children }: { children: ReactNode }) {
  return <p className={styles.happening}>{children}</p>
}
