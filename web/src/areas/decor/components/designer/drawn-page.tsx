import { useQuery } from '@tanstack/react-query'
import { shopTheme } from '@zhanggui/contract/decor/layout.ts'
import { type PageBlock, pageBlock } from '@zhanggui/contract/decor/page-block.ts'
import { valuesOf } from '@zhanggui/page-kit/component.ts'
import { type Component, componentsOf, type Page, type Settings, settingFields } from '@zhanggui/page-kit/page.ts'
import { ComponentView, groundOf } from '@zhanggui/page-kit/page-view.tsx'
import { refsOfComponent } from '@zhanggui/page-kit/refs.ts'
import { definitionOf, titleOf } from '@zhanggui/page-kit/registry.ts'
import { type Theme, themeVariables, usualTheme } from '@zhanggui/page-kit/theme.ts'
import { filled } from '@zhanggui/page-kit/values.ts'
import { AroundProvider, noAct } from '@zhanggui/page-kit/view.tsx'
import { viewOf } from '@zhanggui/page-kit/views.tsx'
import { type CSSProperties, memo, type ReactNode, useMemo } from 'react'
import { read } from '../../../../api/read.ts'
import { serverNow } from '../../../../api/server-time.ts'
import { useCan } from '../../../../kit/access/can.tsx'
import { type Resolved, useCanvasData } from '../../model/canvas-data.ts'
import styles from './drawn-page.module.css'

const noBlocks: readonly PageBlock[] = []

/** The shared blocks; none for those who may not list them. */
export function useBlockList(): readonly PageBlock[] {
  const may = useCan(pageBlock.list)
  const { data } = useQuery({ ...read(pageBlock.list, { query: { limit: 100 }, silent: true }), enabled: may })
  return data?.list ?? noBlocks
}

/** The shared blocks by their ids: what stands for one is drawn as what it holds. */
export function useBlocks(): ReadonlyMap<number, Component> {
  const list = useBlockList()
  return useMemo(() => new Map(list.map(({ id, component }) => [id, component as unknown as Component])), [list])
}

/** The shop's colours, as buyers see them. */
export function useShopTheme(): Theme {
  const may = useCan(shopTheme.info)
  const { data } = useQuery({ ...read(shopTheme.info, { silent: true }), enabled: may })
  return (data as Theme | undefined) ?? usualTheme
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
  resolved: Resolved | undefined
  lifted?: boolean
}

/** One component of the canvas, drawn anew only when something of it changes. */
export const DrawnComponent = memo(function DrawnComponent({ component, held, resolved, lifted }: Drawing) {
  const { id, isShow } = component
  const drawn = held ?? component
  const { props, box } = valuesOf(drawn)
  const isBroken = held === undefined || !definitionOf(drawn.type)
  const view = isBroken ? (
    <p className="page-broken" role="alert" data-component={id}>
      {held === undefined ? '公共模块已删除，请换一个或删除' : `${titleOf(drawn.type)}：这个版本不认识它，只能删除`}
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
          <DrawnComponent component={component} held={held} resolved={data.get(component.id)} />
        </div>
      </div>
    </AroundProvider>
  )
}

type DrawnPageProps = {
  page: Page
  data: ReadonlyMap<string, Resolved>
  blocks: ReadonlyMap<number, Component>
  /** Draws hidden components, too, faintly. */
  withHidden?: boolean
  lifted?: string | undefined
  title: string
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
          resolved={data.get(component.id)}
          lifted={component.id === lifted}
        />
      ))
  const floats = inZones('float')
  return (
    <AroundProvider value={around}>
      <div
        className={styles.phone}
        style={{ ...themeVariables(theme), background: settings.pageColorPicker } as CSSProperties}
      >
        {settings.pageShow && (
          <button
            type="button"
            className={styles.titleBar}
            style={{ color: settings.titleColor, background: settings.titleBgColor }}
            data-align={settings.titleAlign}
            onClick={onTitle}
            tabIndex={onTitle ? 0 : -1}
            aria-label={`标题栏：${title}`}
          >
            <i className={styles.status} aria-hidden>
              14:26
            </i>
            {title}
          </button>
        )}
        <div className={styles.scroller} ref={scrollRef}>
          <div className="page" style={groundOf(settings)}>
            {inZones('top', 'flow', 'copyright')}
            {!components.length && empty}
            {inZones('bottom')}
          </div>
          {over}
        </div>
        {floats.length > 0 && (
          <div className={`page ${styles.floats}`} style={{ position: 'absolute' }}>
            {floats}
          </div>
        )}
      </div>
    </AroundProvider>
  )
}
