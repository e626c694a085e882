import type { Definition } from './define.ts'
import { type Component, componentsOf, MAX_COMPONENTS, type Page } from './page.ts'
import { definitionOf, titleOf } from './registry.ts'
import { zones } from './zones.ts'

/** Where a type stands among the others: top, flow, copyright, bottom, float; an unknown type stands in the flow. */
export function placeOf(type: string): number {
  const definition = definitionOf(type)
  return definition ? zones.indexOf(definition.zone) * 10 + definition.rank : zones.indexOf('flow') * 10
}

/** The components in the order of their places; those of the same place keep theirs. */
export const placed = (components: readonly Component[]): Component[] =>
  [...components].sort((one, other) => placeOf(one.type) - placeOf(other.type))

/** Between which components one of a type may stand: from the first index to the second. */
export function rangeOf(components: readonly Component[], type: string): [number, number] {
  const place = placeOf(type)
  const first = components.findIndex((each) => placeOf(each.type) >= place)
  const end = components.findIndex((each) => placeOf(each.type) > place)
  const length = components.length
  return [first < 0 ? length : first, end < 0 ? length : end]
}

const HEADS = '头部组件不能与搜索框或商品分类同时使用'

/**
 * Why a page takes no further component of a type; undefined if it does.
 * @param types of the components that are there, hidden ones included
 */
export function refusalOf(
  { type: pageType }: Pick<Page, 'type'>,
  types: readonly string[],
  type: string,
  hidden = 0,
): string | undefined {
  const definition = definitionOf(type)
  if (types.length >= MAX_COMPONENTS) return `最多添加${MAX_COMPONENTS}个组件（含已隐藏${hidden}个）`
  if (!definition) return undefined
  if (!definition.pageTypes.includes(pageType)) return `${definition.title}只能用在个人中心`
  if (types.filter((each) => each === type).length >= definition.most)
    return `${definition.title}最多添加${definition.most}个`
  return types.some((each) => isExcluded(definition, each)) ? HEADS : undefined
}

const isExcluded = ({ type, excludes }: Definition, other: string) =>
  excludes.includes(other) || definitionOf(other)?.excludes.includes(type) === true

/** Why the palette does not offer a type for a page; shown on request. */
export function whyNotAdd(page: Page, type: string): string | undefined {
  const components = componentsOf(page)
  const types = components.map((each) => each.type)
  return refusalOf(page, types, type, components.filter(({ isShow }) => !isShow).length)
}

/** Those of the components that a page takes, the first before the later ones, and why not the others. */
export function admitted(
  page: Pick<Page, 'type'>,
  components: readonly Component[],
): { taken: Component[]; refused: { component: Component; reason: string }[] } {
  const taken: Component[] = []
  const refused: { component: Component; reason: string }[] = []
  for (const component of components) {
    const types = taken.map(({ type }) => type)
    const reason = refusalOf(page, types, component.type, taken.filter(({ isShow }) => !isShow).length)
    if (reason) refused.push({ component, reason })
    else taken.push(component)
  }
  return { taken, refused }
}

/** What of the page breaks the rules of places, as sentences. */
export function placementFaults(page: Page): { id: string; reason: string }[] {
  const components = componentsOf(page)
  const { refused } = admitted(page, components)
  const moved = placed(components).findIndex((component, index) => component !== components[index])
  const wrong = components[moved]
  return [
    ...refused.map(({ component: { id }, reason }) => ({ id, reason })),
    ...(wrong ? [{ id: wrong.id, reason: `${titleOf(wrong.type)}的位置不对` }] : []),
  ]
}

/** Whether more of a list is fetched at its end: only where nothing of the flow follows but the copyright, which would move away. */
export function isEndless(components: readonly Pick<Component, 'id' | 'type'>[], id: string): boolean {
  const behind = components.slice(components.findIndex((component) => component.id === id) + 1)
  return behind.every(({ type }) => definitionOf(type)?.zone !== 'flow' && definitionOf(type) !== undefined)
}
