import type { TSchema } from '@zhanggui/contract/schema.ts'
import type { MenuTreeNode } from '@zhanggui/contract/staff/menu.ts'
import { MenuDraft } from '@zhanggui/contract/staff/menu.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { type MenuFields, tidyMenu } from '@zhanggui/domain/staff/menu.ts'
import { fieldProblem } from '../../../../kit/form/form-rules.ts'

export type MenuType = MenuFields['type']

export const menuTypes = [
  { value: 0, label: '目录' },
  { value: 1, label: '菜单' },
  { value: 2, label: '按钮' },
] as const satisfies readonly { value: MenuType; label: string }[]

const permission: TSchema & { items?: TSchema } = MenuDraft.properties.permissions

/** The problem of one field of a menu row, assuming the others are valid; undefined if it is valid. */
export function menuProblem(
  name: 'path' | 'component' | 'componentName' | 'permissions',
  value: unknown,
  { type, iframe }: Pick<MenuFields, 'type' | 'iframe'>,
): string | undefined {
  const right: MenuFields = {
    type,
    iframe,
    path: iframe ? 'https://example.com' : 'path',
    component: 'area/page',
    componentName: 'Page',
    permissions: ['admin:page'],
  }
  const typed = typeof value === 'string' ? value.trim() : (value ?? (name === 'permissions' ? [] : null))
  try {
    tidyMenu({ ...right, [name]: typed })
  } catch (error) {
    if (error instanceof BadInput) return error.message
    throw error
  }
  if (!Array.isArray(typed) || !permission.items) return undefined
  const { items } = permission
  return typed.map((one) => fieldProblem(items, one)).find(Boolean)
}

/** The types of parent that each type may have; 0 to 2 as in {@link menuTypes}, and the top. */
const above: Record<MenuType, readonly (MenuType | 'top')[]> = { 0: ['top', 0], 1: ['top', 0, 1], 2: [1] }

/** Whether a row of a type may have a parent of a type, `top` for none. */
export function mayStandUnder(type: MenuType, parent: MenuType | 'top'): boolean {
  return above[type].includes(parent)
}

/** The problem of a parent; undefined if it is valid. */
export function placeProblem(type: MenuType, pid: number, tree: readonly MenuTreeNode[]): string | undefined {
  const parent = pid ? findNode(tree, pid)?.type : 'top'
  if (parent === undefined || mayStandUnder(type, parent)) return undefined
  return { 0: '目录的上级必须是目录', 1: '菜单的上级不能是按钮', 2: '按钮的上级必须是菜单' }[type]
}

export function findNode(tree: readonly MenuTreeNode[], id: number): MenuTreeNode | undefined {
  for (const node of tree) {
    const found = node.id === id ? node : findNode(node.children ?? [], id)
    if (found) return found
  }
  return undefined
}
