import type { MenuTreeNode } from '@zhanggui/contract/staff/menu.ts'
import { type RoleDetail, RoleDraft } from '@zhanggui/contract/staff/role.ts'
import { askAboutConflict } from '../../../../kit/dialog/version-conflict.tsx'
import { type Grants, listNodes } from './grants.ts'

type Saved = { message: string; tree: readonly MenuTreeNode[]; started: RoleDetail; mine: Grants; current: RoleDetail }

/**
 * Shows, by name, the differences between the grants that staff chose and the role that someone else saved meanwhile.
 * @returns whether staff continue with the role as it is now
 */
export function askAboutRole({ message, tree, started, mine, current }: Saved): Promise<boolean> {
  const theirs: Grants = new Set(current.menus.map(({ id }) => id))
  const differing = listNodes(tree).filter(({ node }) => mine.has(node.id) !== theirs.has(node.id))
  const keyed = differing.map(({ node, above }) => ({
    key: `menu-${node.id}`,
    title: [...above, node].map(({ label }) => label).join(' / '),
    mine: mine.has(node.id),
    current: theirs.has(node.id),
  }))
  const describe = (value: unknown) => (value ? '已授予' : '未授予')
  const { menus: _, ...own } = RoleDraft.properties
  return askAboutConflict({
    message,
    fields: {
      ...RoleDraft,
      properties: { ...own, ...Object.fromEntries(keyed.map(({ key, title }) => [key, { title }])) },
    },
    mine: { ...started, ...Object.fromEntries(keyed.map((row) => [row.key, row.mine])) },
    current: { ...current, ...Object.fromEntries(keyed.map((row) => [row.key, row.current])) },
    describe: Object.fromEntries(keyed.map(({ key }) => [key, describe])),
  })
}
