import { Component, type ErrorInfo, memo, type ReactNode, useState } from 'react'
import { useRoutes } from 'react-router'
import type { RouteMatch } from '../../kit/menu/route-records.ts'
import type { Place } from '../tabs/tabs-state.ts'
import { PageFailure, UnknownPage } from './page-failure.tsx'
import { loadedScreen } from './screens.ts'

/**
 * Draws the page of a match that passed the gate. To the page, `useLocation`, `useSearchParams` and `useParams` speak of the
 * place given, so that a page kept in a hidden tab does not see the addresses of the others.
 */
export const Screen = memo(function Screen({ match, place }: { match: RouteMatch; place: Place }) {
  const { component = '', fullPath } = match.record
  const Page = loadedScreen(component)
  // The router writes `/:path*` as `/*`.
  const path = fullPath.replace(/:[^/]+\*$/, '*')
  const element = Page ? <Page /> : <UnknownPage component={component} />
  return (
    <ScreenBoundary key={match.path}>{useSteady(useRoutes([{ path, element }], place), match, place)}</ScreenBoundary>
  )
})

/**
 * The element of the first call for a match and a place. The router asks for all pages to be drawn again with every
 * navigation; drawn again in a hidden tab, an open dialog would lose its content.
 */
function useSteady(element: ReactNode, match: RouteMatch, place: Place): ReactNode {
  const [steady, setSteady] = useState({ element, match, place })
  if (steady.match === match && steady.place === place) return steady.element
  setSteady({ element, match, place })
  return element
}

/** A page that breaks leaves the frame and the other tabs alone. */
class ScreenBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo) {
    console.error(error, componentStack)
  }

  override render() {
    return this.state.error ? <PageFailure error={this.state.error} /> : this.props.children
  }
}
