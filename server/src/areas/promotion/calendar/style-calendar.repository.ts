import { type StyleState, type StyleType, styleState } from '@zhanggui/domain/promotion/activity-style.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import type { CalendarFilter, CalendarItem } from './calendar.repository.ts'

const phases: Readonly<Record<StyleState, string>> = { 0: 'upcoming', 1: 'running', [-1]: 'ended' }
const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`

/** Whether a style dresses the product. */
const isForProduct = (productId: number): SQL => sql`(method = 0 or exists (select from activity_style_target
  where style_id = style.id and case method when 1 then target_id = ${productId}
    else exists (select from product_category where category_id = target_id and product_id = ${productId}) end))`

/** Whether a style is for something in the category, which may stand above or below those it names. */
const isForCategory = (cateId: number): SQL => sql`(method = 0 or exists (select from activity_style_target
  where style_id = style.id and case method
    when 1 then exists (select from product_category where category_id = ${cateId} and product_id = target_id)
    else exists (select from category as asked join category as named on named.id = target_id where asked.id = ${cateId}
      and (asked.id = named.id or asked.path like '%/' || named.id || '/%' or named.path like '%/' || asked.id || '/%'))
  end))`

/** The styles whose window touches the time. They change no price. */
export async function listStyles({ db, now }: Ctx, filter: CalendarFilter): Promise<CalendarItem[]> {
  const { from, end, productId, cateId } = filter
  const { rows } = await db.execute<{
    id: number
    title: string
    styleType: StyleType
    status: boolean
    productId: number
    image: string
    startAt: string
    endAt: string
  }>(sql`
    select style.id, name as title, type as "styleType", style.status, start_at as "startAt", end_at as "endAt",
      coalesce(single.id, 0) as "productId", coalesce(single.image, '') as image
    from activity_style as style
    left join lateral (
      select product.id, product.image from product
      where method = 1 and product.id = (
        select min(target_id) from activity_style_target where style_id = style.id having count(*) = 1)
    ) as single on true
    where start_at < ${moment(end)} and end_at >= ${moment(from)}
      and ${productId ? isForProduct(productId) : sql`true`} and ${cateId ? isForCategory(cateId) : sql`true`}
    order by start_at, style.id`)
  return rows.map(({ startAt, endAt, status, ...row }) => {
    const window = { startAt: new Date(startAt), endAt: new Date(endAt) }
    return {
      ...row,
      ...PRICELESS,
      status,
      phase: status ? phases[styleState(window, now())] : 'closed',
      from: window.startAt,
      to: window.endAt,
    }
  })
}

/** A style has no quota and no price. */
const PRICELESS = {
  isLimited: false,
  total: 0,
  received: 0,
  receiveFrom: null,
  receiveTo: null,
  lowestFen: null,
  costFen: null,
  lowestOf: '',
}
