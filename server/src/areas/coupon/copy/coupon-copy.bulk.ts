import type { CouponSource } from '@zhanggui/domain/promotion/coupon.ts'
import type { ClientBase } from 'pg'
import { BulkWriter, copyMoment, dropIndexes } from '../../../platform/data/bulk.ts'
import { randomFrom } from '../../../platform/security/random.ts'

/** Copies per COPY statement, and per progress report. */
const CHUNK = 20_000
const DAY_MS = 86_400_000
/** The first copies were received so many days ago. */
const DAYS = 180
const COUPONS = 200
/** So many of a coupon a customer may have. */
const MOST = 99
const sources: readonly CouponSource[] = ['receive', 'receive', 'receive', 'send', 'send', 'code']
const reasons = ['客服误发，收回', '活动取消', '重复发放']

const columns = {
  coupon_user: `coupon_id, uid, seq, name, money_fen, min_price_fen, use_type, scope_ids, source, status, start_time, end_time,
    void_reason, void_time, created_at, updated_at`,
}
const tables = Object.keys(columns)

/** How many copies to make; the same `randomSeed` makes the same ones, but for the dates. */
export type CopyPlan = { copies: number; randomSeed: number; now: Date }

type Template = { id: number; name: string; moneyFen: number; minPriceFen: number; day: number }

/**
 * Fills a shop that has customers with 200 coupons and copies of them: unused ones, many over by now, some made void. None is
 * used, as that is the orders' to say. Their counts add up. Runs in one transaction.
 * @param client connected as the owner of the database
 * @param report receives the progress in words
 */
export async function seedCopies(
  client: ClientBase,
  { copies, randomSeed, now }: CopyPlan,
  report: (line: string) => void,
): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local statement_timeout = 0; set local maintenance_work_mem = '512MB'")
    const { rows: customers } = await client.query<{ id: string }>('select id from shop_user order by id')
    if (copies > customers.length * COUPONS * MOST) throw new Error('a shop has too few customers for so many copies')
    const templates = await makeTemplates(client)
    const restore = await dropIndexes(client, tables)
    const writer = new BulkWriter(client, columns)
    const random = randomFrom(randomSeed)
    for (let n = 0; n < copies; n++) {
      const template = templates[n % templates.length] as Template
      // Each coupon goes round the customers: a place of its own for each time.
      const turn = Math.floor(n / templates.length)
      const uid = Number(customers[turn % customers.length]?.id)
      addCopy(writer, template, { uid, seq: 1 + Math.floor(turn / customers.length), now: now.getTime(), random })
      if ((n + 1) % CHUNK && n + 1 < copies) continue
      await writer.flush()
      report(`已写入 ${n + 1} 张领取的优惠券`)
    }
    await client.query(
      `insert into coupon_count (coupon_id, received)
      select coupon_id, count(*) from coupon_user where coupon_id = any($1) group by coupon_id`,
      [templates.map(({ id }) => id)],
    )
    for (const statement of restore) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query('vacuum (analyze) coupon, coupon_user, coupon_count')
}

async function makeTemplates(client: ClientBase): Promise<Template[]> {
  const { rows } = await client.query<Template>(
    `insert into coupon (name, money_fen, min_price_fen, use_type, type, day, limit_per_user, status)
    select '优惠券' || n, 100 * (1 + n % 50), 1000 * (n % 10), 1, 1, 15 + n % 60, $2, n % 5 > 0 from generate_series(1, $1::int) as n
    returning id::int, name, money_fen::int as "moneyFen", min_price_fen::int as "minPriceFen", day`,
    [COUPONS, MOST],
  )
  return rows
}

type Receipt = { uid: number; seq: number; now: number; random: () => number }

function addCopy(writer: BulkWriter<keyof typeof columns>, of: Template, { uid, seq, now, random }: Receipt): void {
  const at = Math.floor((now - random() * DAYS * DAY_MS) / 1000) * 1000
  const end = at + of.day * DAY_MS
  const source = sources[Math.floor(random() * sources.length)]
  const isVoid = random() < 0.02
  const voided = isVoid ? Math.min(now, at + random() * (end - at)) : undefined
  writer.add('coupon_user', [
    ...[of.id, uid, seq, of.name, of.moneyFen, of.minPriceFen, 1, '{}', source, isVoid || end < now ? 2 : 0],
    ...[copyMoment(at), copyMoment(end), isVoid ? reasons[uid % reasons.length] : ''],
    ...[voided === undefined ? null : copyMoment(voided), copyMoment(at), copyMoment(voided ?? at)],
  ])
}
