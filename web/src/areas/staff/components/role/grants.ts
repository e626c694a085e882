import type { MenuTreeNode } from '@zhanggui/contract/staff/menu.ts'

/** The ids of a role's menu rows, including the rows above them. */
export type Grants = ReadonlySet<number>

type Tree = readonly MenuTreeNode[]

/** Lists every node of a tree with the nodes above it, outermost first. */
export function listNodes(tree: Tree, above: Tree = []): { node: MenuTreeNode; above: Tree }[] {
  return tree.flatMap((node) => [{ node, above }, ...listNodes(node.children ?? [], [...above, node])])
}

/** The state of the checkboxes: a row is half-checked if it or some row below it is granted, but not all of them. */
export function marksOf(tree: Tree, grants: Grants): { checked: number[]; halfChecked: number[] } {
  const nodes = listNodes(tree).map(({ node }) => ({
    id: node.id,
    granted: subtreeOf(node).map(({ id }) => grants.has(id)),
  }))
  return {
    checked: nodes.filter(({ granted }) => granted.every(Boolean)).map(({ id }) => id),
    halfChecked: nodes.filter(({ granted }) => granted.some(Boolean) && !granted.every(Boolean)).map(({ id }) => id),
  }
}

/**
 * The grants after a click on a checkbox. All rows below follow it, the rows above a grant are added, and a directory
 * is removed with its last row; a page stays without its buttons, since it may be opened for reading.
 * @param locked rows that may not be granted newly
 */
export function toggleGrant(tree: Tree, grants: Grants, id: number, locked: Grants): Grants {
  const found = listNodes(tree).find(({ node }) => node.id === id)
  if (!found) return grants
  const { node, above } = found
  const own = subtreeOf(node)
  const missing = own.filter((each) => !grants.has(each.id) && !locked.has(each.id))
  const isBare = grants.has(id) && own.length > 1 && own.every((each) => each === node || !grants.has(each.id))
  if (missing.length && !isBare) return new Set([...grants, ...[...above, ...missing].map((each) => each.id)])
  const left = new Set(grants)
  for (const each of own) left.delete(each.id)
  for (const parent of above.toReversed())
    if (parent.type === 0 && !parent.children?.some((child) => subtreeOf(child).some((each) => left.has(each.id))))
      left.delete(parent.id)
  return left
}

/** The existing grants, and all that may be granted. */
export function grantAll(tree: Tree, grants: Grants, locked: Grants): Grants {
  const open = listNodes(tree).flatMap(({ node: { id } }) => (locked.has(id) ? [] : [id]))
  return new Set([...grants, ...open])
}

/** The grants sent for a role: with all rows above them, without deleted rows. */
export function toMenus(tree: Tree, grants: Grants): { id: number }[] {
  const { checked, halfChecked } = marksOf(tree, grants)
  return [...checked, ...halfChecked].sort((one, other) => one - other).map((id) => ({ id }))
}

/**
 * Rows the user may not grant: rows with a permission the user lacks, and those below them, unless the role already has
 * them.
 */
export function lockedFor(tree: Tree, had: Grants, holds: (permission: string) => boolean): Grants {
  const locked = listNodes(tree).filter(({ node, above }) =>
    [...above, node].some(({ id, permissions }) => !had.has(id) && !permissions.every(holds)),
  )
  return new Set(locked.map(({ node }) => node.id))
}

/** The wanted nodes, with all nodes above them. @param whole with all nodes below them too */
export function pickNodes(tree: Tree, wanted: (node: MenuTreeNode) => boolean, whole = false): MenuTreeNode[] {
  return tree.flatMap((node) => {
    if (whole && wanted(node)) return [node]
    const children = pickNodes(node.children ?? [], wanted, whole)
    return children.length || wanted(node) ? [{ ...node, children }] : []
  })
}

export function sameGrants(one: Grants, other: Grants): boolean {
  return one.symmetricDifference(other).size === 0
}

function subtreeOf(node: MenuTreeNode): MenuTreeNode[] {
  return [node, ...(node.children ?? []).flatMap(subtreeOf)]
}
