import { BadInput } from '../errors.ts'
import { MAX_ATTR_VALUES, MAX_ATTRS } from './product-sku.ts'

/** A specification and its values, in display order: 颜色 with 红, 蓝. */
export type Spec = { value: string; detail: string[] }

/** Limits for the specifications of products and specification templates. */
export const specLimits = { specs: MAX_ATTRS, details: MAX_ATTR_VALUES, nameLength: 32, detailLength: 64 } as const

/** Characters a specification value may not contain, as they separate values in files and keys. */
export const forbiddenInSpec = /[,"\\]/

/**
 * Tidies specifications as staff typed them: trims, drops blanks and repeated values.
 * @returns at least one specification, each with at least one value, in the order given
 * @throws {BadInput} when no value is left, a name is repeated, or a value contains `,` `"` or `\`
 */
export function tidyRule(typed: readonly Spec[]): Spec[] {
  const specs = typed
    .map(({ value, detail }) => ({ value: value.trim(), detail: tidy(detail) }))
    .filter(({ value, detail }) => value && detail.length)
  if (!specs.length) throw new BadInput('规格值不能为空', 'ruleValue')
  const odd = specs.flatMap(({ detail }) => detail).find((detail) => forbiddenInSpec.test(detail))
  if (odd) throw new BadInput(`规格值「${odd}」不能含有 , " \\`, 'ruleValue')
  if (tidy(specs.map(({ value }) => value)).length < specs.length) throw new BadInput('规格名重复', 'ruleValue')
  return specs
}

/** Trims texts and drops blank and repeated ones. */
function tidy(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
}
