import type { decorPage } from '@zhanggui/contract/decor/page.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { componentsOf } from '@zhanggui/page-kit/page.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readUnplaced } from '../page-facts/page-document.service.ts'
import { askingOf } from '../page-facts/page-facts.service.ts'
import { resolveAll } from '../resolvers/resolve.service.ts'

type Canvas = RouteInput<typeof decorPage.resolve>['body']

/** The live data of components in the designer, as visitors would see them; rules do not count. @throws 400 */
export async function resolveForCanvas(ctx: Ctx, { components, terminal = 3 }: Canvas) {
  const value = Object.fromEntries(components.map((component, index) => [`${1e15 + index}`, component]))
  const given = componentsOf(await readUnplaced(ctx, { value }, { terminal, type: 4 }))
  const found = await resolveAll(ctx, await askingOf(ctx, given), { channel: 'app' })
  return Object.fromEntries(found) as Record<string, Record<string, unknown>>
}
