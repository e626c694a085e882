import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hashToken } from '../server/src/platform/security/token.ts'

export type Buyer = { uid: number; addressId: number; token: string }

/** Makes buyers who are signed in, each with an address. */
export async function makeBuyers(owner: pg.Client, count: number): Promise<Buyer[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const { rows: made } = await owner.query<{ uid: number; address: number; hash: string }>(
    `with made as (
      insert into shop_user (account, nickname) select 'b' || substr(hash, 1, 30), '顾客' from unnest($1::text[]) as hash
      on conflict do nothing returning id, account
    ), named as (
      select id, hash from made join unnest($1::text[]) as hash on account = 'b' || substr(hash, 1, 30)
    ), signed as (
      insert into buyer_session (uid, token_hash, channel, ip, login_time, last_active_at, expires_at)
      select id, hash, 'h5', '', now(), now(), now() + interval '7 days' from named
    ), housed as (
      insert into buyer_address (uid, real_name, phone, city_id, province, city, district, detail, is_default)
      select id, '王小明', '13800138000', 110101, '北京市', '北京市', '东城区', '长安街1号', true from made
      returning uid, id
    )
    select uid::int, housed.id::int as address, hash from housed join named on named.id = uid`,
    [tokens.map(hashToken)],
  )
  const byHash = new Map(tokens.map((token) => [hashToken(token), token]))
  return made.map(({ uid, address, hash }) => ({ uid, addressId: address, token: byHash.get(hash) ?? '' }))
}
