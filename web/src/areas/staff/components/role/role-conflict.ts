import type { MenuTreeNode } from '@zhanggui/contract/staff/menu.ts'
import { type RoleDetail, RoleDraft } from '@zhanggui/contract/staff/role.ts'
import { askAboutConflict } from '../../../../kit/dialog/version-conflict.tsx'
import { type Grants, listNodes } from './grants.ts'

type Saved = { message: string; tree: readonly MenuTreeNode[]; started: RoleDetail; mine: Grants; current: RoleDetail }

/**
 * Shows what differs between the grants staff chose and a role that somebody else has saved meanwhile, each by its name.
 * @returns whether staff want to go on with the role as it is now
 */
export function askAboutRole({ message, tree, started, mine, current }: Saved): Promise<boolean> {
  const theirs: Grants = new Set(current.menus.map(({ id }) => id))
  const told = listNodes(tree).filter(({ node }) => mine.has(node.id) !== theirs.has(node.id))
  const keyed = told.map(({ node, above }) => ({
    key: `menu-${node.id}`,
    title: [...above, node].map(({ label }) => label).join(' / '),
    mine: mine.has(node.id),
    current: theirs.has(node.id),
  }))
  const tell = (value: unknown) => (value ? '已授予' : '未授予')
  const { menus: _, ...own } = RoleDraft.properties
  return askAboutConflict({
    message,
    fields: {
      ...RoleDraft,
      properties: { ...own, ...Object.fromEntries(keyed.map(({ key, title }) => [key, { title }])) },
    },
    mine: { ...started, ...Object.fromEntries(keyed.map((row) => [row.key, row.mine])) },
    current: { ...current, ...Object.fromEntries(keyed.map((row) => [row.key, row.current])) },
    describe: Object.fromEntries(keyed.map(({ key }) => [key, tell])),
  })
}
