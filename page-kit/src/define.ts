import * as t from '@zhanggui/contract/schema.ts'
import type { Source } from './data.ts'
import { CLEAR, type Fields, fieldsOf, gradient, slider } from './fields.ts'
import type { Zone } from './zones.ts'

export const groups = { basic: '基础', marketing: '营销', tool: '工具', user: '用户' } as const

type Props = Record<string, unknown>

export type Definition<Type extends string = string, Schema extends t.TObject = t.TObject> = {
  type: Type
  title: string
  group: keyof typeof groups
  /** Outlines on a grid of 24, drawn as a line of 1.6. */
  icon: string
  zone: Zone
  /** The place within the zone. */
  rank: number
  /** How many a page takes. */
  most: number
  /** Types that a page does not have beside it. */
  excludes: readonly string[]
  /** Types of pages that take it: 2 micro pages, 4 user centres. */
  pageTypes: readonly number[]
  /** The format of its props. */
  v: number
  props: Schema
  /** The fields around every component of the flow; none elsewhere. */
  box: t.TObject
  source: Source | undefined
  /** Whether its values ask for live data, where they may as well say all that is shown. */
  asks?(props: t.Static<Schema>): boolean
  /** From each format to the next: the first step makes format 2. Pure. */
  migrate: readonly ((props: Props) => Props)[]
  /** What the schema cannot say: messages by path, which keep the page from being published. */
  check?(props: t.Static<Schema>): Fault[]
  presets: readonly Preset[]
}

export type Fault = { path: readonly (string | number)[]; message: string; level?: 'error' | 'warning' }
/** Another beginning of a component in the palette. */
export type Preset = { title: string; props: Props; rule?: Props }

/** The box of components that stand on the page's own ground. */
export const CLEAR_GROUND = [CLEAR, CLEAR]

export type Box = { bg: string[]; radius: number; top: number; bottom: number; side: number; gap: number }

const boxFields = (standard: Partial<Box>) => ({
  bg: gradient('背景', standard.bg?.[0] ?? '#ffffff', standard.bg?.[1]),
  radius: slider('圆角', 0, 30, { default: standard.radius ?? 0 }),
  top: slider('上内边距', 0, 100, { default: standard.top ?? 10 }),
  bottom: slider('下内边距', 0, 100, { default: standard.bottom ?? 10 }),
  side: slider('左右边距', 0, 40, { default: standard.side ?? 12 }),
  gap: slider('上间距', 0, 100, { default: standard.gap ?? 10 }),
})

type Given<Type extends string, Schema extends t.TObject> = Pick<
  Definition<Type, Schema>,
  'type' | 'title' | 'group' | 'icon' | 'props'
> &
  Partial<Omit<Definition<Type, Schema>, 'box'>> & {
    /** What differs from the usual box. */
    box?: Partial<Box>
  }

/** Declares a component: its place, its limits and the schema of its props. The view beside it draws it. */
export function defineComponent<const Type extends string, Schema extends t.TObject>({
  box = {},
  ...given
}: Given<Type, Schema>): Definition<Type, Schema> {
  const zone = given.zone ?? 'flow'
  return {
    rank: 0,
    most: Number.POSITIVE_INFINITY,
    excludes: [],
    pageTypes: [2, 4],
    v: 1,
    source: undefined,
    migrate: [],
    presets: [],
    ...given,
    zone,
    box: t.Object(zone === 'flow' || zone === 'copyright' ? boxFields(box) : {}),
  }
}

/** The type of a component's props, as its view gets them. */
export type PropsOf<Component extends { props: t.TSchema }> = t.Static<Component['props']>

export const propFields = ({ props }: Definition): Fields => fieldsOf(props)
export const boxFieldsOf = ({ box }: Definition): Fields => fieldsOf(box)
