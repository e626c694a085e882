import { isSameComponent } from './component.ts'
import { type Component, componentsOf, keysOf, type Page, settingFields, shareFields } from './page.ts'
import { filled, isSame } from './values.ts'

/** What a page became since a state of it that the server has; what is absent stays. */
export type Changes = {
  settings?: Page['settings']
  share?: Page['share']
  /** Components that are new or differ. */
  put: Component[]
  remove: string[]
  /** Every key with its id, whenever one differs. */
  order?: [string, string][]
}

export function changesBetween(base: Page, page: Page): Changes {
  const before = new Map(componentsOf(base).map((component) => [component.id, component]))
  const now = componentsOf(page)
  const nowIds = new Set(now.map(({ id }) => id))
  const order = keysOf(page.value).map((key): [string, string] => [key, page.value[key]?.id ?? ''])
  const isSameOrder = order.length === before.size && order.every(([key, id]) => base.value[key]?.id === id)
  const isNew = (component: Component) => {
    const known = before.get(component.id)
    return !known || (known !== component && !isSame(known, component))
  }
  return {
    ...(isSame(base.settings, page.settings) ? {} : { settings: page.settings }),
    ...(isSame(base.share, page.share) ? {} : { share: page.share }),
    put: now.filter(isNew),
    remove: [...before.keys()].filter((id) => !nowIds.has(id)),
    ...(isSameOrder ? {} : { order }),
  }
}

/** The page that the changes lead to. Those of `changesBetween(base, page)` lead from `base` to `page`, keys included. */
export function apply(base: Page, { settings = base.settings, share = base.share, put, remove, order }: Changes): Page {
  const byId = new Map([...componentsOf(base), ...put].map((component) => [component.id, component]))
  for (const id of remove) byId.delete(id)
  const keys = order ?? keysOf(base.value).map((key): [string, string] => [key, base.value[key]?.id ?? ''])
  const entries = keys.flatMap(([key, id]) => {
    const component = byId.get(id)
    return component ? [[key, component] as const] : []
  })
  return { ...base, settings, share, value: Object.fromEntries(entries) }
}

/** Whether there is nothing to save. */
export const isEmpty = ({ settings, share, put, remove, order }: Changes): boolean =>
  !settings && !share && !order && !put.length && !remove.length

/** Whether two pages are the same but for defaults that are left out; keys count by their order alone. */
export function isSamePage(one: Page, other: Page): boolean {
  const [mine, theirs] = [componentsOf(one), componentsOf(other)]
  return (
    isSame(filled(settingFields, one.settings), filled(settingFields, other.settings)) &&
    isSame(filled(shareFields, one.share), filled(shareFields, other.share)) &&
    mine.length === theirs.length &&
    mine.every((component, index) => {
      const match = theirs[index]
      return match !== undefined && isSameComponent(component, match)
    })
  )
}
