import type { Staff } from './shop.ts'

type BuiltMenu = {
  path: string
  component?: string
  hidden?: boolean
  children?: readonly BuiltMenu[] | null
}

/** The addresses of the pages in the menu, as the server gives it to a member of staff; without those that need an id. */
export async function menuPages(staff: Staff): Promise<string[]> {
  const { body } = await staff.call<BuiltMenu[]>('GET', '/api/menus/build')
  return body.flatMap((menu) => pagesOf(menu, ''))
}

function pagesOf({ path, children, component }: BuiltMenu, above: string): string[] {
  const address = path.startsWith('/') ? path : `${above === '/' ? '' : above}/${path}`
  if (children?.length) return children.flatMap((child) => pagesOf(child, address))
  const isPage = component?.includes('/') && !/:/.test(address)
  return isPage ? [address] : []
}
