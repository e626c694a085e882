import {
  ActivitySku,
  activityDetail,
  activityDraft,
  activityFilters,
  activityRow,
  bargainedSku,
} from '../promotion/activity.ts'
import { activityRoutes } from '../promotion/activity-routes.ts'
import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { chosenRows, exportRoute } from '../work/export.ts'

const MAX_RULE = 20_000

/** What a cut takes; empty: whatever is drawn. */
const cut = (title: string) => t.Optional(t.Nullable(t.Amount({ title, minimum: 0.01, maximum: 999_999.99 })))

/** What is typed of a bargain: one SKU, whose price is cut down to the lowest. */
export const BargainDraft = t.Object({
  ...activityDraft,
  attrValue: t.Array(bargainedSku, {
    title: '参与规格',
    minItems: 1,
    maxItems: 1,
    ask: '请选择一个商品规格',
    hint: '砍价商品只能选择一个规格',
    example: [{ skuId: 1, price: 99, minPrice: 9.9, quota: 10 }],
  }),
  /** Cuts in all, the owner's own included. */
  peopleNum: t.Integer({ title: '砍价人数', minimum: 2, maximum: 9999, hint: '砍价人数最少两人，最多9999人' }),
  /** Sessions of others that one buyer may help. */
  bargainNum: t.Integer({ title: '帮砍次数', minimum: 1, maximum: 9999 }),
  /** Sessions that one buyer may start; those given up count. */
  num: t.Integer({ title: '购买数量限制', minimum: 1, maximum: 9999 }),
  bargainMinPrice: cut('单次最低砍价金额'),
  bargainMaxPrice: cut('单次最高砍价金额'),
  rule: t.Optional(t.String({ title: '砍价规则', maxLength: MAX_RULE })),
  isHot: t.Optional(t.Boolean({ title: '热门推荐' })),
})
export type BargainDraft = t.Static<typeof BargainDraft>

export const BargainChange = t.Object({ id: t.Id, version: t.Version, ...BargainDraft.properties })
export type BargainChange = t.Static<typeof BargainChange>

/** What a bargain has of its own, as answers say it. */
const own = {
  minPrice: t.Amount({ title: '最低价' }),
  peopleNum: t.Integer({ title: '砍价人数' }),
  bargainNum: t.Integer({ title: '帮砍次数' }),
  num: t.Integer({ title: '购买数量限制' }),
  /** Null: whatever is drawn. */
  bargainMinPrice: t.Nullable(t.Amount({ title: '单次最低砍价金额' })),
  bargainMaxPrice: t.Nullable(t.Amount({ title: '单次最高砍价金额' })),
  isHot: t.Boolean({ title: '热门推荐' }),
}

const BargainRow = t.Object({
  ...activityRow,
  ...own,
  /** Sessions, cuts in them, and those that reached the lowest price. */
  countPeopleAll: t.Integer({ title: '参与人数' }),
  countPeopleHelp: t.Integer({ title: '帮忙砍价人数' }),
  countPeopleSuccess: t.Integer({ title: '砍价成功人数' }),
})
export type BargainRow = t.Static<typeof BargainRow>

export const Bargain = t.Object({
  ...BargainRow.properties,
  ...activityDetail,
  attrValue: t.Array(t.Object({ ...ActivitySku.properties, minPrice: t.Amount({ title: '最低价' }) })),
  rule: t.String({ title: '砍价规则', maxLength: MAX_RULE }),
})
export type Bargain = t.Static<typeof Bargain>

export const BargainQuery = t.pageQuery(activityFilters)
export type BargainQuery = t.Static<typeof BargainQuery>

const base = '/admin/store/bargain'
const permission = 'admin:bargain'

/** 砍价商品: goods whose price buyers cut down with the help of others. */
export const bargain = routes('bargain', {
  ...activityRoutes({
    what: '砍价商品',
    path: base,
    permission,
    draft: BargainDraft,
    change: BargainChange,
    row: BargainRow,
    full: Bargain,
    query: BargainQuery,
  }),
  download: exportRoute({
    path: '/admin/export/excel/bargain/product',
    permission: 'admin:export:excel:bargain',
    summary: '导出砍价商品',
    query: t.Object({ ...BargainQuery.properties, ...chosenRows }),
  }),
})
