import type { activityDraft } from '@zhanggui/contract/promotion/activity.ts'
import type * as t from '@zhanggui/contract/schema.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { dayStart, windowOfDays } from '@zhanggui/domain/promotion/activity.ts'
import { cleanRichHtml } from '../../../platform/content/rich-html.ts'
import type { NewRow, WhoAndWhen } from '../../../platform/data/given-rows.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { conflict } from '../../../platform/http/errors.ts'
import type { BudgetKey } from '../../coupon/budget/budget.service.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import * as activities from './activity.repository.ts'
import type { activities as activityTable } from './activity.tables.ts'
import type { ActivityKind } from './activity-kinds.service.ts'

type Typed = t.Static<t.TObject<typeof activityDraft>>
/** What is typed of an activity of any kind; a SKU of a bargain has a lowest price. */
export type ActivityDraft = Omit<Typed, 'attrValue'> & {
  attrValue: (Typed['attrValue'][number] & { minPrice?: number | undefined })[]
}
/**
 * A draft of an activity as 修改记录 keeps it: all its fields, so that restoring loses none, but not the confirmations that are only sent
 * with a request.
 */
export type Kept<Draft extends object> = Required<Omit<Draft, 'attrValue' | 'confirmBelowCost'>> & {
  attrValue: readonly object[]
}
export type ActivityChange = ActivityDraft & { id: number; version?: number | undefined }

/** The columns that are typed; the others follow from the kind, the product and the switch. */
type TypedColumns = Omit<
  NewRow<typeof activityTable>,
  WhoAndWhen | 'version' | 'type' | 'productId' | 'status' | 'isDel'
>

/** What was typed, as it is stored. @param row as it was, of a change */
export async function readDraft(tx: Ctx, draft: ActivityDraft, row?: activities.ActivityRow): Promise<TypedColumns> {
  const window = windowOfDays(draft.startTime, draft.stopTime)
  if (!window) throw new BadInput('活动日期不存在', 'startTime')
  if (window.from >= window.to) throw new BadInput('活动结束日期不能早于开始日期', 'stopTime')
  // One that was ended early ends when it did, unless another day is typed.
  const keepsEnd = row !== undefined && isSameDay(row.stopAt, window.to)
  if (!keepsEnd && window.to <= tx.now()) throw new BadInput('活动结束时间不能小于当前时间', 'stopTime')
  const media = await readMedia(tx)
  const {
    title,
    info = '',
    unitName,
    tempId,
    sort = 0,
    giveIntegral = 0,
    allowCoupon = null,
    allowPoints = null,
  } = draft
  if (!draft.image) throw new BadInput('请上传主图', 'image')
  if (draft.images.some((image) => !image)) throw new BadInput('请上传商品轮播图', 'images')
  return {
    title,
    info,
    unitName,
    tempId,
    sort,
    giveIntegral,
    allowCoupon,
    allowPoints,
    image: media.toStored(draft.image),
    images: draft.images.map(media.toStored),
    content: media.toStoredHtml(cleanRichHtml(draft.content ?? '')).trim(),
    startAt: window.from,
    stopAt: keepsEnd ? row.stopAt : window.to,
  }
}

const isSameDay = (stopAt: Date, to: Date) =>
  dayStart(new Date(+stopAt - 1)).getTime() === dayStart(new Date(+to - 1)).getTime()

/** @throws 409 for a title that another has, of kinds whose titles are their own */
export async function requireTitle(
  tx: Ctx,
  { type, hasOwnTitles }: ActivityKind,
  title: string,
  exceptId = 0,
): Promise<void> {
  if (hasOwnTitles && (await activities.isTitleTaken(tx, type, title, exceptId))) throw titleTaken()
}

export const titleTaken = () => conflict('活动标题已经存在', 'title')

type Files = Pick<activities.ActivityRow, 'title' | 'image' | 'images' | 'content'>
/** Keeps the files that an activity shows. */
export const noteFiles = (
  tx: Ctx,
  { object: type }: ActivityKind,
  id: number,
  { title, image, images, content }: Files,
) => useFiles(tx, { type, id, field: 'image', title }, [image, ...images, content].join('\n'))

/** What names the budget of an activity. */
export const budgetOf = (refId: number): BudgetKey => ({ kind: 'activity', refId })
