import { BadInput } from '../errors.ts'

/** First segments that belong to the console's fixed routes and to the server. */
const reserved = new Set(
  `login 404 401 redirect dashboard user setup yshop api auth admin public h5 file websocket druid doc.html openapi.json
  healthz readyz metrics`.split(/\s+/),
)

/** The fields of a menu row that depend on each other. */
export type MenuFields = {
  /** 0 directory, 1 page, 2 button. */
  type: 0 | 1 | 2
  permissions: string[]
  path: string | null
  component: string | null
  componentName: string | null
  /** Leads out of the console. */
  iframe: boolean
}

/**
 * Makes the fields of a menu row fit its type: clears those the type does not use, and drops slashes around the path.
 * @throws {BadInput} naming the field that is missing or wrong
 */
export function tidyMenu<Fields extends MenuFields>(menu: Fields): Fields {
  const { type, permissions, component, componentName } = menu
  const plain = { ...menu, component: null, componentName: null }
  if (type === 2) {
    if (permissions.length !== 1) throw new BadInput('按钮须填写一个权限标识', 'permissions')
    return { ...plain, path: null, iframe: false }
  }
  const path = menu.iframe ? menu.path : menu.path?.replace(/^\/+|\/+$/g, '')
  if (!path) throw new BadInput('请输入地址', 'path')
  if (menu.iframe) {
    if (!/^https?:\/\//.test(path) || !URL.canParse(path))
      throw new BadInput('外链必须以http://或者https://开头', 'path')
    return { ...plain, permissions: [], path }
  }
  if (!/^[A-Za-z0-9/_:?.-]+$/.test(path))
    throw new BadInput('路由地址只能包含字母、数字和 / _ : ? . - 这些字符', 'path')
  if (type === 0) return { ...plain, permissions: [], path }
  if (!component) throw new BadInput('请输入组件路径', 'component')
  if (!componentName) throw new BadInput('请输入组件名称', 'componentName')
  return { ...menu, permissions: [...new Set(permissions)], path }
}

/** Whether a path from the root would shadow an address of the console or the server. */
export function isReservedPath(path: string): boolean {
  const [first = ''] = path.replace(/^\/+/, '').split('/')
  return first.startsWith(':') || reserved.has(first.toLowerCase())
}
