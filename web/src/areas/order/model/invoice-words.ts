import type { Invoice } from '@zhanggui/contract/order/invoice.ts'
import { invoiceKinds, invoiceStates, titleTypes } from '@zhanggui/domain/order/invoice.ts'

/** The tabs of the list, what waits first. */
export const invoiceTabs = ([0, 1, 3, 4, 2] as const).map((key) => ({ key, label: invoiceStates[key] }))

const options = <Key extends number>(labels: Readonly<Record<Key, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: Number(value), label }))
export const titleTypeOptions = options(titleTypes)
export const invoiceKindOptions = options(invoiceKinds)

export const stateOf = ({ state }: Pick<Invoice, 'state'>) => invoiceStates[state]
export const kindText = ({ kind, titleType }: Pick<Invoice, 'kind' | 'titleType'>): string =>
  `${titleTypes[titleType]} · ${invoiceKinds[kind]}`
