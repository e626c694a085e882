import type { Count } from './hands.ts'

/** A row of the tables in docs/tasks.md: what a task needs here, and there. */
export type Row = {
  title: string
  counted: Count
  /** Clicks, entries and keys together: of the count, of Shopify's admin and of Medusa's. */
  acts: { ours: number; shopify: Elsewhere; medusa: Elsewhere }
}
/** What a task needs elsewhere; without acts where the source shows no way (`none`) or there is no source (`unknown`). */
export type Elsewhere = { acts?: number; how: 'counted' | 'estimated' | 'none' | 'unknown' }

/** Of the tables that are counted; that of the sources has fewer. */
const COLUMNS = 10
const COUNTS = ['clicks', 'entries', 'keys', 'waits'] as const

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The rows of both tables: the twenty, whose lines are numbered, and those measured beside them, which are not compared. */
export function rowsOf(text: string): (Row & { number: number | undefined })[] {
  return text
    .split('\n')
    .filter((line) => /^\| *(\d+|–) *\|/.test(line) && cellsOf(line).length === COLUMNS)
    .map((line) => {
      const [number, title = '', clicks, entries, keys, acts, waits, , shopify, medusa] = cellsOf(line)
      return {
        number: amount(number),
        title,
        counted: { clicks: Number(clicks), entries: Number(entries), keys: Number(keys), waits: Number(waits) },
        acts: { ours: Number(acts), shopify: elsewhere(shopify), medusa: elsewhere(medusa) },
      }
    })
}

function elsewhere(cell = ''): Elsewhere {
  const [, estimate, figure] = /^(≈?)(\d+)$/.exec(cell) ?? []
  if (figure) return { acts: Number(figure), how: estimate ? 'estimated' : 'counted' }
  if (cell === '–') return { how: 'none' }
  if (cell === '?') return { how: 'unknown' }
  throw new Error(`${cell} is none of 3, ≈3, – and ?`)
}

const amount = (cell = '') => (/^\d+$/.test(cell) ? Number(cell) : undefined)

/**
 * The text with the counts of a task filled in.
 * @param waited the time of its waits in milliseconds
 * @throws for a task without a row
 */
export function withCount(text: string, title: string, count: Count, waited: number): string {
  if (!rowsOf(text).some((row) => row.title === title)) throw new Error(`「${title}」 has no row in docs/tasks.md yet`)
  return text
    .split('\n')
    .map((line) => {
      const cells = cellsOf(line)
      if (!line.startsWith('|') || cells[1] !== title) return line
      const [clicks, entries, keys, waits] = COUNTS.map((name) => count[name])
      const acts = count.clicks + count.entries + count.keys
      const filled = [
        cells[0],
        title,
        clicks,
        entries,
        keys,
        acts,
        waits,
        (waited / 1000).toFixed(1),
        ...cells.slice(8),
      ]
      return `| ${filled.join(' | ')} |`
    })
    .join('\n')
}
