import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tasks } from '../../../platform/work/task.tables.ts'
import { resultFolder } from '../../../platform/work/tasks.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'

const content = Buffer.from('编号,名称\r\n'.repeat(500))

async function finishedTask({ ctx }: Shop, { userId }: Caller, file: string, type = 'report'): Promise<string> {
  const folder = resultFolder(ctx.platform)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, file), content)
  const [row] = await ctx.db
    .insert(tasks)
    .values({ type, title: '报表', params: {}, heavy: false, createdBy: userId, createdAt: ctx.now() })
    .returning({ id: tasks.id })
  const done = { status: 'success' as const, progress: 100, resultFile: file, resultName: file }
  await ctx.db
    .update(tasks)
    .set(done)
    .where(eq(tasks.id, row?.id ?? ''))
  return `/api/tasks/${row?.id}/download`
}

test.each(['a.csv', 'a.xlsx'])('the result %s can be downloaded in parts by its user', async (file) => {
  const shop = await openShop()
  const staff = await shop.signIn()
  const address = await finishedTask(shop, staff, file)
  const other = await shop.signIn()
  expect((await other.send('GET', address, undefined, { range: 'bytes=0-9' })).status).toBe(404)
  const ask = async (range?: string) => {
    const headers = { authorization: `Bearer ${staff.token}`, 'accept-encoding': 'gzip', ...(range && { range }) }
    return shop.app.fastify.inject({ method: 'GET', url: address, headers })
  }
  const whole = await ask()
  expect([whole.statusCode, whole.headers['accept-ranges']]).toEqual([200, 'bytes'])
  const rest = await ask('bytes=1000-')
  expect(rest.statusCode).toBe(206)
  expect(rest.headers['content-range']).toBe(`bytes 1000-${content.length - 1}/${content.length}`)
  expect(rest.headers['content-encoding'] ?? 'identity').toBe('identity')
  expect(rest.rawPayload.equals(content.subarray(1000))).toBe(true)
  expect((await ask(`bytes=${content.length}-`)).statusCode).toBe(416)
})

test('a result can be fetched only with the rights that its task needs: whoever lost the right to make codes cannot fetch them', async () => {
  const shop = await openShop()
  shop.app.platform.tasks.handle('codes', { needs: 'admin:coupon:code:save' }, async () => ({}))
  const [maker, former] = [await shop.signIn({ permissions: ['admin:coupon:code:save'] }), await shop.signIn()]
  expect((await maker.send('GET', await finishedTask(shop, maker, 'a.csv', 'codes'))).status).toBe(200)
  expect(await former.send('GET', await finishedTask(shop, former, 'b.csv', 'codes'))).toMatchObject({ status: 403 })
})
