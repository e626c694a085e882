import type { WindowCategory } from '@zhanggui/contract/product/window.ts'

export const belowOf = ({ child }: WindowCategory): WindowCategory[] => child ?? []

/** The categories of the second level, each a group of its own; one without any stands for itself. */
export const groupsOf = (first: readonly WindowCategory[]): WindowCategory[] =>
  first.flatMap((each) => (belowOf(each).length ? belowOf(each) : [each]))

/** The one that is open: what the address says, else the first. */
export const openOf = (list: readonly WindowCategory[], id: number): WindowCategory | undefined =>
  list.find((each) => each.id === id) ?? list[0]
