import { partFields, valuesOf } from '@zhanggui/page-kit/component.ts'
import type { Field, Fields } from '@zhanggui/page-kit/fields.ts'
import type { Component } from '@zhanggui/page-kit/page.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import { filled, isObject, type Path } from '@zhanggui/page-kit/values.ts'

/** A text or a picture of a component, and what draws it. */
export type EditPlace = { id: string; path: Path; field: Field; value: unknown; element: HTMLElement }

type Leaf = { path: Path; field: Field; value: unknown }

/** All texts and pictures among values, in the order of their fields. */
function leavesOf(fields: Fields, values: Readonly<Record<string, unknown>>, at: Path): Leaf[] {
  return Object.entries(fields).flatMap(([key, field]): Leaf[] => {
    const [path, value] = [[...at, key], values[key]]
    if (field.control === 'text' || field.control === 'area' || field.control === 'image')
      return [{ path, field, value }]
    const inItems = field.items?.properties
    if (!inItems || !Array.isArray(value)) return []
    return value.flatMap((item, index) =>
      isObject(item) ? leavesOf(inItems, filled(inItems, item), [...path, index]) : [],
    )
  })
}

const ownText = (element: Element) =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    ? (element.textContent ?? '').trim()
    : ''
const withoutQuery = (address: string) => address.split('?')[0]
const sourceOf = (element: Element) =>
  element instanceof HTMLImageElement ? withoutQuery(element.getAttribute('src') ?? '') : ''

/**
 * Which text or picture of a component was pointed at: the one that says just what is drawn there. Of several that say the same, the
 * one that stands at the same place among them.
 */
export function placeAt(component: Component, target: Element): EditPlace | undefined {
  const definition = definitionOf(component.type)
  const root = target.closest('[data-component]')
  if (!definition || !root) return undefined
  const leaves = leavesOf(partFields(definition, 'props'), valuesOf(component).props, ['props'])
  const saysOf = ({ field, value }: Leaf) =>
    field.control === 'image'
      ? withoutQuery(isObject(value) ? String(value.url ?? '') : '')
      : String(value ?? '').trim()
  for (const read of [ownText, sourceOf]) {
    const words = read(target)
    if (!words) continue
    const alike = leaves.filter(
      (leaf) => (leaf.field.control === 'image') === (read === sourceOf) && saysOf(leaf) === words,
    )
    const drawn = [...root.querySelectorAll<HTMLElement>('*')].filter((element) => read(element) === words)
    const found = alike[Math.min(drawn.indexOf(target as HTMLElement), alike.length - 1)]
    if (found) return { id: component.id, ...found, element: target as HTMLElement }
  }
  return undefined
}
