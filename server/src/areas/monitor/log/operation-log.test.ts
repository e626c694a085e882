import { log } from '@zhanggui/contract/monitor/log.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'

const names = Array.from({ length: 10 }, (_, index) => `部门${index}`)

test('3.10 a visitor who sends text the database cannot store costs no row of the log', async () => {
  const shop = await openShop()
  const [clerk, stranger] = [await shop.signIn({ can: [dept.save, log.list] }), shop.visitor()]
  for (const name of names) {
    const saved = clerk.call(dept.save, { body: { name, pid: 0, sort: 1, enabled: true } })
    const refused = ['%00', '%ED%A0%80', `a%00${'b'.repeat(80)}`].map((id) =>
      stranger.send('PUT', `/api/users/${id}/status`, { 'enabled\0': ['\ud800'] }),
    )
    expect((await saved).status).toBe(200)
    for (const { status } of await Promise.all(refused)) expect([400, 401]).toContain(status)
  }
  const rows = async () =>
    (
      await shop.ctx.db.execute<{ params: { name?: string }; id: string }>(
        sql`select params, object_id as id from operation_log`,
      )
    ).rows
  await expect
    .poll(async () =>
      (await rows())
        .map(({ params }) => params.name)
        .filter(Boolean)
        .sort(),
    )
    .toEqual(names)
  // The visitors' calls are logged too, with what is left of their text.
  expect((await rows()).filter(({ id }) => id === `a${'b'.repeat(39)}`)).toHaveLength(10)
})
