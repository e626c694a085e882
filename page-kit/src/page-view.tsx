import { type ComponentType, type CSSProperties, memo, Suspense, useMemo } from 'react'
import type { Box } from './define.ts'
import type { Settings } from './page.ts'
import { gradientOf, sourceOf } from './parts/look.ts'
import './parts/page.css'
import { definitionOf, titleOf } from './registry.ts'
import type { Shown } from './rule.ts'
import { type Act, AroundProvider, type Mode, noAct, Unbroken, type ViewOf, type ViewProps } from './view.tsx'
import { zones } from './zones.ts'

type Given = Pick<Shown, 'id' | 'type' | 'props' | 'box'> & {
  anchor?: string
  data: unknown
  mode: Mode
  act: Act
  viewOf: ViewOf
}

/** A component in its box. Redrawn only when it changes: until then its values are the same objects. */
export const ComponentView = memo(function ComponentView({
  id,
  type,
  props,
  box,
  anchor,
  data,
  mode,
  act,
  viewOf,
}: Given) {
  const View = viewOf(type)
  const zone = definitionOf(type)?.zone
  const isBoxed = zone === 'flow' || zone === 'copyright'
  const editing = mode === 'edit' ? { 'data-component': id } : {}
  if (!View && mode === 'live') return null
  return (
    <div
      className={isBoxed ? 'page-box' : zone === 'bottom' ? 'page-bottom' : 'page-free'}
      style={isBoxed ? boxStyle(box as Box) : undefined}
      id={anchor || undefined}
      {...editing}
    >
      {View ? (
        <Drawn of={{ View, name: titleOf(type), id, props, box: box as Box, data, mode, act }} />
      ) : (
        <p className="page-broken">{titleOf(type)}</p>
      )}
    </div>
  )
})

type Drawing = ViewProps & { View: ComponentType<ViewProps>; name: string }

function Drawn({ of: { View, name, ...given } }: { of: Drawing }) {
  return (
    <Unbroken name={name} of={given.props}>
      <Suspense fallback={null}>
        <View {...given} />
      </Suspense>
    </Unbroken>
  )
}

function boxStyle({ bg, radius, top, bottom, side, gap }: Box): CSSProperties {
  return {
    margin: `${gap}px ${side}px 0`,
    padding: `${top}px 0 ${bottom}px`,
    borderRadius: radius,
    background: gradientOf(bg, 180),
  }
}

const order = new Map(zones.map((zone, index) => [zone, index]))
/** Those of unknown types lie in the flow. */
const zoneOf = (type: string) => order.get(definitionOf(type)?.zone ?? 'flow') ?? 0

type Whole = {
  settings: Settings
  components: readonly Shown[]
  /** How many are drawn by now; all of them unless said. */
  upTo?: number
  dataOf: (id: string) => unknown
  mode?: Mode
  act?: Act
  now?: () => number
  viewOf: ViewOf
}

/** A page: what sticks to its top, the flow, what stands at the bottom, what floats. */
export function PageView(given: Whole) {
  const { settings, components, upTo, dataOf, mode = 'live', act = noAct, now = Date.now, viewOf } = given
  const around = useMemo(() => ({ mode, act, now }), [mode, act, now])
  const inZones = [...components].sort((one, other) => zoneOf(one.type) - zoneOf(other.type))
  return (
    <AroundProvider value={around}>
      <div className="page" style={groundOf(settings)}>
        {inZones.slice(0, upTo).map(({ id, type, props, box, anchor }) => (
          <ComponentView
            key={id}
            id={id}
            type={type}
            props={props}
            box={box}
            anchor={anchor}
            data={dataOf(id)}
            mode={mode}
            act={act}
            viewOf={viewOf}
          />
        ))}
      </div>
    </AroundProvider>
  )
}

const pictureSizes = { 0: '100% 100% no-repeat', 1: 'auto repeat', 2: 'cover no-repeat' } as const

/** The ground of a page: a colour or a picture. */
export function groundOf({ pagePic, pagePicUrl, pageTabVal, pageColorPicker }: Settings): CSSProperties {
  if (!pagePic || !pagePicUrl) return { background: pageColorPicker }
  return { background: `url("${sourceOf(pagePicUrl, 400)}") top / ${pictureSizes[pageTabVal]}` }
}
