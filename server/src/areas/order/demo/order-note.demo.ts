import { commentOrder, tagOrder } from '../order-note/order-note.service.ts'
import { HOUR_MS, type Life } from './order-stage.demo.ts'
import { staffComments } from './order-words.demo.ts'

/** 加急, 礼品 … of the dictionary `order_tag`. */
const TAGS = 6

/** Some orders have tags, and some were talked about. */
export async function noteSome(lives: readonly Life[]): Promise<void> {
  for (const { n, orderNo, age, byStaff } of lives) {
    if (age < 5 * HOUR_MS) continue
    if (n % 8 === 3) await tagOrder(byStaff(2 * HOUR_MS, 'service'), { orderNo, add: [(n % TAGS) + 1] })
    if (n % 11 === 4)
      await commentOrder(byStaff(3 * HOUR_MS, 'service'), {
        orderNo,
        content: staffComments[n % staffComments.length] ?? '',
      })
  }
}
