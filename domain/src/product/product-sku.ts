import { BadInput } from '../errors.ts'

/** A dimension of the SKU matrix and its values, in display order: 颜色 with 红, 蓝. */
export type Attr = { attrName: string; attrValues: readonly string[] }
/** A combination: one value for each dimension, {"颜色":"红","尺码":"L"}. */
export type AttrValue = Readonly<Record<string, string>>

export const MAX_ATTRS = 5
export const MAX_ATTR_VALUES = 100
export const MAX_SKUS = 600
/** The dimension and value of a product without specifications. */
export const SINGLE_ATTR = { attrName: '规格', attrValues: ['默认'] } as const satisfies Attr

/**
 * Checks the dimensions and combinations of a product (docs/catalogue.md, SKUs). Combinations may be left out, but each
 * has one existing value of every dimension and none is repeated.
 * @throws {BadInput} naming the problem
 */
export function checkMatrix(specType: boolean, attrs: readonly Attr[], combinations: readonly AttrValue[]): void {
  if (specType) {
    if (!attrs.length || !combinations.length) throw new BadInput('请填写多规格属性！', 'attrValue')
  } else if (!isSingle(attrs, combinations)) throw new BadInput('单规格商品属性值不能大于1', 'attrValue')
  if (combinations.length > MAX_SKUS) throw new BadInput(`规格组合最多${MAX_SKUS}个`, 'attrValue')
  checkAttrs(attrs)
  const seen = new Set<string>()
  for (const [index, combination] of combinations.entries()) {
    const field = `attrValue[${index}].attrValue`
    const names = Object.keys(combination)
    const fits = attrs.every(({ attrName, attrValues }) => attrValues.includes(combination[attrName] ?? ''))
    const suk = sukOf(attrs, combination)
    if (!fits || names.length !== attrs.length) throw new BadInput(`规格「${suk}」与商品规格不一致`, field)
    const key = attrKeyOf(combination)
    if (seen.has(key)) throw new BadInput(`规格「${suk}」重复`, field)
    seen.add(key)
  }
}

function isSingle(attrs: readonly Attr[], combinations: readonly AttrValue[]): boolean {
  const [attr] = attrs
  return (
    attrs.length === 1 &&
    combinations.length === 1 &&
    attr?.attrName === SINGLE_ATTR.attrName &&
    attr.attrValues.length === 1 &&
    attr.attrValues[0] === SINGLE_ATTR.attrValues[0]
  )
}

/**
 * Checks dimensions without combinations, also those of a template.
 * @throws {BadInput}
 */
export function checkAttrs(attrs: readonly Attr[]): void {
  if (attrs.length > MAX_ATTRS) throw new BadInput(`商品规格最多${MAX_ATTRS}个`, 'attr')
  const names = new Set<string>()
  for (const [index, { attrName, attrValues }] of attrs.entries()) {
    const field = `attr[${index}]`
    if (!attrName) throw new BadInput('请输入规格名', `${field}.attrName`)
    if (names.has(attrName)) throw new BadInput('规格名重复', `${field}.attrName`)
    names.add(attrName)
    if (!attrValues.length) throw new BadInput(`请填写规格「${attrName}」的规格值`, `${field}.attrValues`)
    if (attrValues.length > MAX_ATTR_VALUES)
      throw new BadInput(`规格「${attrName}」的规格值最多${MAX_ATTR_VALUES}个`, `${field}.attrValues`)
    checkValues(attrName, attrValues, `${field}.attrValues`)
  }
}

function checkValues(attrName: string, values: readonly string[], field: string): void {
  const seen = new Set<string>()
  for (const value of values) {
    if (!value) throw new BadInput(`规格「${attrName}」的规格值不能为空`, field)
    if (/[,"\\]/.test(value)) throw new BadInput(`规格值「${value}」不能包含逗号、双引号和反斜杠`, field)
    if (seen.has(value)) throw new BadInput(`规格「${attrName}」的规格值「${value}」重复`, field)
    seen.add(value)
  }
}

/** The text of a combination: its values in the order of the dimensions, `红,L`. */
export function sukOf(attrs: readonly Attr[], combination: AttrValue): string {
  return attrs.map(({ attrName }) => combination[attrName] ?? '').join(',')
}

/** The key of a combination, whatever the order of its dimensions: sorted JSON. */
export function attrKeyOf(combination: AttrValue): string {
  return JSON.stringify(Object.entries(combination).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** The fields of a stored SKU that matching needs. */
export type StoredSku = { id: number; attrKey: string; isDel: boolean }

/**
 * Matches the SKUs to save with stored ones: by id where it belongs to the product, else by combination, removed SKUs
 * included. So clients that send 0 for every id lose no SKU.
 * @returns the stored SKU for each given one, in the same order, undefined for a new one; and the stored ones left over
 */
export function matchSkus<Stored extends StoredSku>(
  stored: readonly Stored[],
  given: readonly { id?: number | undefined; attrValue: AttrValue }[],
): { matches: (Stored | undefined)[]; rest: Stored[] } {
  const byId = new Map(stored.map((sku) => [sku.id, sku]))
  const byKey = new Map(stored.map((sku) => [sku.attrKey, sku]))
  const taken = new Set<number>()
  const take = (sku: Stored | undefined) => {
    if (!sku || taken.has(sku.id)) return undefined
    taken.add(sku.id)
    return sku
  }
  // Ids first: a row whose values were renamed must not lose its match to the row that now has its former values.
  const found = given.map(({ id }) => (id ? take(byId.get(id)) : undefined))
  const matches = given.map(({ attrValue }, index) => found[index] ?? take(byKey.get(attrKeyOf(attrValue))))
  return { matches, rest: stored.filter(({ id }) => !taken.has(id)) }
}

/** The maximum number of decimals of a weight in kg and a volume in m³. */
export const WEIGHT_DECIMALS = 3
export const VOLUME_DECIMALS = 4

/** Whether a number has at most the given decimals, counted on its digits. */
export function fitsDecimals(value: number, decimals: number): boolean {
  // Sums such as 0.1 + 0.2 are off in the last bits; the error grows with the number.
  return Math.abs(Number(value.toFixed(decimals)) - value) <= 4 * Number.EPSILON * Math.max(1, Math.abs(value))
}
