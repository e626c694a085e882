import type { CSSProperties, ReactNode } from 'react'
import { useSite } from '../../api/site.ts'
import { Footer } from '../layout/footer.tsx'
import { Abacus } from './abacus.tsx'
import styles from './entrance.module.css'

/** The frame of the pages before sign-in: the shop's name on one side and a card on the other; phones show only the card. */
export function Entrance({ wide, children }: { wide?: boolean; children: ReactNode }) {
  const site = useSite()
  const picture = site?.loginBackground
  const background: CSSProperties = picture ? { backgroundImage: `url(${JSON.stringify(picture)})` } : {}
  return (
    <div className={styles.entrance} data-picture={Boolean(picture)} style={background}>
      {!picture && <Abacus className={styles.abacus} />}
      <div className={styles.columns}>
        <section className={styles.welcome} aria-hidden="true">
          <p className={styles.slogan}>
            每一笔生意，
            <br />
            都心中有数
          </p>
          <p className={styles.pitch}>商品、订单、会员、营销与财务，一处打理。</p>
        </section>
        <main className={styles.card} data-wide={wide}>
          {children}
        </main>
      </div>
      <Footer className={styles.footer} />
    </div>
  )
}

/** The shop's logo and name at the top of a card. */
export function Signboard({ subtitle }: { subtitle: string }) {
  const site = useSite()
  return (
    <header className={styles.signboard}>
      <img src={site?.loginLogo || '/favicon.svg'} alt="" width="44" height="44" />
      <div>
        <h1 className={styles.name}>{site?.siteName || '商城管理后台'}</h1>
        <p className={styles.subtitle}>{subtitle}</p>
      </div>
    </header>
  )
}
