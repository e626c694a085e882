import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../../testing/shop.ts'
import { makeCustomer } from '../../../testing/user.ts'

const DAY_MS = 24 * 3600_000

/** A row of each table whose rows expire, by its columns besides `expires_at`; `:key` distinguishes two rows. */
const shortLived: Record<string, string> = {
  captcha: `(uuid, answer) values (:key, '1')`,
  idempotency_key: `(actor, method, path, key, body_hash, status, body) values (1, 'POST', '/x', :key, 'h', 200, '{}')`,
  rate_limit: `(key, "window", current) values (:key, 1, 1)`,
  ticket: `(ticket_hash, session_id, purpose) values (:key, gen_random_uuid(), 'druid')`,
  export_ticket: `(token_hash, user_id, route, query, file_name) values (:key, :user, 'x', '{}', 'x')`,
  reset_token: `(token_hash, user_id) values (:key, :user)`,
  email_code: `(user_id, email, digest) values (:user, 'a@b.cn', :key)`,
  sms_code: `(phone, purpose, digest) values (:key, 'test', 'd')`,
  totp_setup: `(user_id, secret) values (:user, :key)`,
  mfa_challenge: `(token_hash, user_id, username, remember_me, password_hash) values (:key, :user, 'x', false, 'x')`,
  pre_order: `(pre_order_no, uid, kind, basket) values (:key, :buyer, 'buyNow', '[]')`,
  ship_batch: `(operator_id, total) values (1, 1)`,
  sheet_batch: `(kind, operator_id, file_name, total) values ('payout', 1, 'a.csv', 1)`,
  order_bulk: `(operator_id, act, changes) values (1, 'tag', '{}')`,
  trusted_device: `(token_hash, user_id, ip, created_at) values (:key, :user, 'x', now())`,
}

/** Tables with `expires_at` that are cleaned up otherwise or never, and why. */
const elsewhere: Record<string, string> = {
  buyer_session: 'removed by sessionCleanup a week after its end',
  api_key: 'a key that expired stays on its screen until staff delete it',
  setup_token: 'one row, overwritten by the next',
  wechat_token: 'rows of a former secret go with logCleanup, two days later',
  live_media: 'files that WeChat forgot go with logCleanup, two days later',
  upload: 'a part is removed with its file by fileOrphanCleanup',
}

test('expired rows are removed from every table that has them; other rows stay', async () => {
  const shop = await openShop()
  const { rows: tables } = await shop.ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'expires_at' order by 1`)
  const known = [...Object.keys(shortLived), ...Object.keys(elsewhere)]
  expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  const buyer = await makeCustomer(shop.ctx)
  for (const [table, row] of Object.entries(shortLived)) {
    for (const [key, seconds] of Object.entries({ old: -1, new: 3600 })) {
      const { userId } = await shop.signIn()
      const [columns, values] = row.split(' values ')
      const at = `now() + interval '${seconds} seconds'`
      const filled = values
        ?.replaceAll(':key', `'${key}'`)
        .replaceAll(':user', String(userId))
        .replaceAll(':buyer', String(buyer))
        .replace(/\)$/, `, ${at})`)
      await shop.ctx.db.execute(
        sql.raw(`insert into ${table} ${columns?.replace(')', ', expires_at)')} values ${filled}`),
      )
    }
  }
  expect(await run(shop, 'captchaCleanup')).toBeGreaterThanOrEqual(Object.keys(shortLived).length)
  for (const table of Object.keys(shortLived)) {
    const { rows } = await shop.ctx.db.execute(
      sql.raw(`select count(*) filter (where expires_at < now()) as old,
      count(*) filter (where expires_at > now() + interval '50 minutes') as fresh from ${table}`),
    )
    expect({ table, ...rows[0] }).toEqual({ table, old: 0, fresh: 1 })
  }
})

test('sessions are kept for a week after their end, logs and messages for as long as the settings say', async () => {
  const shop = await openShop()
  const { ctx } = shop
  const { userId } = await shop.signIn()
  const days = { session: [6, 8], log: [179, 181] }
  for (const age of days.session)
    await ctx.db.execute(sql`
      insert into session (user_id, token_hash, ip, login_time, last_active_at, idle_seconds, absolute_expires_at, reauth_at)
      values (${userId}, ${`t${age}`}, 'x', now(), now(), 60, ${daysAgo(age)}, now())`)
  for (const age of days.log) {
    const at = daysAgo(age)
    await ctx.db.execute(sql`
      insert into operation_log (description, log_type, method, request_ip, time, status, request_id, created_at)
      select 'old', type, 'POST /x', 'x', 1, 200, 'r', ${at}::timestamptz from unnest(array['INFO', 'ERROR']) as type`)
    await ctx.db.execute(sql`
      insert into login_log (username, result, reason, ip, created_at) values ('x', 1, 'ok', 'x', ${at})`)
    await ctx.db.execute(sql`
      insert into job_run (job_id, job_name, bean_name, params, cron_expression, trigger, heartbeat_at, created_at)
      values (1, 'old', 'x', '{}', 'x', 'cron', now(), ${at})`)
    await ctx.db.execute(sql`insert into slow_statement (statement, time, created_at) values ('old', 300, ${at})`)
    await ctx.db.execute(sql`
      insert into sms_log (phone, content, template, result_code, created_at) values ('x', 'x', 'x', 100, ${at})`)
    await ctx.db.execute(sql`
      insert into mail_log (receivers, subject, sent, created_at) values ('[]', 'x', true, ${at})`)
  }
  await run(shop, 'sessionCleanup')
  expect(await count(shop, 'session', `token_hash in ('t6', 't8')`)).toBe(1)
  await run(shop, 'logCleanup')
  expect(await count(shop, 'operation_log', `description = 'old'`)).toBe(2)
  for (const table of ['login_log', 'job_run', 'slow_statement', 'sms_log', 'mail_log'])
    expect({ table, rows: await count(shop, table, `created_at < now() - interval '100 days'`) }).toEqual({
      table,
      rows: 1,
    })
})

/** Runs a cleanup as its schedule does. Returns how many rows it removed. */
function run({ ctx }: Shop, name: string): Promise<number> {
  const work = ctx.platform.scheduler.find(name)
  if (!work) throw new Error(`nothing is called ${name}`)
  return work.run(ctx, {}, new AbortController().signal)
}

async function count({ ctx }: Shop, table: string, where: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ rows: number }>(
    sql.raw(`select count(*) as rows from ${table} where ${where}`),
  )
  return rows[0]?.rows ?? 0
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
