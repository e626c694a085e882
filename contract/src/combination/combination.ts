import { activityDetail, activityDraft, activityFilters, activityRow } from '../promotion/activity.ts'
import { activityRoutes } from '../promotion/activity-routes.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { Asked } from '../work/approval.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

/** The most units that one buyer may have of a team product. */
const MAX_UNITS = 999_999

/** What is typed of a team product. */
export const CombinationDraft = t.Object({
  ...activityDraft,
  people: t.Integer({ title: '拼团人数', minimum: 2, maximum: 1000, hint: '拼团人数为 2 到 1000 人' }),
  effectiveTime: t.Integer({
    title: '拼团时效',
    minimum: 1,
    maximum: 720,
    description: '开团后多少小时内要成团，最多 720 小时',
  }),
  /** Units a buyer in the whole activity, and units an order. */
  num: t.Integer({ title: '购买数量限制', minimum: 1, maximum: MAX_UNITS }),
  onceNum: t.Integer({ title: '单次购买数量限制', minimum: 1, maximum: MAX_UNITS }),
  /** How many places the system may fill when the time of a team is over; fewer than its people. */
  virtualRation: t.Optional(t.Integer({ title: '补齐人数', maximum: 999 })),
  isHot: t.Optional(t.Boolean({ title: '热门推荐' })),
})
export type CombinationDraft = t.Static<typeof CombinationDraft>

export const CombinationChange = t.Object({ id: t.Id, version: t.Version, ...CombinationDraft.properties })
export type CombinationChange = t.Static<typeof CombinationChange>

/** What a team product has of its own, as answers say it. */
const own = {
  people: t.Integer({ title: '拼团人数' }),
  effectiveTime: t.Integer({ title: '拼团时效' }),
  num: t.Integer({ title: '购买数量限制' }),
  onceNum: t.Integer({ title: '单次购买数量限制' }),
  virtualRation: t.Integer({ title: '补齐人数' }),
  isHot: t.Boolean({ title: '热门推荐' }),
}

const CombinationRow = t.Object({
  ...activityRow,
  ...own,
  /** Buyers in all of its teams, how often they took part, and the teams that were completed. */
  countPeople: t.Integer({ title: '参与人数' }),
  countPeopleAll: t.Integer({ title: '参与次数' }),
  countPeoplePink: t.Integer({ title: '成团数量' }),
})
export type CombinationRow = t.Static<typeof CombinationRow>

export const Combination = t.Object({ ...CombinationRow.properties, ...activityDetail })
export type Combination = t.Static<typeof Combination>

export const CombinationQuery = t.pageQuery(activityFilters)
export type CombinationQuery = t.Static<typeof CombinationQuery>

const base = '/admin/store/combination'
const permission = 'admin:combination'

/** 拼团商品: goods that are cheaper for those who buy them together. */
export const combination = routes('combination', {
  ...activityRoutes({
    what: '拼团商品',
    path: base,
    permission,
    draft: CombinationDraft,
    change: CombinationChange,
    row: CombinationRow,
    full: Combination,
    query: CombinationQuery,
  }),
  useStatus: {
    method: 'POST',
    path: `${base}/update/status`,
    permission: `${permission}:update:status`,
    summary: '开启关闭拼团商品',
    body: t.Object({
      id: t.Id,
      status: t.Optional(t.Boolean({ title: '活动状态' })),
      /** The same, as other clients send it. */
      isShow: t.Optional(t.Boolean({ title: '活动状态' })),
      confirmBelowCost: activityDraft.confirmBelowCost,
    }),
    response: t.SavedVersion,
    accepted: Asked,
    errors: [404, 409, 422],
  },
  download: exportRoute({
    path: '/admin/export/excel/combiantion/product',
    permission: 'admin:export:excel:combiantion',
    summary: '导出拼团商品',
    query: t.Object({ ...CombinationQuery.properties, ...chosenRows }),
  }),
})
