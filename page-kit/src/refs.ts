import { partFields, parts, valuesOf } from './component.ts'
import type { RefKind } from './fields.ts'
import { refOf } from './links/links.ts'
import { type Component, componentsOf, type Page } from './page.ts'
import { definitionOf } from './registry.ts'
import { type Path, walk } from './values.ts'

/** An object that a page names, and where. */
export type Ref = { kind: RefKind; id: number; componentId: string; path: Path /** By a link. */; byLink: boolean }

/** What a component names and draws; values that the panel does not show count for nothing. */
export function refsOfComponent(component: Component): Ref[] {
  const definition = definitionOf(component.type)
  const refs: Ref[] = []
  const values = valuesOf(component)
  for (const part of definition ? parts : [])
    if (definition)
      walk(
        partFields(definition, part),
        values[part],
        (path, field, value) => {
          if (field.control === 'ids' && field.of)
            for (const id of value as number[])
              refs.push({ kind: field.of, id, componentId: component.id, path, byLink: false })
          const linked = field.control === 'link' ? refOf(value as string) : undefined
          if (linked) refs.push({ ...linked, componentId: component.id, path, byLink: true })
        },
        [part],
      )
  return refs
}

/** All objects that a page names, its title bar included. */
export function refsOf(page: Page): Ref[] {
  const back = refOf(page.settings.returnAddress ?? '')
  const own: Ref[] = back ? [{ ...back, componentId: '', path: ['settings', 'returnAddress'], byLink: true }] : []
  return [...own, ...componentsOf(page).flatMap(refsOfComponent)]
}
