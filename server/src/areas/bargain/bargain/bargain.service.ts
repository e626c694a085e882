import {
  type Bargain,
  type BargainChange,
  type BargainDraft,
  type BargainRow,
  bargain,
} from '@zhanggui/contract/bargain/bargain.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { amountText, toFen, toYuan } from '@zhanggui/domain/money.ts'
import { activityPhase } from '@zhanggui/domain/promotion/activity.ts'
import { isPossible } from '@zhanggui/domain/promotion/bargain.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { type FilterOf, type Page, readPage } from '../../../platform/http/paging.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import {
  removeActivity,
  saveActivity,
  switchActivity,
  updateActivity,
} from '../../promotion/activity/activity.service.ts'
import {
  type DescribedActivity,
  describeActivities,
  describeDetail,
  describeTyped,
} from '../../promotion/activity/activity-describe.service.ts'
import type { Kept } from '../../promotion/activity/activity-draft.service.ts'
import { type ActivityKind, missing } from '../../promotion/activity/activity-kinds.service.ts'
import { type ActivityRecord, findActivity, listActivities } from '../../promotion/activity/activity-read.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { approvalAct } from '../../work/approval/approval.service.ts'
import * as bargains from './bargain.repository.ts'

/** Bargains as the base of activities knows them. */
export const bargainKind: ActivityKind = {
  type: 2,
  object: 'bargain',
  what: '砍价商品',
  hasOwnTitles: false,
  editRefusal: (row, now) => (activityPhase(row, now) === 'running' ? '活动进行中，商品不支持修改' : undefined),
  going: {
    what: 'session',
    count: async (ctx, id) => {
      const { running, won } = await bargains.countGoing(ctx, id)
      return running + won
    },
    countLasting: async (ctx, id) => (await bargains.countGoing(ctx, id)).won,
    stop: async (tx, id) => {
      for (const session of await bargains.stopRunning(tx, id)) await tellFailed(tx, session)
    },
    busySkus: bargains.listBusySkus,
  },
  getTyped,
  copyOwn: async (tx, fromId, toId) => {
    const own = await bargains.find(tx, fromId)
    if (!own) throw missing(bargainKind)
    await bargains.store(tx, { ...own, activityId: toId })
    await noteRuleFiles(tx, toId, own.rule)
  },
}

/** The page of a session in the buyers' shop. */
export const linkOfSession = (id: number): string => `/bargain/session/${id}`

/** Notifies the owner of a session that it ended before its price was reached. */
export function tellFailed(tx: Ctx, { id, uid, title, minPriceFen }: bargains.EndedSession): Promise<void> {
  const values = { productName: title, minPrice: amountText(minPriceFen) }
  return tellBuyer(tx, { mark: 'bargainFail', uid, bizId: id, link: linkOfSession(id), values })
}

type Filter = FilterOf<RouteInput<typeof bargain.list>['query']> & { ids?: readonly number[] | undefined }

/** A page of bargains, the highest sort first. */
export async function listBargains(ctx: Ctx, { query }: RouteInput<typeof bargain.list>) {
  const { keywords, status, productId, dateLimit, phase, notice, ...left } = query
  const paging = readPage(left)
  const { rows: list, total } = await readBargains(
    ctx,
    { keywords, status, productId, dateLimit, phase, notice },
    paging,
  )
  return { list, total, page: paging.page, limit: paging.limit }
}

/** The same, for the sheet, too. */
export async function readBargains(ctx: Ctx, filter: Filter, page: Page) {
  const { rows, total } = await listActivities(ctx, { type: 2, ...filter }, page)
  return { rows: await describe(ctx, rows), total }
}

async function describe(ctx: Ctx, rows: readonly ActivityRecord[]): Promise<BargainRow[]> {
  const described = await describeActivities(ctx, rows)
  const ids = rows.map(({ id }) => id)
  const counts = new Map((await bargains.countSessions(ctx, ids)).map((each) => [each.activityId, each]))
  return rows.map((row, index) => {
    const { sessions = 0, cuts = 0, won = 0 } = counts.get(row.id) ?? {}
    const shared = described[index] as DescribedActivity
    return {
      ...shared,
      ...ownOf(row),
      countPeopleAll: sessions,
      countPeopleHelp: cuts,
      countPeopleSuccess: won,
    }
  })
}

/** A bargain with all SKUs of its product, and its rules. @throws 404 */
export async function getBargain(ctx: Ctx, id: number): Promise<Bargain> {
  const row = await findBargain(ctx, id)
  const [described] = await describe(ctx, [row])
  if (!described) throw missing(bargainKind)
  const { attrValue, ...detail } = await describeDetail(ctx, row)
  const { minPrice } = described
  return {
    ...described,
    ...detail,
    attrValue: attrValue.map((sku) => ({ ...sku, minPrice: sku.id === null ? 0 : minPrice })),
    rule: await ruleOf(ctx, id),
  }
}

