import { Component, type ErrorInfo, memo, type ReactNode, useState } from 'react'
import { useRoutes } from 'react-router'
import type { RouteMatch } from '../../kit/menu/route-records.ts'
import type { Place } from '../tabs/tabs-state.ts'
import { PageFailure, UnknownPage } from './page-failure.tsx'
import { loadedScreen } from './screens.ts'

/**
 * Draws the page of a match that passed the gate. In the page `useLocation`, `useSearchParams` and `useParams` refer to the
 * given location, so that a page in a hidden tab does not see the URLs of the others.
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
 * The element of the first call for a match and a location. The router redraws all pages on every navigation; redrawn in a
 * hidden tab, an open dialog would lose its content.
 */
function useSteady(element: ReactNode, match: RouteMatch, place: Place): ReactNode {
  const [steady, setSteady] = useState({ element, match, place })
  if (steady.match === match && steady.place === place) return steady.element
  setSteady({ element, match, place })
  return element
}

/** An error in a page leaves the frame and the other tabs intact. */
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
