import type { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { dayStart } from '@zhanggui/domain/promotion/activity.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { addBudget, describeBudgets, readyBudget } from '../../coupon/budget/budget.service.ts'
import * as activities from './activity.repository.ts'
import { budgetOf, noteFiles, titleTaken } from './activity-draft.service.ts'
import { requireKind } from './activity-kinds.service.ts'
import * as activitySkus from './activity-sku.repository.ts'

const DAY_MS = 24 * 3600_000
const MAX_TITLE = 200
/** The end of the last day that can be typed. */
const LAST = new Date('9999-12-31T24:00:00+08:00')

/** Copies an activity: closed, with what it has but its orders, its budget too, for as many days from tomorrow. @throws 403, 404 */
export function copyActivity(ctx: Ctx, { body: { id } }: RouteInput<typeof activity.copy>): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const kind = await requireKind(tx, id, 'save')
    const budget = (await describeBudgets(tx, 'activity', [id])).get(id)?.budget ?? 0
    await readyBudget(tx, budget)
    const row = await activities.find(tx, id)
    if (!row) throw notFound(kind.what)
    const {
      id: _1,
      version: _2,
      createdAt: _3,
      createdBy: _4,
      updatedAt: _5,
      updatedBy: _6,
      slot: _7,
      seckill: _8,
      combination: _9,
      bargain: _10,
      ...fields
    } = row
    const startAt = dayStart(new Date(tx.now().getTime() + DAY_MS))
    const days = Math.max(
      1,
      Math.round((dayStart(new Date(+row.stopAt - 1)).getTime() - dayStart(row.startAt).getTime()) / DAY_MS) + 1,
    )
    const title = freeTitle(row.title, await activities.listTitles(tx, row.type, row.title.slice(0, MAX_TITLE - 8)))
    const saved = await activities.insert(tx, {
      ...fields,
      title,
      status: false,
      startAt,
      stopAt: new Date(Math.min(startAt.getTime() + days * DAY_MS, LAST.getTime())),
    })
    if (!saved) throw titleTaken()
    await kind.copyOwn(tx, id, saved.id)
    await addBudget(tx, budgetOf(saved.id), budget)
    const skus = await activitySkus.listSkus(tx, id, row.productId)
    await activitySkus.storeSkus(
      tx,
      saved.id,
      skus.flatMap(({ skuId, taking }) =>
        taking
          ? [
              {
                productSkuId: skuId,
                priceFen: taking.priceFen,
                minPriceFen: taking.minPriceFen,
                quotaShow: taking.quotaShow,
              },
            ]
          : [],
      ),
    )
    await noteFiles(tx, kind, saved.id, fields)
    const after = await kind.getTyped(tx, saved.id)
    await audit(tx, { action: 'create', objectType: kind.object, objectId: saved.id, objectName: title, after })
    return saved
  })
}

/** The title of a copy: 羊绒衫-副本, then -副本2. */
function freeTitle(title: string, taken: readonly string[]): string {
  for (let at = 1; ; at++) {
    const end = `-副本${at > 1 ? at : ''}`
    const free = `${title.slice(0, MAX_TITLE - end.length)}${end}`
    if (!taken.includes(free)) return free
  }
}
