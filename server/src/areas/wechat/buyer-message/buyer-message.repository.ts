import { eq } from 'drizzle-orm'
import type { Ctx } from '../../../platform/http/context.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'

/** The phone of a customer, if there is one. */
export async function phoneOf({ db }: Ctx, uid: number): Promise<string | null | undefined> {
  const [row] = await db.select({ phone: shopUsers.phone }).from(shopUsers).where(eq(shopUsers.id, uid))
  return row?.phone
}
