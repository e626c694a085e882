import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CopyOutlined from '@ant-design/icons/es/icons/CopyOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import { nameOf } from '@zhanggui/page-kit/diff.ts'
import { type Component, componentsOf } from '@zhanggui/page-kit/page.ts'
import { whyNotAdd } from '@zhanggui/page-kit/placement.ts'
import { Button, Tooltip } from 'antd'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useCanvasData } from '../../model/canvas-data.ts'
import { duplicateComponents, indexBeside, moveBy, removeComponents, toggleShown } from '../../model/page-acts.ts'
import { alsoSelect, componentsData, select, selectUpTo, setZoom, usePageStore } from '../../model/page-store.ts'
import { periodOf } from '../../model/page-words.ts'
import styles from './canvas.module.css'
import { DragSource, type DropZone, elementOf } from './canvas-dnd.ts'
import { CanvasEdit } from './canvas-edit.tsx'
import { type EditPlace, placeAt } from './canvas-place.ts'
import { DrawnPage, heldBy, useBlocks, usePageTitle } from './drawn-page.tsx'
import { useRects } from './use-rects.ts'

/** Of the phone with its edge, in its own pixels. */
const PHONE = { width: 399, height: 836 }
const ROOM = { width: 140, height: 90 }
export const MIN_ZOOM = 50
export const MAX_ZOOM = 150

/** Percent at which the phone fits into what there is. */
function useFit(stage: RefObject<HTMLElement | null>): number {
  const [fit, setFit] = useState(88)
  useLayoutEffect(() => {
    const node = stage.current
    if (!node) return
    const measure = () => {
      const room = Math.min(
        (node.clientWidth - ROOM.width) / PHONE.width,
        (node.clientHeight - ROOM.height) / PHONE.height,
      )
      if (room > 0) setFit(Math.round(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, room * 100))))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [stage])
  return fit
}

type CanvasProps = {
  zone: DropZone & { scroller: RefObject<HTMLElement | null>; line: RefObject<HTMLElement | null> }
  zoomRef: RefObject<number>
  issues: readonly Issue[]
  lifted: string | undefined
  isDefault: boolean
  /** Opens what is edited first of a component. */
  onEdit: (id: string) => void
  empty: ReactNode
  /** Only looked at. */
  preview?: boolean
}

/** The page as buyers will see it, to be edited: links lead nowhere, hidden components are faint, faults are said. */
export function Canvas({ zone, zoomRef, issues, lifted, isDefault, onEdit, empty, preview }: CanvasProps) {
  const stage = useRef<HTMLDivElement>(null)
  const fit = useFit(stage)
  const { zoom = fit, selection, configName, history, terminal, ...state } = usePageStore()
  const readOnly = state.readOnly || preview === true
  const page = history.present
  const components = usePageStore(componentsData)
  const blocks = useBlocks()
  const asked = useMemo(() => components.flatMap((component) => heldBy(component, blocks) ?? []), [components, blocks])
  const data = useCanvasData(asked, terminal)
  const title = usePageTitle(page, isDefault)
  const [hovered, setHovered] = useState<string>()
  const [editing, setEditing] = useState<EditPlace>()
  zoomRef.current = zoom / 100

  const scroller = useCallback(
    (node: HTMLElement | null) => {
      zone.scroller.current = node
    },
    [zone],
  )
  const marked = preview ? [] : [...new Set([...selection, ...(hovered ? [hovered] : [])])]
  const noted = components.filter((component) => notesOf(component, issues, data.get(component.id)?.isSample).length)
  const rects = useRects(
    zone.scroller,
    [...marked, ...noted.map(({ id }) => id), ...components.filter(({ isShow }) => !isShow).map(({ id }) => id)],
    zoom,
    [page, data],
  )

  function idAt({ target }: MouseEvent): string | undefined {
    return (target as Element).closest<HTMLElement>('[data-component]')?.dataset.component
  }
  function handleClick(event: MouseEvent) {
    const id = idAt(event)
    if (!id) return select([])
    if (event.ctrlKey || event.metaKey) alsoSelect(id)
    else if (event.shiftKey) selectUpTo(id)
    else select([id])
  }

  /** A text is edited where it stands, a picture chosen anew; whatever else a component has is edited in its panel. */
  function handleDoubleClick(event: MouseEvent) {
    const id = idAt(event)
    const component = components.find((each) => each.id === id)
    const place = component && !readOnly ? placeAt(component, event.target as Element) : undefined
    if (place) setEditing(place)
    else if (id) onEdit(id)
  }

  useEffect(() => {
    if (configName) elementOf(zone.scroller.current, configName)?.scrollIntoView?.({ block: 'nearest' })
  }, [configName, zone])

  const chosen = rects.get(configName)
  const scale = zoom / 100
  return (
    <div ref={stage} className={styles.stage} data-designer-keys>
      <div className={styles.place} style={{ width: PHONE.width * scale, height: PHONE.height * scale }}>
        <div className={styles.frame} style={{ transform: `scale(${scale})` }}>
          <DragSource id="canvas" disabled={readOnly} className={styles.screen}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: what is chosen by the pointer here, the outline chooses by keys */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above; the arrows do, too */}
            <div
              onClick={handleClick}
              onDoubleClick={handleDoubleClick}
              onMouseMove={(event) => setHovered(idAt(event))}
              onMouseLeave={() => setHovered(undefined)}
            >
              <DrawnPage
                page={page}
                data={data}
                blocks={blocks}
                withHidden
                lifted={lifted}
                title={title}
                hasBack={!isDefault}
                isPlace={isDefault}
                scrollRef={scroller}
                onTitle={() => select([])}
                empty={empty}
                over={
                  <>
                    {editing && (
                      <CanvasEdit
                        key={`${editing.id} ${editing.path.join('.')}`}
                        place={editing}
                        scroller={zone.scroller}
                        scale={scale}
                        onClose={() => setEditing(undefined)}
                      />
                    )}
                    <div className={styles.over} aria-hidden>
                      {marked.map((id) => {
                        const rect = rects.get(id)
                        const component = components.find((each) => each.id === id)
                        return (
                          rect &&
                          component && (
                            <span key={id} className={styles.outline} data-chosen={selection.includes(id)} style={rect}>
                              <b>{nameOf(component)}</b>
                            </span>
                          )
                        )
                      })}
                      {components.map((component) => {
                        const rect = rects.get(component.id)
                        const notes = notesOf(component, issues, data.get(component.id)?.isSample)
                        return (
                          rect &&
                          notes.length > 0 && (
                            <span
                              key={component.id}
                              className={styles.notes}
                              style={{ top: rect.top, left: rect.left, width: rect.width }}
                            >
                              {notes.map(({ words, tone }) => (
                                <i key={words} data-tone={tone}>
                                  {words}
                                </i>
                              ))}
                            </span>
                          )
                        )
                      })}
                      <span ref={zone.line} className={styles.line} />
                    </div>
                  </>
                }
              />
            </div>
          </DragSource>
        </div>
        {chosen && !readOnly && <ActStrip top={chosen.top} scale={scale} scroller={zone.scroller} />}
      </div>
      <ZoomBar zoom={zoom} fitted={usePageStore.getState().zoom === undefined} />
    </div>
  )
}

