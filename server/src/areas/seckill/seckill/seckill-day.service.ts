import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type { DaySale, DaySlot, SeckillDay, seckill } from '@zhanggui/contract/seckill/seckill.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { type ActivityTimes, lastDayOf, phaseOn } from '@zhanggui/domain/promotion/activity.ts'
import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { maySeeCost } from '../../product/product/product-describe.service.ts'
import * as days from './seckill-day.repository.ts'

/** The most flash sales of a day that are listed one by one. */
const MAX_SALES = 500
const DAY_MS = 24 * 3600_000
/** A day has so many stretches of ten minutes. */
const STRETCHES = 144

/** A day of flash sales: its slots, what is sold in them, and how many orders came when. @throws 400 for a day that is none */
export async function getDay(ctx: Ctx, { query: { day } }: RouteInput<typeof seckill.day>): Promise<SeckillDay> {
  const from = parseWireTime(day)
  if (!from) throw new BadInput('日期不存在', 'day')
  const to = new Date(from.getTime() + DAY_MS)
  const { total, quotaShow, reserved, sold } = await days.sumSales(ctx, from)
  const counts = new Map((await days.countOrders(ctx, from, to)).map(({ stretch, count }) => [stretch, count]))
  const media = await readMedia(ctx)
  const phaseOf = (times: ActivityTimes) => phaseOn(times, from, ctx.now()) ?? 'ended'
  return {
    day: toWireDay(from),
    slots: (await days.listSlots(ctx, from)).map(({ isOpen, ...slot }): DaySlot => {
      const times = { status: true, startAt: from, stopAt: to, slot: { ...slot, isOpen } }
      return { ...slot, phase: phaseOf(times) }
    }),
    list: (await days.listSales(ctx, from, MAX_SALES)).map(({ priceFen, otPriceFen, belowCost, ...row }): DaySale => {
      const { startAt, stopAt, status, slot, image, sold: sales, ...sale } = row
      return {
        ...sale,
        sales,
        startTime: toWireDay(startAt),
        stopTime: lastDayOf(stopAt),
        image: media.toWire(image),
        price: toYuan(priceFen),
        otPrice: toYuan(otPriceFen),
        ...(maySeeCost(ctx) && { belowCost }),
        phase: phaseOf({ status, startAt, stopAt, slot }),
      }
    }),
    total,
    quotaShow,
    reserved,
    sales: sold,
    orders: Array.from({ length: STRETCHES }, (_, stretch) => counts.get(stretch) ?? 0),
  }
}
