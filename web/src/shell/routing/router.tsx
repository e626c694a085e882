import { Activity, useMemo, useState } from 'react'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  useLoaderData,
  useLocation,
  useNavigation,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { onPermRise } from '../../api/perm-version.ts'
import { useMenus } from '../../kit/menu/menus.ts'
import { setRouter } from '../../kit/page/go.ts'
import { usePageNames } from '../../kit/page/page-names.ts'
import { useDocumentTitle } from '../site.ts'
import type { Place } from '../tabs/tabs-state.ts'
import { type Passed, passGate, refreshPermissions, useConnecting } from './gate.ts'
import { MenuFailure, PageFailure } from './page-failure.tsx'
import { Screen } from './screen.tsx'

/**
 * A single route for everything: the gate, which knows the fixed routes and the server menu, finds the page of a URL. The
 * router keeps the history and waits for what the gate loads.
 */
export const routes: RouteObject[] = [
  {
    path: '*',
    loader: ({ request }: LoaderFunctionArgs) => {
      const { pathname, search } = new URL(request.url)
      // The request has no hash; at the first navigation the window still has it.
      const hash = pathname === window.location.pathname ? window.location.hash : ''
      return passGate({ pathname, search, hash })
    },
    shouldRevalidate: () => true,
    element: <Stage />,
    errorElement: <Failure />,
    hydrateFallbackElement: <Waiting />,
  },
]

/** Starts routing from the browser's URL, which passes the gate too. */
export function startRouter() {
  window.history.scrollRestoration = 'manual'
  const router = createBrowserRouter(routes)
  setRouter(router)
  keepScroll(router)
  onPermRise(async () => {
    const to = await refreshPermissions(router.state.location)
    if (to) router.navigate(to, { replace: true })
  })
  return router
}

/** A new page starts at the top; back and forward return to where the page was left. */
function keepScroll(router: ReturnType<typeof createBrowserRouter>) {
  const left = new Map<string, number>()
  let shown = router.state.location.key
  router.subscribe(({ location, historyAction }) => {
    if (location.key === shown) return
    left.set(shown, window.scrollY)
    shown = location.key
    const top = historyAction === 'POP' ? (left.get(shown) ?? 0) : 0
    const key = shown
    window.scrollTo(0, top)
    if (top) scrollWhenDrawn(top, () => shown === key)
  })
}

const DRAWN_MS = 2000

/** Scrolls once the page, which is drawn later, is as high as it was; not against somebody who scrolls meanwhile. */
function scrollWhenDrawn(top: number, isCurrent: () => boolean) {
  const until = performance.now() + DRAWN_MS
  const ended = new AbortController()
  for (const event of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    window.addEventListener(event, () => ended.abort(), { signal: ended.signal, passive: true })
  const turn = () => {
    if (ended.signal.aborted) return
    window.scrollTo(0, top)
    if (isCurrent() && performance.now() < until && Math.abs(window.scrollY - top) > 1) requestAnimationFrame(turn)
    else ended.abort()
  }
  // The page that is left is still shown, and may be as high.
  requestAnimationFrame(() => requestAnimationFrame(turn))
}

type Framed = { passed: Extract<Passed, { kind: 'page' }>; place: Place }

function Stage() {
  const passed = useLoaderData<Passed>()
  const { pathname, search, hash } = useLocation()
  const navigation = useNavigation()
  const place = useMemo(() => ({ pathname, search, hash }), [pathname, search, hash])
  useDocumentTitle(useTitle(passed))
  return (
    <>
      {navigation.state === 'loading' && <ProgressBar />}
      {passed.kind === 'page' ? <Page passed={passed} place={place} /> : <NoMenu />}
    </>
  )
}

function Page({ passed, place }: Framed) {
  // While a page without frame is shown, such as the designer, the hidden frame keeps the input in its tabs.
  const [framed, setFramed] = useState<Framed>()
  if (passed.Layout && (framed?.passed !== passed || framed.place !== place)) setFramed({ passed, place })
  const Layout = framed?.passed.Layout
  return (
    <>
      {framed && Layout && (
        <Activity mode={passed.Layout ? 'visible' : 'hidden'}>
          <Layout match={framed.passed.match} place={framed.place} />
        </Activity>
      )}
      {!passed.Layout && <Screen match={passed.match} place={place} />}
    </>
  )
}

/** The title of the current page, or its own name. */
function useTitle(passed: Passed): string | undefined {
  const { title = '', path = '' } =
    passed.kind === 'page' ? { ...passed.match.record.meta, path: passed.match.path } : {}
  return usePageNames((names) => names[path]?.title) ?? title
}

function NoMenu() {
  const { revalidate } = useRevalidator()
  const retry = () => {
    useMenus.setState({ state: 'absent' })
    revalidate()
  }
  return <MenuFailure onRetry={retry} />
}

/** Before the first page: the frame without content, as index.html has drawn it, or a message while the server is unavailable. */
function Waiting() {
  const text = useConnecting((connecting) => connecting.text)
  return (
    <>
      <ProgressBar />
      {!text && (
        <div className="first-frame" aria-hidden>
          <i />
          <i />
          <i />
          <i />
        </div>
      )}
      {text && (
        <p className="connecting" role="status">
          {text}
        </p>
      )}
    </>
  )
}

function Failure() {
  return <PageFailure error={useRouteError()} />
}

/** The thin bar at the top during navigation. It appears with a delay, so that quick ones do not flicker. */
function ProgressBar() {
  return <div className="progress-bar" role="progressbar" aria-label="页面加载中" />
}
