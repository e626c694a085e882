import type { MenuTreeNode } from '@zhanggui/contract/staff/menu.ts'

/** The ids of the menu rows a role has, those above them included. */
export type Grants = ReadonlySet<number>

type Tree = readonly MenuTreeNode[]

/** Every node of a tree with what is above it, the outermost first. */
export function listNodes(tree: Tree, above: Tree = []): { node: MenuTreeNode; above: Tree }[] {
  return tree.flatMap((node) => [{ node, above }, ...listNodes(node.children ?? [], [...above, node])])
}

/** How the checkboxes stand: half-checked is what is granted, or holds something granted, without all below it. */
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
 * The grants after a click on a checkbox. What is below goes with it, what is above is needed for it, and a directory goes
 * with the last that is in it; a page stays without its buttons, since it may be opened to look at.
 * @param locked what may not be granted anew
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

/** Everything that may be granted, with what is granted already. */
export function grantAll(tree: Tree, grants: Grants, locked: Grants): Grants {
  const open = listNodes(tree).flatMap(({ node: { id } }) => (locked.has(id) ? [] : [id]))
  return new Set([...grants, ...open])
}

/** What is sent for a role: the grants and all that is above them, rows that are gone left out. */
export function toMenus(tree: Tree, grants: Grants): { id: number }[] {
  const { checked, halfChecked } = marksOf(tree, grants)
  return [...checked, ...halfChecked].sort((one, other) => one - other).map((id) => ({ id }))
}

/**
 * What somebody may not grant: rows with a permission he does not hold, and those below them, unless the role has them
 * already (AU-65).
 */
export function lockedFor(tree: Tree, had: Grants, holds: (permission: string) => boolean): Grants {
  const locked = listNodes(tree).filter(({ node, above }) =>
    [...above, node].some(({ id, permissions }) => !had.has(id) && !permissions.every(holds)),
  )
  return new Set(locked.map(({ node }) => node.id))
}

/** The nodes wanted, with all above them. @param whole with all below them too */
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
