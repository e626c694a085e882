import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Definition } from './define.ts'
import { type Component, componentsOf, type Page } from './page.ts'
import { definitionOf } from './registry.ts'

const TOO_NEW = '文件版本过新，请升级系统后再导入'

/** A component in the format of today; the very same if it is in it already. @throws {Refusal} for a format to come */
export function migrateComponent(
  component: Component,
  definition: Pick<Definition, 'v' | 'migrate'> | undefined,
): Component {
  if (!definition || component.v === definition.v) return component
  if (component.v > definition.v) throw new Refusal(TOO_NEW, 'TOO_NEW')
  const steps = definition.migrate.slice(component.v - 1, definition.v - 1)
  let props = component.props
  for (const step of steps) props = step({ ...props })
  return { ...component, v: definition.v, props }
}

/** A page whose components are all in the format of today; read whatever was stored by this. */
export function migratePage(page: Page): Page {
  const old = componentsOf(page).some((component) => component.v !== (definitionOf(component.type)?.v ?? component.v))
  if (!old) return page
  const entries = Object.entries(page.value).map(
    ([key, component]) => [key, migrateComponent(component, definitionOf(component.type))] as const,
  )
  return { ...page, value: Object.fromEntries(entries) }
}
