import { Bone, Skeleton } from '@zhanggui/page-kit/parts/skeleton.tsx'
import '@zhanggui/page-kit/parts/page.css'
import { Toasts } from '@zhanggui/page-kit/parts/toast.tsx'
import { AroundProvider, noAct } from '@zhanggui/page-kit/view.tsx'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { serverNow } from '../api/clock.ts'
import { useToken } from '../api/use-token.ts'
import { BASE, go, here, openLink } from '../go/go.ts'
import { usePlaces } from '../go/places.ts'
import { loginAddress } from '../go/sign-in.ts'
import { Unbroken } from './unbroken.tsx'
import './frame.css'
import type { Opened } from './opened.ts'
import { lost, type ScreenEntry, screens } from './screens.ts'

const around = { mode: 'live', act: { ...noAct, open: openLink }, now: serverNow } as const
const table = screens.map((entry) => ({ ...entry, Screen: lazy(entry.load) }))
const Lost = lazy(lost)

/** @param opened the screen that the document is of, where its code is there already */
export function App({ opened }: { opened?: Opened | undefined }) {
  return (
    <AroundProvider value={around}>
      <Router base={BASE}>
        <div className="page frame">
          <OpenScreen opened={opened} />
          <Toasts />
        </div>
      </Router>
    </AroundProvider>
  )
}

function OpenScreen({ opened }: { opened: Opened | undefined }) {
  const [address] = useLocation()
  usePlaces(address)
  return (
    <Unbroken of={address}>
      {/* A boundary of its own for each: the one that is left would live on until the code of the next has come. */}
      <Suspense key={address} fallback={<Coming />}>
        <Switch>
          {table.map((entry) => (
            <Route key={entry.path} path={entry.path}>
              <Entrance {...entry} Screen={entry.path === opened?.path ? opened.Screen : entry.Screen} />
            </Route>
          ))}
          <Route>{opened?.path === '' ? <opened.Screen /> : <Lost />}</Route>
        </Switch>
      </Suspense>
    </Unbroken>
  )
}

function Entrance({ Screen, isOwn }: Pick<ScreenEntry, 'isOwn'> & { Screen: ComponentType }) {
  const isOut = useToken() === undefined && isOwn === true
  useEffect(() => {
    if (isOut) go(loginAddress(here()), { replace: true })
  }, [isOut])
  return isOut ? <Coming /> : <Screen />
}

/** While the code of a screen is on its way. */
function Coming() {
  return (
    <Skeleton>
      <div className="coming">
        <Bone height={180} radius={12} />
        <Bone height={20} width="70%" />
        <Bone height={20} width="40%" />
        <Bone height={120} radius={12} />
      </div>
    </Skeleton>
  )
}
