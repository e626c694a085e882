import { type ActivitySku, activityDetail, activityRow } from '@zhanggui/contract/promotion/activity.ts'
import type { Route, RouteSpec } from '@zhanggui/contract/routes.ts'
import * as t from '@zhanggui/contract/schema.ts'
import type { ActivityType } from '@zhanggui/domain/promotion/activity.ts'
import type { Fields } from '../form/field.tsx'
import type { HistoryOf } from '../history/history-object.ts'
import type { RemovalRoute } from '../list-page/use-removal.ts'

const Row = t.Object(activityRow)
/** What lists say of an activity of any kind. */
export type ActivityRow = t.Static<typeof Row>

const Stored = t.Object({ ...activityRow, ...activityDetail })
/** What its page has besides: texts and all SKUs, some with the price they may fall to. */
export type StoredActivity = Omit<t.Static<typeof Stored>, 'attrValue'> & {
  attrValue: (ActivitySku & { minPrice?: number })[]
}

/** What the screens of a kind of activity are made of. */
export type ActivityScreens = {
  type: ActivityType
  object: HistoryOf['object']
  /** What staff call the kind, and one of it: 秒杀, 秒杀商品. */
  word: string
  noun: string
  /** What it calls its price, 秒杀价, and the one it may fall to. */
  priceTitle: string
  lowTitle?: string
  /** What goes on in one besides its orders: which count of it, and where that is listed. */
  going?: { count: 'teamCount' | 'sessionCount'; label: string; address: (id: number) => string }
  /** The addresses of its list and its form. */
  list: string
  edit: string
  /** One cannot be edited while it is open, or only while it runs. */
  locks: 'open' | 'running'
  routes: {
    info: Route<RouteSpec & { query: t.TObject }>
    save: Route
    update: Route
    remove: RemovalRoute
    useStatus: Route<RouteSpec & { body: Fields }>
  }
}

/** Whether one can only be looked at, as it stands. */
export const isLocked = ({ locks }: ActivityScreens, { status, phase }: Pick<ActivityRow, 'status' | 'phase'>) =>
  locks === 'open' ? status : phase === 'running'
