import { fillPath, isNoRedirect, type RouteMatch } from '../../kit/menu/route-records.ts'

export type Crumb = {
  title: string
  /** The target of a click; absent for entries that cannot be clicked. */
  to?: string
}

/**
 * The breadcrumb after a navigation.
 * @param shown the current one, kept while a page is re-entered through /redirect/
 */
export function nextBreadcrumb(shown: readonly Crumb[], match: RouteMatch): readonly Crumb[] {
  return match.path.startsWith('/redirect/') ? shown : breadcrumbOf(match)
}

function breadcrumbOf({ records, params }: RouteMatch): Crumb[] {
  const titled = records.filter(({ meta }) => meta.title)
  const startsAtHome = titled[0]?.name?.trim().toLowerCase() === 'dashboard'
  const entries = titled
    .filter(({ meta }) => meta.breadcrumb !== false)
    .map(({ meta, redirect, fullPath }) => ({
      title: meta.title ?? '',
      to: isNoRedirect(redirect) ? undefined : (redirect ?? fillPath(fullPath, params)),
    }))
  const crumbs = startsAtHome ? entries : [{ title: '首页', to: '/dashboard' }, ...entries]
  return crumbs.map((crumb, index) => (index === crumbs.length - 1 ? { title: crumb.title } : crumb))
}