type Note = { words: string; tone: 'alert' | 'idle' }
/** Faults that make a component show nothing, or not what it names. */
const broken: readonly string[] = ['GONE', 'UNKNOWN']

function notesOf({ id, isShow, rule }: Component, issues: readonly Issue[], isSample: boolean | undefined): Note[] {
  const faults = issues.filter((issue) => issue.componentId === id && broken.includes(issue.code))
  const period = periodOf(rule)
  return [
    ...faults.map(({ message }) => ({ words: message, tone: 'alert' as const })),
    ...(isShow ? [] : [{ words: '已隐藏', tone: 'idle' as const }]),
    ...(period ? [{ words: period, tone: 'idle' as const }] : []),
    ...(isSample ? [{ words: '示例', tone: 'idle' as const }] : []),
  ]
}

/** The acts of what is selected, beside the phone: nothing of the designer covers the page. */
function ActStrip({ top, scale, scroller }: { top: number; scale: number; scroller: RefObject<HTMLElement | null> }) {
  const { selection, history } = usePageStore()
  const components = componentsOf(history.present)
  const chosen = components.filter(({ id }) => selection.includes(id))
  const root = scroller.current
  const head = root ? root.offsetTop : 0
  const seen = (top - (root?.scrollTop ?? 0) + head + 12) * scale
  const place = Math.max(0, Math.min(seen, (PHONE.height - 230) * scale))
  const isHidden = chosen.every(({ isShow }) => !isShow)
  const [first] = chosen
  const whyNoCopy = first && chosen.length === 1 ? whyNotAdd(history.present, first.type) : undefined
  const acts: { label: string; icon: ReactNode; act: () => void; why?: string | undefined }[] = [
    {
      label: '上移',
      icon: <ArrowUpOutlined aria-hidden />,
      act: () => moveBy(-1),
      why: indexBeside(selection, -1) === undefined ? '已经在最上面' : undefined,
    },
    {
      label: '下移',
      icon: <ArrowDownOutlined aria-hidden />,
      act: () => moveBy(1),
      why: indexBeside(selection, 1) === undefined ? '已经在最下面' : undefined,
    },
    { label: '复制', icon: <CopyOutlined aria-hidden />, act: () => duplicateComponents(), why: whyNoCopy },
    {
      label: isHidden ? '显示' : '隐藏',
      icon: isHidden ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />,
      act: () => toggleShown(),
    },
    { label: '删除', icon: <DeleteOutlined aria-hidden />, act: () => removeComponents() },
  ]
  return (
    <div className={styles.strip} style={{ top: place }} role="toolbar" aria-label="选中的组件">
      {acts.map(({ label, icon, act, why }) => (
        <Tooltip key={label} title={why ?? label} placement="right">
          <button
            type="button"
            aria-label={label}
            aria-disabled={why !== undefined}
            aria-description={why}
            onClick={why === undefined ? act : undefined}
          >
            {icon}
          </button>
        </Tooltip>
      ))}
    </div>
  )
}

function ZoomBar({ zoom, fitted }: { zoom: number; fitted: boolean }) {
  const turn = (by: number) => setZoom(Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, Math.round((zoom + by) / 10) * 10)))
  return (
    <div className={styles.zoom} role="toolbar" aria-label="缩放">
      <Button
        type="text"
        size="small"
        aria-label="缩小"
        icon={<MinusOutlined aria-hidden />}
        disabled={zoom <= MIN_ZOOM}
        onClick={() => turn(-10)}
      />
      <span>{zoom}%</span>
      <Button
        type="text"
        size="small"
        aria-label="放大"
        icon={<PlusOutlined aria-hidden />}
        disabled={zoom >= MAX_ZOOM}
        onClick={() => turn(10)}
      />
      <Button type="text" size="small" disabled={fitted} onClick={() => setZoom(undefined)}>
        适合窗口
      </Button>
    </div>
  )
}
