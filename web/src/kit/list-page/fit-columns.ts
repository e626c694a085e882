/** What the widths of a column depend on. */
export type FitColumn = {
  name: string
  width?: number | string
  minWidth?: number
  /** The least it can do with before columns are left out or scroll, px. */
  least?: number
  low?: true
  render?: unknown
}

/** The room of a column without a width of its own, px. */
const FREE_WIDTH = 112
const TIME_WIDTH = 128

const isTime = (name: string) => /(Time|At)$|^time$/.test(name)

/** The room a column needs, px. */
export function roomOf({ name, width, minWidth, render }: FitColumn): number {
  // Moments are drawn in one short line, whatever the width asked for.
  if (isTime(name) && !render) return TIME_WIDTH
  if (typeof width === 'number') return width
  return minWidth ?? (isTime(name) ? TIME_WIDTH : FREE_WIDTH)
}

/**
 * The columns that fit, each with a width except one, which takes the rest. Where there is too little room they shrink (`least`),
 * then what matters least (`low`) is left out; columns staff have chosen themselves are all shown, and scroll if need be.
 * @param available px for the columns; 0 while unknown
 * @returns `scroll` the width of the table where it is wider than the room for it
 */
export function fitColumns<Column extends FitColumn>(columns: readonly Column[], available: number, chosen: boolean) {
  const shown = [...columns]
  const wide = shown.reduce((sum, column) => sum + roomOf(column), 0)
  const isTight = available > 0 && wide > available
  const room = (column: Column) => (isTight ? (column.least ?? roomOf(column)) : roomOf(column))
  const needed = () => shown.reduce((sum, column) => sum + room(column), 0)
  if (available && !chosen)
    while (needed() > available) {
      const least = shown.findLastIndex(({ low }) => low)
      if (least < 0) break
      shown.splice(least, 1)
    }
  const free = shown.filter(({ name, width }) => width === undefined && !isTime(name))
  const widest = shown.reduce<Column | undefined>(
    (most, column) => (most && room(most) >= room(column) ? most : column),
    undefined,
  )
  const rest = free.length ? free : [widest]
  const sized = shown.map((column) => ({ ...column, width: rest.includes(column) ? undefined : room(column) }))
  return { columns: sized, scroll: available && needed() > available ? needed() : undefined }
}
