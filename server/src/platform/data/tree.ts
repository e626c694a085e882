import { sql } from 'drizzle-orm'
import type { Ctx } from '../http/context.ts'

/** A stored row of a tree: `pid` 0 is at the top. */
export type TreeRow = { id: number; pid: number }
export type TreeNode<Row> = Row & { children?: TreeNode<Row>[] }

/**
 * Builds trees from rows, keeping their order. A row whose parent is missing becomes a root.
 * @param options.matches keeps the rows that match, and their ancestors
 * @param options.top only the trees below this row
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
 * Locks a tree against other changes until the transaction ends. Two moves that are valid on their own can form a cycle
 * together, so a move reads the tree under this lock.
 * @param tree the table's name, with a distinguishing suffix if it holds several trees
 */
export async function lockTree({ db }: Pick<Ctx, 'db'>, tree: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tree ${tree}`}, 0))`)
}
