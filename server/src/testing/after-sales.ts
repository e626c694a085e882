import type { CaseForm } from '@zhanggui/contract/order/after-sales.ts'
import { frontAccount } from '@zhanggui/contract/user/front-sign-in.ts'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { CaseSet } from '../areas/order/after-sales/after-sales.repository.ts'
import { afterSales } from '../areas/order/after-sales/after-sales.tables.ts'
import { openCase } from '../areas/order/after-sales/after-sales-flow.service.ts'
import { lockOrder } from '../areas/order/order/order-transition.service.ts'
import { type Ctx, inTransaction } from '../platform/http/context.ts'
import { upload } from './files/multipart.ts'
import { type MadeOrder, makeOrder, type StoredOrder } from './order.ts'
import type { Caller } from './shop.ts'

/** What buyers ask for in tests: one unit of the first line, back as money. */
export function caseForm(order: Pick<StoredOrder, 'lines'>, form: Partial<CaseForm> = {}): CaseForm {
  const lines = [{ lineId: order.lines[0]?.id ?? 0, num: 1 }]
  return { serviceType: 0, reason: '与描述不符', lines, ...form }
}

/**
 * Opens a case of an order, of a new one unless it is given, and then puts it further along by `set`.
 * @returns the order and the case
 */
export async function makeCase(
  ctx: Ctx,
  { order, form, set }: { order?: MadeOrder | StoredOrder; form?: Partial<CaseForm>; set?: CaseSet } = {},
): Promise<{ order: StoredOrder; id: number; salesNo: string }> {
  const made = order && 'payment' in order ? order : await makeOrder(ctx, { paid: true, ...order })
  return inTransaction(ctx, async (tx) => {
    const { id, salesNo } = await openCase(tx, await lockOrder(tx, { id: made.id }), caseForm(made, form))
    if (set && Object.keys(set).length) await tx.db.update(afterSales).set(set).where(eq(afterSales.id, id))
    return { order: made, id, salesNo }
  })
}

/** A return whose parcel is on its way back. */
export const onItsWayBack = {
  state: 2,
  expressCode: 'SF',
  expressName: '顺丰速运',
  expressNo: 'SF9000000000001',
} as const

/** A picture that a buyer uploads, of one colour. Returns its address. */
export async function pictureBy(buyer: Caller, background = 'red'): Promise<string> {
  const content = await sharp({ create: { width: 20, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
  const { status, body } = await upload(buyer, frontAccount.upload, { 'a.png': content })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.url
}
