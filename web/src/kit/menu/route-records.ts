import type { MenuNode } from '@zhanggui/contract/staff/menu.ts'
import { isExternal } from '@zhanggui/domain/external.ts'
import { fixedRoutes } from './fixed-routes.ts'

type MenuMeta = NonNullable<MenuNode['meta']>
export type RouteMeta = Omit<MenuMeta, 'title'> & { title?: string }

/** A route as defined by the server menu, or by hand with default values omitted. */
export type RouteSource = Partial<Omit<MenuNode, 'path' | 'meta' | 'children'>> & {
  path: string
  meta?: RouteMeta
  children?: readonly RouteSource[]
}

export type RouteRecord = {
  name?: string
  /** As given: relative to the parent, absolute or an external URL. */
  path: string
  /** From the root, parameters included: `/product/edit/:id`. */
  fullPath: string
  component?: string
  meta: RouteMeta
  hidden: boolean
  redirect?: string
  alwaysShow: boolean
  children: readonly RouteRecord[]
}

export type RouteParams = Readonly<Record<string, string>>

export type RouteMatch = {
  /** From the outermost record to the page. */
  records: readonly RouteRecord[]
  /** The page itself, the last of `records`. */
  record: RouteRecord
  params: RouteParams
  /** The location's path with single slashes between segments and none at the end. */
  path: string
}

/** Whether a redirect is the marker of a directory without a page of its own. */
export function isNoRedirect(redirect: string | undefined): boolean {
  return redirect?.toLowerCase() === 'noredirect'
}

/** Joins a route's path to its parent's; absolute and external ones are kept as they are. */
export function joinPath(parent: string, path: string): string {
  return isExternal(path) ? path : normalisePath(path.startsWith('/') ? path : `${parent}/${path}`)
}

/** Whether a record can be navigated to: it has a view or redirects to another page. */
export function isOpenable({ component, redirect }: RouteRecord): boolean {
  const hasView = component !== undefined && component !== 'Layout'
  return hasView || (redirect !== undefined && !isNoRedirect(redirect))
}

/** Whether a page is drawn inside the layout: its outermost record has one. */
export function hasLayout({ records }: RouteMatch): boolean {
  return records[0]?.component === 'Layout'
}

/**
 * The link of a record in a menu; optional parameters are dropped.
 * @returns undefined when the path has a required parameter, which a menu cannot fill
 */
export function menuLink({ fullPath }: RouteRecord): string | undefined {
  if (isExternal(fullPath)) return fullPath
  const segments = segmentsOf(fullPath).filter((segment) => !/^:.*[?*]$/.test(segment))
  return segments.some((segment) => segment.startsWith(':')) ? undefined : `/${segments.join('/')}`
}

/** Fills the parameters of a record's path; an optional one without a value is dropped. */
export function fillPath(fullPath: string, params: RouteParams): string {
  if (isExternal(fullPath)) return fullPath
  const filled = segmentsOf(fullPath).flatMap((segment) => {
    const pattern = parsePattern(segment)
    if (pattern.kind === 'static') return segment
    const value = params[pattern.text]
    return value ? value.split('/').map(encodeURIComponent) : []
  })
  return `/${filled.join('/')}`
}

/**
 * Builds the route tree: the fixed routes, then the server menu in its order.
 * @returns `duplicates`: repeated names; the later record gets its full path appended, so that names stay unique
 *   (the menu response has no ids; a full path is equally unique and survives a reload)
 */
export function buildRoutes(menus: readonly MenuNode[]): { records: RouteRecord[]; duplicates: string[] } {
  const names = new Set<string>()
  const duplicates: string[] = []

  function uniqueName(name: string, fullPath: string): string {
    if (!names.has(name)) {
      names.add(name)
      return name
    }
    duplicates.push(name)
    return `${name}-${fullPath}`
  }

  function toRecord(source: RouteSource, parent: string): RouteRecord {
    const { name, path, component, meta, hidden = false, redirect, alwaysShow = false, children = [] } = source
    const fullPath = joinPath(parent, path)
    return {
      ...(name !== undefined && { name: uniqueName(name, fullPath) }),
      path,
      fullPath,
      component,
      meta: meta ?? { noCache: true },
      hidden,
      redirect,
      alwaysShow,
      children: children.map((child) => toRecord(child, fullPath)),
    }
  }

  const records = [...fixedRoutes, ...menus].map((source) => toRecord(source, ''))
  return { records, duplicates }
}

/**
 * Finds the page of a location's path. Of several matches, the one with more literal segments from the left wins:
 * `/product/list` before `/product/:id` before `/:path*`.
 * @param pathname without query and hash
 * @returns undefined when no record matches, including a directory's own path
 */
export function matchRoute(records: readonly RouteRecord[], pathname: string): RouteMatch | undefined {
  const segments = segmentsOf(pathname)
  let best: (RouteMatch & { rank: string }) | undefined
  for (const chain of pagesOf(records)) {
    const record = chain.at(-1)
    if (!record) continue
    const patterns = segmentsOf(record.fullPath).map(parsePattern)
    const params = matchSegments(patterns, segments)
    const rank = patterns.map(({ kind }) => rankOfKind[kind]).join('')
    if (params && (!best || rank > best.rank))
      best = { records: chain, record, params, path: normalisePath(pathname), rank }
  }
  if (!best) return undefined
  const { rank: _, ...match } = best
  return match
}

/** Whether a path leads to a fixed route or to a page of the server menu, which contains only permitted pages. */
export function isKnownPath(records: readonly RouteRecord[], pathname: string): boolean {
  return matchRoute(records, pathname) !== undefined
}

/** Every page with its ancestors, in tree order. */
function* pagesOf(
  records: readonly RouteRecord[],
  ancestors: readonly RouteRecord[] = [],
): Generator<readonly RouteRecord[]> {
  for (const record of records) {
    const chain = [...ancestors, record]
    if (isOpenable(record) && !isExternal(record.fullPath)) yield chain
    yield* pagesOf(record.children, chain)
  }
}

type Pattern = { kind: 'static' | 'required' | 'optional' | 'rest'; text: string }

const rankOfKind = { static: 3, required: 2, optional: 1, rest: 0 }

function parsePattern(segment: string): Pattern {
  if (!segment.startsWith(':')) return { kind: 'static', text: segment }
  const kind = segment.endsWith('?') ? 'optional' : segment.endsWith('*') ? 'rest' : 'required'
  return { kind, text: segment.replace(/^:|[?*]$/g, '') }
}

function matchSegments(patterns: readonly Pattern[], segments: readonly string[]): RouteParams | undefined {
  const [pattern, ...patternsLeft] = patterns
  if (!pattern) return segments.length ? undefined : {}
  const { kind, text } = pattern
  if (kind === 'rest') return { [text]: segments.map(decode).join('/') }
  const [segment, ...segmentsLeft] = segments
  if (segment !== undefined && (kind !== 'static' || decode(segment) === text)) {
    const params = matchSegments(patternsLeft, segmentsLeft)
    if (params) return kind === 'static' ? params : { [text]: decode(segment), ...params }
  }
  return kind === 'optional' ? matchSegments(patternsLeft, segments) : undefined
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function normalisePath(path: string): string {
  return `/${segmentsOf(path).join('/')}`
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