/** Adds a bargain. @throws as `saveActivity`, and 400 for prices and cuts that do not fit */
export const saveBargain = (ctx: Ctx, draft: BargainDraft): Promise<Saved> =>
  saveActivity(ctx, bargainKind, draft, (tx, id) => storeOwn(tx, id, draft))

/** Changes a bargain that does not run; sessions that run keep their terms. @throws as `updateActivity`, and 400 for prices and cuts that do not fit */
export const updateBargain = (ctx: Ctx, change: BargainChange): Promise<Saved> =>
  updateActivity(ctx, bargainKind, change, (tx, id) => storeOwn(tx, id, change))

/** What may open a bargain below its cost. */
export const saveBargainAct = approvalAct(bargain.save, saveBargain)
export const updateBargainAct = approvalAct(bargain.update, updateBargain)
export const switchBargainAct = approvalAct(bargain.useStatus, (ctx, body) => switchActivity(ctx, bargainKind, body))

export const removeBargain = (ctx: Ctx, id: number) => removeActivity(ctx, bargainKind, id)

/** What was typed of a bargain. @throws 404 */
export async function getTyped(ctx: Ctx, id: number) {
  const row = await findBargain(ctx, id)
  const { attrValue, ...typed } = await describeTyped(ctx, row)
  const { minPrice, ...own } = ownOf(row)
  const priced = attrValue.map((sku) => ({ ...sku, minPrice }))
  return { ...typed, ...own, attrValue: priced, rule: await ruleOf(ctx, id) } satisfies Kept<BargainDraft>
}

async function ruleOf(ctx: Ctx, id: number): Promise<string> {
  const media = await readMedia(ctx)
  return media.toWireHtml((await bargains.find(ctx, id))?.rule ?? '')
}

async function storeOwn(tx: Ctx, activityId: number, draft: BargainDraft): Promise<void> {
  const { peopleNum, bargainNum, num, isHot = false } = draft
  const { cutMinFen, cutMaxFen } = requireCuts(draft)
  const media = await readMedia(tx)
  const rule = media.toStoredHtml(cleanRichHtml(draft.rule ?? '')).trim()
  await bargains.store(tx, { activityId, peopleNum, bargainNum, num, cutMinFen, cutMaxFen, rule, isHot })
  await noteRuleFiles(tx, activityId, rule, draft.title)
}

const noteRuleFiles = (tx: Ctx, id: number, rule: string, title = '砍价规则') =>
  useFiles(tx, { type: bargainKind.object, id, field: 'rule', title }, rule)

/** The range of a cut as it is stored. @throws {BadInput} when cuts in it cannot lead from the price to the lowest */
function requireCuts({ attrValue, peopleNum, bargainMinPrice, bargainMaxPrice }: BargainDraft) {
  const [sku] = attrValue
  if (!sku) throw new BadInput('请选择一个商品规格', 'attrValue')
  const totalFen = toFen(sku.price) - toFen(sku.minPrice)
  if (totalFen <= 0) throw new BadInput('最低价要小于起始金额', 'attrValue[0].minPrice')
  if (totalFen < peopleNum) throw new BadInput('必须保证每个人最少砍1分钱', 'peopleNum')
  const cutMinFen = fenOf(bargainMinPrice)
  const cutMaxFen = fenOf(bargainMaxPrice)
  const range = { lowFen: cutMinFen ?? 1, highFen: cutMaxFen ?? totalFen }
  if (!isPossible({ totalFen, people: peopleNum, ...range }))
    throw new BadInput('单次砍价金额范围与砍价人数不匹配', cutMinFen === null ? 'bargainMaxPrice' : 'bargainMinPrice')
  return { cutMinFen, cutMaxFen }
}

const fenOf = (yuan: number | null | undefined) => (yuan === undefined || yuan === null ? null : toFen(yuan))

async function findBargain(ctx: Ctx, id: number): Promise<ActivityRecord> {
  const row = await findActivity(ctx, id)
  if (row?.type !== 2) throw missing(bargainKind)
  return row
}

function ownOf({ bargain: own }: ActivityRecord) {
  if (!own) throw new Error('a bargain without its own row')
  const { minPriceFen, peopleNum, bargainNum, num, cutMinFen, cutMaxFen, isHot } = own
  return {
    minPrice: toYuan(minPriceFen),
    peopleNum,
    bargainNum,
    num,
    bargainMinPrice: cutMinFen === null ? null : toYuan(cutMinFen),
    bargainMaxPrice: cutMaxFen === null ? null : toYuan(cutMaxFen),
    isHot,
  }
}
