import { mix } from '@zhanggui/domain/colour.ts'
import { Button, ConfigProvider, Menu } from 'antd'
import { memo, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useLive } from '../../api/live.ts'
import { useSite } from '../../api/site.ts'
import { Icon } from '../../kit/icon.tsx'
import { mediaUrl } from '../../kit/media/media-url.ts'
import {
  activeKey,
  ancestorKeys,
  badgeText,
  nextOpenKeys,
  type SidebarItem,
  sidebarItems,
} from '../../kit/menu/menu-items.ts'
import { loadMenus, useMenus } from '../../kit/menu/menus.ts'
import type { RouteMatch } from '../../kit/menu/route-records.ts'
import { go } from '../../kit/page/go.ts'
import { useSettings } from '../../kit/settings/settings.ts'
import { useSize } from '../../kit/settings/size.ts'
import { sizeRows } from '../../kit/settings/sizes.ts'
import { linkOn, readableOn } from '../../kit/settings/theme.ts'
import { useApp } from '../layout/app.ts'
import { useDark } from '../providers.tsx'
import styles from './sidebar.module.css'

/** The console's menu on the left. */
export const Sidebar = memo(function Sidebar({ match }: { match: RouteMatch }) {
  const records = useMenus((menus) => menus.records)
  const { sidebar, device } = useApp()
  const { sidebarLogo, uniqueOpened } = useSettings()
  const badges = useLive((live) => live.badges)
  const items = useMemo(() => sidebarItems(records, badges), [records, badges])
  const menuItems = useMemo(() => items.map(toMenuItem), [items])
  const active = activeKey(match)
  const { open, setOpen } = useOpenKeys(items, active)
  const collapsed = device === 'desktop' && !sidebar.opened
  return (
    <nav className={styles.sidebar} aria-label="主菜单" inert={device === 'mobile' && !sidebar.opened}>
      {sidebarLogo && <Logo collapsed={collapsed} />}
      <div className={styles.scroll}>
        <ConfigProvider theme={useMenuTheme()}>
          <Menu
            mode="inline"
            theme="dark"
            inlineCollapsed={collapsed}
            inlineIndent={16}
            items={menuItems}
            selectedKeys={active === undefined ? [] : [active]}
            // When collapsed, sub-menus fly out under the pointer.
            {...(!collapsed && { openKeys: open })}
            onOpenChange={(asked) => !collapsed && setOpen(nextOpenKeys(items, open, asked, uniqueOpened))}
            onClick={({ key, domEvent }) => openItem(findItem(items, key), domEvent.target)}
          />
        </ConfigProvider>
        <MenuTrouble collapsed={collapsed} />
      </div>
    </nav>
  )
})

/** The open sub-menus: those around the active item open with it. */
function useOpenKeys(items: readonly SidebarItem[], active: string | undefined) {
  const uniqueOpened = useSettings((settings) => settings.uniqueOpened)
  const [state, setState] = useState<{ of?: string; items?: readonly SidebarItem[]; open: readonly string[] }>({
    open: [],
  })
  let { open } = state
  if (state.of !== active || state.items !== items) {
    for (const key of ancestorKeys(items, active))
      if (!open.includes(key)) open = nextOpenKeys(items, open, [...open, key], uniqueOpened)
    setState({ of: active, items, open })
  }
  const setOpen = (next: readonly string[]) => setState({ ...state, open: next })
  return { open: [...open], setOpen }
}

/** Opens an item chosen by keyboard or beside its link; clicks on the link itself are handled by the link. */
function openItem(item: SidebarItem | undefined, target: EventTarget) {
  if (!item || (target instanceof Element && target.closest('a'))) return
  if (item.external) window.open(item.key, '_blank', 'noopener,noreferrer')
  else go(item.key)
}

function findItem(items: readonly SidebarItem[], key: string): SidebarItem | undefined {
  for (const item of items) {
    const found = item.children ? findItem(item.children, key) : item.key === key ? item : undefined
    if (found) return found
  }
  return undefined
}

type MenuItem = NonNullable<NonNullable<Parameters<typeof Menu>[0]['items']>[number]>

function toMenuItem(item: SidebarItem): MenuItem {
  const { key, title, icon, badge, children } = item
  const shared = { key, icon: <Icon name={icon} /> }
  if (!children)
    return { ...shared, title, label: <Leaf to={key} title={title} badge={badge} external={item.external} /> }
  return { ...shared, label: <Label title={title} badge={badge} />, children: children.map(toMenuItem) }
}

function Leaf({ to, title, badge, external }: Pick<SidebarItem, 'title' | 'badge' | 'external'> & { to: string }) {
  const label = <Label title={title} badge={badge} />
  return external ? (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  ) : (
    <Link to={to}>{label}</Link>
  )
}

/** A title with its number of pending items at the end. */
function Label({ title, badge }: { title: string; badge?: number }) {
  const count = badgeText(badge)
  return (
    <span className={styles.label}>
      <span className={styles.title}>{title}</span>
      {count && <span className={styles.badge}>{count}</span>}
    </span>
  )
}

/** Without the server menu: the fixed pages, and a retry. */
function MenuTrouble({ collapsed }: { collapsed: boolean }) {
  const failed = useMenus((menus) => menus.state === 'failed')
  const [trying, setTrying] = useState(false)
  if (!failed) return null
  const retry = () => {
    setTrying(true)
    loadMenus().finally(() => setTrying(false))
  }
  return (
    <div className={styles.trouble} role="alert">
      {!collapsed && '菜单加载失败'}
      <Button ghost size="small" loading={trying} onClick={retry}>
        重试
      </Button>
    </div>
  )
}

/** The shop's logo at the top, a link to the first page. */
function Logo({ collapsed }: { collapsed: boolean }) {
  const site = useSite()
  const logo = (!collapsed && site?.logo) || site?.logoSquare
  return (
    <Link to="/" className={styles.logo} title={site?.siteName}>
      <img src={logo ? mediaUrl(logo, site.mediaDomain) : '/favicon.svg'} alt="" width={32} height={32} />
      {!collapsed && <span className={styles.siteName}>{site?.siteName || '商城管理后台'}</span>}
      {collapsed && <span className="visually-hidden">首页</span>}
    </Link>
  )
}

/** The colours and sizes of the menu as tokens of the component library. */
function useMenuTheme() {
  const dark = useDark()
  const colour = useSettings((settings) => settings.theme)
  const { size } = useSize()
  return useMemo(() => {
    const [background, subBackground] = dark ? ['#141414', '#1f1f1f'] : ['#304156', '#1f2d3d']
    const activeBackground = mix(background, colour, 0.15)
    const active = (dark ? linkOn : readableOn)(colour, activeBackground)
    const { controlHeight, fontSize, icon } = sizeRows[size]
    const Menu = {
      darkItemBg: background,
      darkPopupBg: subBackground,
      darkSubMenuItemBg: subBackground,
      darkItemColor: '#bfcbd9',
      darkItemHoverColor: '#ffffff',
      darkItemHoverBg: 'rgba(0, 0, 0, 0.18)',
      darkItemSelectedColor: active,
      darkItemSelectedBg: activeBackground,
      itemHeight: controlHeight + 10,
      itemMarginBlock: 0,
      itemMarginInline: 0,
      itemBorderRadius: 0,
      subMenuItemBorderRadius: 0,
      collapsedWidth: 54,
      iconSize: icon + 1,
      collapsedIconSize: icon + 3,
      fontSize,
    }
    return { components: { Menu } }
  }, [dark, colour, size])
}
