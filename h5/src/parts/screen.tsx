import type { Settings } from '@zhanggui/page-kit/page.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { type ReactNode, useEffect } from 'react'
import { useSite } from '../api/site.ts'
import { goBack, openLink } from '../go/go.ts'
import styles from './screen.module.css'
import { TabBar, useTab } from './tab-bar.tsx'

type Given = {
  title: string
  /** How a decorated page wants the bar of its title. */
  bar?: Pick<Settings, 'titleAlign' | 'titleColor' | 'titleBgColor' | 'returnAddress'> | undefined
  /** Beside the title, at its right. */
  right?: ReactNode
  /** What stays at the bottom, with the one act of the screen. */
  foot?: ReactNode
  /** A ground of the theme colour behind the top. */
  isTinted?: boolean
  /** Without the bar of the title: the screen has a head of its own. */
  isBare?: boolean
  /** Without the bottom navigation, where the screen brings its own. */
  hasTabs?: boolean
  children: ReactNode
}

/** A screen: its title with the way back, what it shows, its foot, and the bottom navigation where that leads to it. */
export function Screen({ title, bar, right, foot, isTinted = false, isBare = false, hasTabs = true, children }: Given) {
  const site = useSite()
  const tab = useTab()
  const shop = site?.siteName
  useEffect(() => {
    document.title = shop && shop !== title ? `${title} - ${shop}` : title
  }, [title, shop])
  return (
    <div className={`${styles.screen} ${isTinted ? styles.tinted : ''}`}>
      {!isBare && (
        <header
          className={styles.bar}
          data-align={bar?.titleAlign}
          style={bar && { color: bar.titleColor, background: bar.titleBgColor }}
        >
          {tab ? <span className={styles.hit} /> : <BackButton link={bar?.returnAddress} />}
          <h1>{title}</h1>
          <span className={styles.right}>{right}</span>
        </header>
      )}
      <main className={styles.main}>{children}</main>
      <div className={styles.bottom}>
        {foot && <footer className={styles.foot}>{foot}</footer>}
        {hasTabs && tab && <TabBar here={tab} />}
      </div>
    </div>
  )
}

/** @param link where it leads instead of back */
export function BackButton({ className = '', link }: { className?: string | undefined; link?: string | undefined }) {
  const leave = () => (link ? openLink(link) : goBack())
  return (
    <button type="button" className={`${styles.hit} ${className}`} aria-label="返回" onClick={leave}>
      <Icon name="left" />
    </button>
  )
}
