/** An area that default roles are granted as a whole or in part; each row of the default menu belongs to exactly one. */
export type MenuArea =
  | 'dashboard-home'
  | 'product'
  | 'order'
  | 'store'
  | 'user'
  | 'marketing'
  | 'distribution'
  | 'live'
  | 'decor'
  | 'content'
  | 'channel'
  | 'finance'
  | 'statistic'
  | 'system-people'
  | 'system-menu'
  | 'system-setting'
  | 'system-logistics'
  | 'monitor'
  | 'tools'

/** A seeded row of the `menu` table. The seeder adds the columns that are equal in every row. */
export type MenuSeed = {
  /** The full path; for a button, the page's full path, `#` and the permission. */
  code: string
  parentCode: string | null
  /** 0 directory, 1 page, 2 button. */
  type: 0 | 1 | 2
  /** The title. */
  name: string
  /** The segment below the parent, without a leading slash at any level; null for buttons. */
  path: string | null
  /** `<area>/<page>` for pages, else null: the built menu adds `Layout`. */
  component: string | null
  componentName: string | null
  /** None for directories and for pages open to all signed-in users, one for buttons; any one of them opens a page. */
  permissions: string[]
  icon: string | null
  sort: number
  cache: boolean
  hidden: boolean
  alwaysShow: boolean
  activeMenu: string | null
  blank: boolean
  affix: false
  breadcrumb: true
  area: MenuArea
  /** True for rows that change nothing. */
  read: boolean
}

/** Where a row belongs: its parent's code, its position among the siblings, and what it inherits. */
type Place = { parentCode: string | null; sort: number } & Inherited

/**
 * What a directory passes on: the area, the folder of its pages' components, and the prefix of bare button suffixes;
 * without a prefix a suffix replaces the last segment of the page's view permission.
 */
type Inherited = { area: MenuArea; folder: string; prefix?: string }

type Branch = (place: Place) => MenuSeed[]

type PageOptions = {
  icon?: string
  /** `title suffix` pairs with commas between them. */
  buttons?: string
  /** Only when its component is not in the inherited folder. */
  folder?: string
  /** Only when it is not the kebab-case of the name: `page` of the folder, or `folder/page`. */
  component?: string
  /** Pages keep their state unless this is false. */
  cache?: false
  /** A page reached from another one: hidden; the sidebar highlights that page's full path. */
  under?: string
  hidden?: true
  blank?: true
  /** The page exists to change something, so its view permission is no reading permission. */
  form?: true
  area?: MenuArea
}

/**
 * A top-level directory with everything below it.
 * @param path the first segment, without slash
 * @returns its rows, parents before children
 */
export function block(
  path: string,
  title: string,
  { icon, sort, ...inherited }: { icon: string; sort: number } & Inherited,
  children: readonly Branch[],
): MenuSeed[] {
  return directory(path, title, icon, inherited, children)({ parentCode: null, sort, ...inherited })
}

/** A directory; fields of `own` replace the inherited ones, also for its children. */
export function directory(
  path: string,
  title: string,
  icon: string,
  own: Partial<Inherited>,
  children: readonly Branch[],
): Branch {
  return ({ parentCode, sort, ...outer }) => {
    const inherited = { ...outer, ...own }
    const code = `${parentCode ?? ''}/${path}`
    const row = { ...blankRow, code, parentCode, type: 0 as const, name: title, path, icon, sort, alwaysShow: true }
    return [
      { ...row, area: inherited.area },
      ...children.flatMap((child, index) => child({ parentCode: code, sort: (index + 1) * 10, ...inherited })),
    ]
  }
}

/**
 * A page and its buttons.
 * @param view the view permission; several separated by commas, any of which opens the page; '' for everyone
 */
export function page(path: string, title: string, name: string, view: string, options: PageOptions = {}): Branch {
  return ({ parentCode, sort, ...inherited }) => {
    const code = `${parentCode ?? ''}/${path}`
    const area = options.area ?? inherited.area
    const component = options.component ?? kebabCase(name)
    const row: MenuSeed = {
      ...blankRow,
      code,
      parentCode,
      type: 1,
      name: title,
      path,
      component: component.includes('/') ? component : `${options.folder ?? inherited.folder}/${component}`,
      componentName: name,
      permissions: listOf(view),
      icon: options.icon ?? null,
      sort,
      cache: options.cache ?? true,
      hidden: Boolean(options.hidden || options.under),
      activeMenu: options.under ?? null,
      blank: Boolean(options.blank),
      area,
      read: !options.form,
    }
    const stem = inherited.prefix ?? view.replace(/[^:]+$/, '')
    return [row, ...listOf(options.buttons ?? '').map((button, index) => buttonRow(code, button, stem, index, area))]
  }
}

function buttonRow(parentCode: string, text: string, stem: string, index: number, area: MenuArea): MenuSeed {
  const [name = '', suffix = ''] = text.split(' ')
  const permission = suffix.startsWith('admin:') ? suffix : stem + suffix
  return {
    ...blankRow,
    code: `${parentCode}#${permission}`,
    parentCode,
    type: 2,
    name,
    permissions: [permission],
    sort: (index + 1) * 10,
    area,
    read: isReading(permission),
  }
}

const readingEndings = new Set(
  listOf(`list, info, tree, ids, count, num, headers, data, time, overview, channel, statistics, balance, get, config,
    detail, topdetail, infobycondition, listbyids, pink, all, template, history`),
)

/** Whether a button only reads. The widgets of 首页 do, whatever their permission ends in. */
function isReading(permission: string): boolean {
  if (permission.startsWith('admin:statistics:home:')) return true
  return (
    permission !== 'admin:pagediy:template' && readingEndings.has(permission.slice(permission.lastIndexOf(':') + 1))
  )
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function kebabCase(name: string): string {
  return name.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
}

const blankRow = {
  path: null,
  component: null,
  componentName: null,
  permissions: [],
  icon: null,
  cache: false,
  hidden: false,
  alwaysShow: false,
  activeMenu: null,
  blank: false,
  affix: false,
  breadcrumb: true,
  read: false,
} satisfies Partial<MenuSeed>
