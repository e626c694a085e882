import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { sql } from 'drizzle-orm'
import { calling } from '../../../platform/http/context.ts'
import { confirmBatch, readBatch } from '../ship-batch/ship-batch.service.ts'
import { MINUTE_MS, type Stage, staffAt } from './order-stage.demo.ts'
import { orderOf } from './order-story.demo.ts'

/** Two pasted texts of tracking numbers, both with faults: one is shipped when the shop starts, one waits to be mended. */
export async function shipByText(stage: Stage): Promise<void> {
  const lives = []
  for (let n = 0; n < 11; n++) lives.push(await orderOf(stage, { hours: 3 + n }))
  const rows = lives.map(
    ({ orderNo }, n) => `${orderNo} ${carriers[n % carriers.length]}${String(1_700_000_301 + n * 977)}`,
  )
  const { used, held } = await findFaulty(stage)
  const now = stage.tx.now().getTime()
  const at = (minutes: number) => staffAt(stage, new Date(now - minutes * MINUTE_MS), 'warehouse')
  const read = async (minutes: number, lines: readonly string[]) =>
    (await readBatch(calling(at(minutes), shipBatch.read), [], { text: lines.join('\n') })).batchId

  const shipped = await read(25, [
    ...rows.slice(0, 7),
    `${held} 顺丰速运 SF1400661200345`,
    `${lives[7]?.orderNo} 顺丰速运 ${used}`,
    '20260101000000123456 中通快递 75310000123456',
  ])
  await confirmBatch(calling(at(20), shipBatch.confirm), shipped)
  await read(6, [...rows.slice(7, 10), `${lives[10]?.orderNo} 顺丰速运`, `${held} 圆通速递 YT8812345678901`])
}

/** As courier's tools write them; of the last ones the number says whose it is. */
const carriers = ['顺丰速运 SF14', '中通快递 7531', '圆通速递 YT880', 'SF15'] as const

/** A number that is on another order already, and an order that is put aside. */
async function findFaulty({ tx }: Stage): Promise<{ used: string; held: string }> {
  const { rows } = await tx.db.execute<{ used: string; held: string }>(sql`
    select (select express_no from shipment where express_no like 'SF%' and state = 0 order by id desc limit 1) as used,
      (select order_no from store_order where hold and tab = 2 order by id limit 1) as held`)
  return rows[0] ?? { used: '', held: '' }
}
