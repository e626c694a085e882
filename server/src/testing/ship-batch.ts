import { order } from '@zhanggui/contract/order/order.ts'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { sql } from 'drizzle-orm'
import { writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { upload } from './files/multipart.ts'
import { type MadeOrder, makeOrders } from './order.ts'
import { type Caller, openShop, type Refused, type Shop } from './shop.ts'

const { confirm, undo, info } = shipBatch

/** A sheet to ship by. */
export const sheet = async (rows: readonly (readonly (string | number)[])[]) =>
  Buffer.from(await writeXlsx({ sheets: [{ name: '发货', rows: rows.map((row) => [...row]) }] }))

/** Numbers as 顺丰 and 圆通 give them. */
export const sf = (n: number) => `SF${String(1_000_000_000_000 + n)}`
export const yto = (n: number) => `YT${String(2_000_000_000_000 + n)}`

/** A shop with staff who ship by sheets. */
export async function openBatches() {
  const shop = await openShop()
  const staff = await shop.signIn({ can: [...Object.values(shipBatch), order.info, order.download] })
  const make = (given: readonly MadeOrder[]) =>
    makeOrders(
      shop.ctx,
      given.map((each) => ({ paid: true, ...each })),
    )
  const read = async (content: Buffer, name = '发货.xlsx') => {
    const { status, body } = await upload(staff, shipBatch.read, { [name]: content })
    return { ...body, status }
  }
  const paste = async (text: string) => {
    const { status, body } = await staff.call(shipBatch.read, { body: { text } })
    return { ...(body as typeof body & Refused), status }
  }
  return { shop, staff, make, read, paste }
}

export const batchInfo = async (staff: Caller, batchId: number) =>
  (await staff.call(info, { params: { batchId } })).body

/** Ships a batch, or takes it back, and waits for it. */
export async function run(shop: Shop, staff: Caller, batchId: number, route: typeof confirm | typeof undo = confirm) {
  const { status, body } = await staff.call(route, { body: { batchId } })
  expect({ status, body }).toMatchObject({ status: 202 })
  await tasksEnd(shop)
  return batchInfo(staff, batchId)
}

/** Does what tasks were started for. */
export async function tasksEnd(shop: Shop): Promise<void> {
  await shop.app.work()
  // A batch is stored as done before its task is.
  await expect.poll(async () => (await listAtWork(shop)).length).toBe(0)
}

const listAtWork = async ({ ctx }: Shop) =>
  (await ctx.db.execute(sql`select id from task where status in ('pending', 'running')`)).rows

/** The parcels that are on their way, in the order in which they left. */
export const parcelsOf = async ({ ctx }: Shop) =>
  (
    await ctx.db.execute<{ orderNo: string; number: string; name: string; num: number }>(sql`
      select order_no as "orderNo", express_no as number, express_name as name,
        (select coalesce(sum(num), 0)::int from shipment_line where shipment_id = shipment.id) as num
      from shipment join store_order on store_order.id = order_id where shipment.state <> 2 order by shipment.id`)
  ).rows
