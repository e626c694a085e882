import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { watchSession } from '../../api/auth-channel.ts'
import { useSession } from '../../api/session.ts'
import { useSite } from '../../api/site.ts'
import { prepareFeedback } from '../../kit/feedback/feedback.ts'
import { KeyHelp } from '../../kit/keys/key-help.tsx'
import type { RouteMatch } from '../../kit/menu/route-records.ts'
import { useIsPhone } from '../../kit/page/use-is-phone.ts'
import { useSettings } from '../../kit/settings/settings.ts'
import { showsTabs } from '../../kit/settings/settings-state.ts'
import { keepLive } from '../live/socket.ts'
import type { LayoutProps } from '../routing/gate.ts'
import { signInPath } from '../routing/gate-decision.ts'
import { Screen } from '../routing/screen.tsx'
import { Sidebar } from '../sidebar/sidebar.tsx'
import { KeptViews } from '../tabs/kept-views.tsx'
import { visitPage } from '../tabs/tabs.ts'
import { TabsBar } from '../tabs/tabs-bar.tsx'
import { useApp } from './app.ts'
import { afterNavigation } from './app-state.ts'
import { ColourWeakness } from './colour-weakness.tsx'
import { Footer } from './footer.tsx'
import { shutSidebar, useDevice } from './frame.ts'
import styles from './layout.module.css'
import { Navbar } from './navbar.tsx'
import { SeeingBar } from './seeing-bar.tsx'
import { SettingsPanel } from './settings-panel.tsx'

/** The frame around the pages: sidebar, header with navbar and tabs, the pages themselves, footer. */
export default function Layout({ match, place }: LayoutProps) {
  const { sidebar, device } = useApp()
  const settings = useSettings()
  const { fixedHeader, showFooter } = settings
  const shown = useShownMatch(match)
  const lit = useAfterwards(shown)
  useDevice()
  useEffect(prepareFeedback, [])
  useLayoutEffect(() => {
    visitPage(match, place)
    useApp.setState(afterNavigation)
  }, [match, place])
  useEffect(
    () =>
      watchSession({
        onSignedOut: () => window.location.replace(signInPath(place)),
        onOtherwise: () => window.location.reload(),
      }),
    [place],
  )
  // What arrives is for the user themselves, not for whom they look as.
  const mayListen = useSession(({ user }) => user !== undefined && !user.mustChangePassword && !user.seeing)
  useEffect(() => (mayListen ? keepLive() : undefined), [mayListen])
  const mobile = device === 'mobile'
  const simPay = useSite()?.simPay === true
  const seeing = useSession(({ user }) => user?.seeing !== undefined)
  const tabs = showsTabs(settings, useIsPhone())
  const main = useRef<HTMLElement>(null)
  return (
    <div
      className={styles.frame}
      data-device={device}
      data-sidebar={sidebar.opened ? 'open' : 'shut'}
      data-still={sidebar.withoutAnimation}
      data-tabs={tabs}
      data-sim={simPay && mobile}
      data-seeing={seeing}
      data-header={fixedHeader ? 'fixed' : 'static'}
    >
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        跳到主要内容
      </button>
      {mobile && sidebar.opened && (
        <button type="button" className={styles.mask} aria-label="关闭侧边栏" onClick={() => shutSidebar()} />
      )}
      <Sidebar match={lit} />
      <div className={styles.body}>
        <header className={styles.header}>
          <SeeingBar />
          {simPay &&
            (mobile ? (
              <div className={styles.sim}>模拟支付已开启：不会真的收款</div>
            ) : (
              <i className={styles.simLine} />
            ))}
          <Navbar match={shown} />
          {tabs && <TabsBar activePath={shown.path} />}
        </header>
        <main ref={main} className={styles.main} tabIndex={-1}>
          <KeptViews match={match} place={place} Page={Screen} />
          {showFooter && <Footer className={styles.footer} />}
        </main>
      </div>
      <SettingsPanel />
      <ColourWeakness />
      <KeyHelp />
    </div>
  )
}

/** The page that sidebar, breadcrumb and tabs refer to: during a re-entry through /redirect, the previous one. */
function useShownMatch(match: RouteMatch): RouteMatch {
  const [shown, setShown] = useState(match)
  if (match === shown || match.path.startsWith('/redirect/')) return shown
  setShown(match)
  return match
}

/** The match, deferred: the page renders first, and the long menu follows. */
function useAfterwards(match: RouteMatch): RouteMatch {
  const [later, setLater] = useState(match)
  useEffect(() => startTransition(() => setLater(match)), [match])
  return later
}
