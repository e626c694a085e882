import { useQueries, useQuery } from '@tanstack/react-query'
import { pageLayout, shopTheme } from '@zhanggui/contract/decor/layout.ts'
import { type PageBlock, pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { partFields, valuesOf } from '@zhanggui/page-kit/component.ts'
import { tabBar } from '@zhanggui/page-kit/components/tabBar/schema.ts'
import { TabBarView } from '@zhanggui/page-kit/components/tabBar/view.tsx'
import { type Definition, type PropsOf, propFields } from '@zhanggui/page-kit/define.ts'
import { noImage } from '@zhanggui/page-kit/fields.ts'
import { type Component, componentsOf, type Page, type Settings, settingFields } from '@zhanggui/page-kit/page.ts'
import { ComponentView, groundOf } from '@zhanggui/page-kit/page-view.tsx'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { backEntry, needsServiceEntry, ServiceEntry } from '@zhanggui/page-kit/parts/service-entry.tsx'
import { refsOfComponent } from '@zhanggui/page-kit/refs.ts'
import { definitionOf } from '@zhanggui/page-kit/registry.ts'
import { type Theme, themeVariables, usualTheme } from '@zhanggui/page-kit/theme.ts'
import { filled, isVisible } from '@zhanggui/page-kit/values.ts'
import { AroundProvider, noAct } from '@zhanggui/page-kit/view.tsx'
import { viewOf } from '@zhanggui/page-kit/views.tsx'
import { type CSSProperties, memo, type ReactNode, useMemo } from 'react'
import { read } from '../../../../api/read.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { useSite } from '../../../../api/site.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { type Resolved, useCanvasData } from '../../model/canvas-data.ts'
import styles from './drawn-page.module.css'

/** So many blocks are read at once; a shop has up to five hundred. */
const AT_ONCE = 100

/** The shared blocks; undefined until all are read, and for those who may not list them. */
export function useBlockList(): { list: readonly PageBlock[] | undefined; error: unknown; refetch: () => void } {
  const may = useCan(pageBlock.list)
  const readPart = (page: number) => ({
    ...read(pageBlock.list, { query: { page, limit: AT_ONCE }, silent: true }),
    enabled: may,
  })
  const first = useQuery(readPart(1))
  const parts = Math.ceil((first.data?.total ?? 0) / AT_ONCE)
  return useQueries({
    queries: Array.from({ length: Math.max(1, parts) }, (_, index) => readPart(index + 1)),
    combine: listOf,
  })
}

type Part = { data: { list: PageBlock[] } | undefined; error: unknown; refetch: () => unknown }
const listOf = (parts: readonly Part[]) => ({
  list: parts.every(({ data }) => data) ? parts.flatMap(({ data }) => data?.list ?? []) : undefined,
  error: parts.find(({ error }) => error)?.error,
  refetch: () => {
    for (const { refetch } of parts) refetch()
  },
})

/** Until the blocks are read, what stands for one is no broken component. */
const unreadBlocks: ReadonlyMap<number, Component> = new Map()

/** The shared blocks by their ids: what stands for one is drawn as what it holds. */
export function useBlocks(): ReadonlyMap<number, Component> {
  const { list } = useBlockList()
  return useMemo(
    () => (list ? new Map(list.map(({ id, component }) => [id, component as unknown as Component])) : unreadBlocks),
    [list],
  )
}

/** The shop's colours, as buyers see them. */
export function useShopTheme(): Theme {
  const may = useCan(shopTheme.info)
  const { data } = useQuery({ ...read(shopTheme.info, { silent: true }), enabled: may })
  return (data as Theme | undefined) ?? usualTheme
}

/** What the bar of a page says, as buyers read it. */
export function usePageTitle({ type, settings }: Page, isDefault: boolean): string {
  const siteName = useSite()?.siteName
  if (settings.pageTitle) return settings.pageTitle
  if (isDefault) return type === 4 ? '我的' : '首页'
  return siteName || '店铺'
}

const settingsOf = (page: Page): Settings => filled(settingFields, page.settings) as Settings

/** What a component is drawn as: a shared block as the component it holds, under its own id. */
export function heldBy(component: Component, blocks: ReadonlyMap<number, Component>): Component | undefined {
  if (component.type !== 'sharedBlock') return component
  const [ref] = refsOfComponent(component)
  const held = ref && blocks.get(ref.id)
  return held && { ...held, id: component.id, isShow: component.isShow }
}

const around = { mode: 'edit' as const, act: noAct, now: () => serverNow().getTime() }

type Drawing = {
  component: Component
  /** What a shared block holds; undefined where it is gone. */
  held: Component | undefined
  /** The blocks are not read yet, or not for everybody to read. */
  isUnread?: boolean
  resolved: Resolved | undefined
  lifted?: boolean
}

/** What a component of the flow lacks to show anything: a list that nothing was added to; '' for one that shows something. */
function lacking({ type }: Component, props: Readonly<Record<string, unknown>>): string {
  const definition = definitionOf(type)
  if (definition?.zone !== 'flow') return ''
  const found = Object.entries(partFields(definition, 'props')).find(([key, field]) => {
    const value = props[key]
    return field.control === 'list' && Array.isArray(value) && !value.length && isVisible(field, props)
  })
  return found ? `${definition.title}：请在右边添加${found[1].title}` : ''
}

const UNKNOWN = '未知组件：这个版本不认识它，只能删除'
const whyNoBlock = (component: Component) =>
  refsOfComponent(component).length ? '公共模块已删除，请换一个或删除' : '请在右边选一个公共模块'

/** One component of the canvas, drawn anew only when something of it changes. */
export const DrawnComponent = memo(function DrawnComponent({ component, held, isUnread, resolved, lifted }: Drawing) {
  const { id, isShow } = component
  const drawn = held ?? component
  const { props, box } = valuesOf(drawn)
  const isComing = held === undefined && isUnread
  const why = held === undefined ? whyNoBlock(component) : definitionOf(drawn.type) ? undefined : UNKNOWN
  const blank = why ? '' : lacking(drawn, props)
  const view =
    isComing || blank ? (
      <p className={styles.coming} data-component={id}>
        {blank || '公共模块'}
      </p>
    ) : why ? (
      <p className="page-broken" role="alert" data-component={id}>
        {why}
      </p>
    ) : (
      <ComponentView
        id={id}
        type={drawn.type}
        props={props}
        box={box}
        data={resolved?.data}
        mode="edit"
        act={noAct}
        viewOf={viewOf}
      />
    )
  return isShow && !lifted ? view : <div className={lifted ? styles.lifted : styles.hidden}>{view}</div>
})

/** One component by itself, on the ground of a page. */
export function DrawnOne({ component, terminal }: { component: Component; terminal: Page['terminal'] }) {
  const theme = useShopTheme()
  const blocks = useBlocks()
  const held = heldBy(component, blocks)
  const data = useCanvasData(held ? [held] : [], terminal)
  return (
    <AroundProvider value={around}>
      <div className={styles.one} style={themeVariables(theme) as CSSProperties}>
        <div className="page">
          <DrawnComponent
            component={component}
            held={held}
            isUnread={blocks === unreadBlocks}
            resolved={data.get(component.id)}
          />
        </div>
      </div>
    </AroundProvider>
  )
}

/** The shop's bottom navigation. */
function ShopTabs({ here }: { here: string }) {
  const may = useCan(pageLayout.navigation)
  const { data } = useQuery({ ...read(pageLayout.navigation, { silent: true }), enabled: may })
  const items = data?.isCustom ? data.items.filter(({ show }) => show) : undefined
  const picture = (url: string) => ({ ...noImage, url })
  const own = items?.map(({ name, icon, activeIcon, link }) => ({
    title: name,
    icon: picture(icon),
    activeIcon: picture(activeIcon),
    link,
  }))
  const props = filled(propFields(tabBar as Definition), own ? { items: own } : {}) as PropsOf<typeof tabBar>
  return <TabBarView props={props} data={undefined} here={here} />
}

type DrawnPageProps = {
  page: Page
  data: ReadonlyMap<string, Resolved>
  blocks: ReadonlyMap<number, Component>
  /** Draws hidden components, too, faintly. */
  withHidden?: boolean
  lifted?: string | undefined
  title: string
  /** Buyers come to it from elsewhere, and go back. */
  hasBack?: boolean
  /** It is a home or a user centre, below which the shop's navigation stands unless it has its own. */
  isPlace?: boolean
  /** The shop's own, if not given. */
  theme?: Theme
  scrollRef?: (node: HTMLElement | null) => void
  /** Lies over the scrolled content, and moves with it. */
  over?: ReactNode
  empty?: ReactNode
  onTitle?: () => void
}

/** A page on a phone of 375 by 812 pixels, drawn by the views that buyers get; nothing in it does anything. */
export function DrawnPage({
  page,
  data,
  blocks,
  withHidden,
  lifted,
  title,
  hasBack = false,
  isPlace = false,
  theme: given,
  scrollRef,
  over,
  empty,
  onTitle,
}: DrawnPageProps) {
  const own = useShopTheme()
  const theme = given ?? own
  const settings = settingsOf(page)
  const components = componentsOf(page).filter(({ isShow }) => isShow || withHidden)
  const zoneOf = ({ type }: Component) => definitionOf(type)?.zone ?? 'flow'
  const inZones = (...zones: string[]) =>
    components
      .filter((component) => zones.includes(zoneOf(component)))
      .map((component) => (
        <DrawnComponent
          key={component.id}
          component={component}
          held={heldBy(component, blocks)}
          isUnread={blocks === unreadBlocks}
          resolved={data.get(component.id)}
          lifted={component.id === lifted}
        />
      ))
  const floats = inZones('float')
  const hasTabs = components.some(({ type }) => type === 'tabBar')
  const hasBackEntry = hasBack && !settings.pageShow && !hasTabs
  const hasService = needsServiceEntry(settings, components)
  return (
    <AroundProvider value={around}>
      <div
        className={styles.phone}
        style={{ ...themeVariables(theme), background: settings.pageColorPicker } as CSSProperties}
      >
        <button
          type="button"
          className={settings.pageShow ? styles.titleBar : styles.statusBar}
          style={settings.pageShow ? { color: settings.titleColor, background: settings.titleBgColor } : {}}
          data-align={settings.titleAlign}
          onClick={onTitle}
          tabIndex={onTitle ? 0 : -1}
          aria-label={settings.pageShow ? `标题栏：${title}` : '没有标题栏的页面'}
        >
          <i className={styles.status} aria-hidden>
            14:26
          </i>
          {settings.pageShow && (
            <>
              {hasBack && <Icon name="left" />}
              <span>{title}</span>
            </>
          )}
        </button>
        <div className={styles.scroller} ref={scrollRef}>
          <div className="page" style={groundOf(settings)}>
            {inZones('top', 'flow', 'copyright')}
            {!components.length && empty}
            {inZones('bottom')}
          </div>
          {over}
        </div>
        {isPlace && !hasTabs && (
          <div className={`page ${styles.tabs}`}>
            <ShopTabs here={page.type === 4 ? '/pages/user/index' : '/pages/index/index'} />
          </div>
        )}
        {(floats.length > 0 || hasService || hasBackEntry) && (
          <div
            className={`page ${styles.floats}`}
            style={{ position: 'absolute', '--below-bar': settings.pageShow ? '88px' : '44px' } as CSSProperties}
          >
            {floats}
            {hasBackEntry && (
              <span className={backEntry}>
                <Icon name="left" />
              </span>
            )}
            {hasService && <ServiceEntry />}
          </div>
        )}
      </div>
    </AroundProvider>
  )
}
