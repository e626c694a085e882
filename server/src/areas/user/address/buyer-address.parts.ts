import { type SQL, sql } from 'drizzle-orm'
import type { buyerAddresses } from './buyer-address.tables.ts'

// Parts of statements that read more than addresses.

/** An address as an order freezes it. */
export type OrderAddress = Pick<
  typeof buyerAddresses.$inferSelect,
  'realName' | 'phone' | 'cityId' | 'province' | 'city' | 'district' | 'detail'
>

/** `with` query of a buyer's address, in `own_address`: none for another's. */
export const readingAddress = ({ uid, id }: { uid: SQL; id: SQL }): SQL => sql`
  own_address as materialized (
    select real_name, phone, city_id, province, city, district, detail from buyer_address where id = ${id} and uid = ${uid})`

/** The address of {@link readingAddress} as {@link OrderAddress}, or null; and the code of its place. */
export const [ownAddress, ownCity] = [
  sql`(select json_build_object('realName', real_name, 'phone', phone, 'cityId', city_id, 'province', province, 'city', city,
    'district', district, 'detail', detail) from own_address)`,
  sql`(select city_id from own_address)`,
]
