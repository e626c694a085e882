import { BadInput, Refusal } from '../errors.ts'

/** A line as an edit sees it. */
export type EditableLine = { id: number; skuId: number; num: number; refundNum: number }

export type EditWish = {
  add?: readonly { skuId: number; num: number }[] | undefined
  /** The number of units afterwards. */
  change?: readonly { lineId: number; num: number }[] | undefined
  swap?: readonly { lineId: number; skuId: number }[] | undefined
}

/** What an edit comes to: units that go, units that come, by ascending SKU, and whole lines that become another SKU. */
export type EditSteps = {
  remove: { lineId: number; num: number }[]
  add: { skuId: number; num: number }[]
  swap: { lineId: number; skuId: number; num: number }[]
}

/**
 * Reads what an edit changes of an order's lines. A line that gets more units is a new line of its SKU at today's price.
 * @throws {BadInput} for a line that is not there, named twice or not changed
 * @throws {Refusal} when nothing would be left of the order
 */
export function planEdit(lines: readonly EditableLine[], { add = [], change = [], swap = [] }: EditWish): EditSteps {
  const named = [...change, ...swap].map(({ lineId }) => lineId)
  if (new Set(named).size < named.length) throw new BadInput('同一商品只能选择一种改动', 'change')
  const lineOf = (lineId: number, field: string) => {
    const line = lines.find(({ id }) => id === lineId)
    if (!line) throw new BadInput('订单商品不存在，请刷新后重试', field)
    return { ...line, left: line.num - line.refundNum }
  }
  const more = new Map<number, number>()
  const put = (skuId: number, num: number) => more.set(skuId, (more.get(skuId) ?? 0) + num)
  for (const { skuId, num } of add) put(skuId, num)
  const remove = change.flatMap(({ lineId, num }, at) => {
    const { left, skuId } = lineOf(lineId, `change[${at}].lineId`)
    if (num > left) put(skuId, num - left)
    return num < left ? [{ lineId, num: left - num }] : []
  })
  const swapped = swap.map(({ lineId, skuId }, at) => {
    const line = lineOf(lineId, `swap[${at}].lineId`)
    if (line.skuId === skuId) throw new BadInput('新规格与原规格相同', `swap[${at}].skuId`)
    if (!line.left) throw new BadInput('该商品已全部退款，不能换规格', `swap[${at}].lineId`)
    return { lineId, skuId, num: line.left }
  })
  const added = [...more].map(([skuId, num]) => ({ skuId, num })).sort((one, other) => one.skuId - other.skuId)
  if (!remove.length && !added.length && !swapped.length) throw new BadInput('订单没有改动', 'change')
  const total = lines.reduce((sum, { num, refundNum }) => sum + num - refundNum, 0)
  const gone = remove.reduce((sum, { num }) => sum + num, 0)
  if (!added.length && gone >= total) throw new Refusal('改单后至少保留一件商品，全部退款请用退款')
  return { remove, add: added, swap: swapped }
}
