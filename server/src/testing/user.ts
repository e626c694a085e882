import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { shopUsers } from '../areas/user/shop-user/shop-user.tables.ts'
import type { Ctx } from '../platform/http/context.ts'

let made = 0

/** Stores a customer with the given fields, and a generated account. Balances belong to ledgers: give none here. */
export async function makeCustomer({ db }: Ctx, fields: Partial<typeof shopUsers.$inferInsert> = {}): Promise<number> {
  const nickname = fields.nickname ?? `顾客${++made}`
  const [saved] = await db
    .insert(shopUsers)
    .values({ account: `made-${++made}`, ...fields, nickname })
    .returning({ id: shopUsers.id })
  if (!saved) throw new Error('the customer was not stored')
  return saved.id
}

/** What a customer has. */
export async function balancesOf({ db }: Ctx, uid: number) {
  const { rows } = await db.execute<{ money: number; integral: number; experience: number; level: number }>(
    sql`select now_money_fen as money, integral, experience, level from shop_user where id = ${uid}`,
  )
  return rows[0]
}

/** The law of the ledgers: every balance is the sum of its records, and that of the last one. */
export async function expectReconciled({ db }: Ctx): Promise<void> {
  const { rows } = await db.execute(sql`
    select id, now_money_fen, integral, experience, brokerage_price_fen from shop_user as u
    where now_money_fen <> (select coalesce(sum(case pm when 1 then number_fen else -number_fen end), 0)
        from user_bill where uid = u.id and affect_balance and status = 1)
      or integral <> (select coalesce(sum(case type when 1 then integral else -integral end), 0)
        from user_integral_record where uid = u.id and status = 3)
      or experience <> (select coalesce(sum(case type when 1 then experience else -experience end), 0)
        from user_experience_record where uid = u.id)
      or brokerage_price_fen <> (select coalesce(sum(case type when 1 then price_fen else -price_fen end), 0)
        from user_brokerage_record where uid = u.id and status in (3, 5))
      or now_money_fen <> coalesce((select balance_fen from user_bill
        where uid = u.id and affect_balance order by id desc limit 1), 0)`)
  expect(rows, 'customers whose balances are not the sums of their ledgers').toEqual([])
}
