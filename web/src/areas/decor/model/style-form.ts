import type { StyleInfo } from '@zhanggui/contract/decor/activity-style.ts'
import type { StyleMethod } from '@zhanggui/domain/promotion/activity-style.ts'

/** A product that a style dresses, as far as it is known. */
export type StyleProduct = { id: number; src: string; storeName?: string; price?: number; stock?: number }

/** What stands in the form; products and categories are both kept while the scope changes. */
export type StyleForm = {
  name: string
  startTime?: string | null
  endTime?: string | null
  style: string
  status: boolean
  method: StyleMethod
  products: StyleProduct[]
  categoryIds: number[]
}

export const blankStyle: StyleForm = {
  name: '',
  style: '',
  status: true,
  method: 0,
  products: [],
  categoryIds: [],
}

/** The form of a stored style. */
export function formOf({
  name,
  startTime,
  endTime,
  style,
  status,
  method,
  products,
  categories,
}: StyleInfo): StyleForm {
  return {
    name,
    startTime,
    endTime,
    style,
    status,
    method,
    products: products.map(({ image, ...product }) => ({ ...product, src: image })),
    categoryIds: categories.map(({ id }) => id),
  }
}

/** What is sent of a form. @param maySwitch whether the switch is the user's to turn */
export function bodyOf({ products, categoryIds, status, startTime, endTime, ...plain }: StyleForm, maySwitch: boolean) {
  const { method } = plain
  return {
    ...plain,
    startTime: startTime ?? '',
    endTime: endTime ?? '',
    targetIds: method === 1 ? products.map(({ id }) => id) : method === 3 ? categoryIds : [],
    ...(maySwitch && { status }),
  }
}

/** The fields of the second step. */
const scopeFields = new Set(['method', 'targetIds', 'products', 'categoryIds'])

/** The step that shows a field, from 0. */
export const stepOf = (field: string): number => (scopeFields.has(field) ? 1 : 0)
