import type { Ctx } from '../../../platform/http/context.ts'
import type { Page } from '../../../platform/http/paging.ts'
import * as activities from './activity.repository.ts'
import { requireNotice } from './activity-kinds.service.ts'
import * as money from './activity-money.repository.ts'
import * as activitySkus from './activity-sku.repository.ts'
import * as uses from './activity-use.repository.ts'

// What the areas of the kinds read of the rows that all kinds share.

export type { ActivityRecord } from './activity.repository.ts'
export type { ListedSku } from './activity-sku.repository.ts'
export const findActivity = activities.find

/** @param isShown asked for a list that only shows it; acts ask the rows themselves */
export const listActivityUses = (ctx: Ctx, productIds: readonly number[] | 'all', isShown?: boolean) =>
  isShown && productIds !== 'all' ? uses.listShownUses(ctx, productIds) : uses.listUses(ctx, productIds)

export const listActivitySkus = activitySkus.listSkus
export const listTodayFen = money.listTodayFen
export const moveTemplate = activities.moveTemplate

/** A page of activities of a kind, the highest sort first. @throws 403 for what only costs tell, without the right to see them */
export async function listActivities(ctx: Ctx, filter: activities.ActivityFilter, page: Page) {
  requireNotice(ctx, filter.notice)
  return activities.list(ctx, filter, page)
}
