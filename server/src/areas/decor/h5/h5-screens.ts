/** The screens of a build of the storefront: the source of each by its path, and that of the screen for all other addresses. */
export type Screens = { paths: Readonly<Record<string, string>>; lost: string }

export type Found = { path: string; source: string; params: Readonly<Record<string, string | undefined>> }

/**
 * The screen that the storefront opens at an address, by the rules of its router: `:name` is a part of the address, `?` behind it leaves
 * it out, the first that fits is opened, and neither letters' case nor a slash at the end matter.
 * @param address below /h5
 */
export function findScreen({ paths }: Screens, address: string): Found | undefined {
  for (const [path, source] of Object.entries(paths)) {
    const match = patternOf(path).exec(address)
    if (match) return { path, source, params: match.groups ?? {} }
  }
  return undefined
}

const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/\/:(\w+)\?/g, '(?:/(?<$1>[^/]+?))?')
      .replace(/:(\w+)(?!>)/g, '(?<$1>[^/]+?)')}/?$`,
    'i',
  )
