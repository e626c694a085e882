import type { SourceData } from '@zhanggui/page-kit/data.ts'
import type { Channel, Shown } from '@zhanggui/page-kit/rule.ts'
import type { Ctx } from '../../../platform/http/context.ts'

/** What live sources give to components. */
export type ComponentData = SourceData[keyof SourceData]

/** What is asked of components beside their first data. */
export type Asked = {
  channel: Channel
  /** Which of the component's tabs; the first one by default. */
  tab?: number | undefined
  /** From 1. */
  page?: number | undefined
  latitude?: number | undefined
  longitude?: number | undefined
}

/** A component that shows live data, with all its values. */
export type Asking = Pick<Shown, 'id' | 'type' | 'props'>

/** Reads the live data of all components of a page that have one source, by their ids. */
export type Resolver = (ctx: Ctx, components: readonly Asking[], asked: Asked) => Promise<Map<string, ComponentData>>
