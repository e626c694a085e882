import type { Definition } from './define.ts'
import { boxFieldsOf, propFields } from './define.ts'
import type { Fields } from './fields.ts'
import { type Component, headFields, ruleFields } from './page.ts'
import { definitionOf } from './registry.ts'
import { type Cleaning, cleaned, filled, isSame, sparse } from './values.ts'

/** The parts of a component that hold values, each with its fields. */
export const parts = ['props', 'box', 'rule'] as const
export type Part = (typeof parts)[number]

export function partFields(definition: Definition, part: Part): Fields {
  if (part === 'rule') return ruleFields
  return part === 'box' ? boxFieldsOf(definition) : propFields(definition)
}

const fills = new WeakMap<Component, Record<Part, Record<string, unknown>>>()

/** All values of a component, defaults included; the same objects for the same component, so that views may compare them. */
export function valuesOf(component: Component): Record<Part, Record<string, unknown>> {
  const known = fills.get(component)
  if (known) return known
  const definition = definitionOf(component.type)
  const fill = (part: Part) => (definition ? filled(partFields(definition, part), component[part]) : component[part])
  const values = { props: fill('props'), box: fill('box'), rule: fill('rule') }
  fills.set(component, values)
  return values
}

/** Whether two components look the same to buyers and staff, whatever their place: either may leave out defaults. */
export function isSameComponent(one: Component, other: Component): boolean {
  if (one === other) return true
  const head = ({ id, type, v, isShow, alias, anchor, track }: Component) => [id, type, v, isShow, alias, anchor, track]
  return isSame(head(one), head(other)) && isSame(valuesOf(one), valuesOf(other))
}

/** The component as it may be stored; the very same if nothing had to change. One of an unknown type stays as it is. */
export function cleanComponent(component: Component, how: Cleaning = {}): Component {
  const definition = definitionOf(component.type)
  const head = cleaned(headFields, pickHead(component), how)
  const isHeadSame = Object.keys(headFields).every((key) => head[key] === component[key as keyof Component])
  const values = definition && parts.map((part) => cleaned(partFields(definition, part), component[part], how))
  if (isHeadSame && (!values || values.every((value, index) => value === component[parts[index] ?? 'props'])))
    return component
  const [props, box, rule] = values ?? [component.props, component.box, component.rule]
  return { ...component, ...filled(headFields, head), props: props ?? {}, box: box ?? {}, rule: rule ?? {} }
}

const pickHead = (component: Component) =>
  Object.fromEntries(Object.keys(headFields).map((key) => [key, component[key as keyof Component]]))

/** Without values that equal their default. */
export function sparseComponent(component: Component): Component {
  const definition = definitionOf(component.type)
  if (!definition) return component
  const [props, box, rule] = parts.map((part) => sparse(partFields(definition, part), component[part]))
  return { ...component, props: props ?? {}, box: box ?? {}, rule: rule ?? {} }
}

/** A component of a type with the values of a preset. @param key of 16 digits */
export function newComponent(
  { type, v }: Definition,
  key: string,
  values: Partial<Pick<Component, Part>> = {},
): Component {
  const bare = { id: `c${key}`, type, v, isShow: true, alias: '', props: {}, box: {}, rule: {}, anchor: '', track: '' }
  return sparseComponent(cleanComponent({ ...bare, ...values }))
}
