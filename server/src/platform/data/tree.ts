import { sql } from 'drizzle-orm'
import type { Ctx } from '../http/context.ts'

/** A row of a tree as it is stored: `pid` 0 is on top. */
export type TreeRow = { id: number; pid: number }
export type TreeNode<Row> = Row & { children?: TreeNode<Row>[] }

/**
 * Rows as trees, in the order they come in. A row whose parent is not among them stands on top.
 * @param options.matches keeps the rows that match, and what is above them
 * @param options.top the trees below this row, instead of all
 */
export function toTree<Row extends TreeRow>(
  rows: readonly Row[],
  { matches, top }: { matches?: (row: Row) => boolean; top?: number } = {},
): TreeNode<Row>[] {
  const present = new Set(rows.map(({ id }) => id))
  const childrenOf = Map.groupBy(rows, ({ pid }) => (present.has(pid) ? pid : 0))
  const grow = (pid: number): TreeNode<Row>[] =>
    (childrenOf.get(pid) ?? []).flatMap((row) => {
      const children = grow(row.id)
      if (matches && !children.length && !matches(row)) return []
      return [{ ...row, ...(children.length && { children }) }]
    })
  return grow(top ?? 0)
}

/**
 * Waits for others who change the tree, and keeps them waiting until the transaction ends. Two moves that are fine each for
 * itself can make a ring together, so whoever moves a row reads the tree under this lock.
 * @param tree the table's name, with what tells its trees apart where it holds several
 */
export async function lockTree({ db }: Pick<Ctx, 'db'>, tree: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${tree}`}, 0))`)
}
