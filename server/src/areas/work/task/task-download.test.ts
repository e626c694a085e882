import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { shopUser } from '@zhanggui/contract/user/shop-user.ts'
import { task } from '@zhanggui/contract/work/task.ts'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { tasks } from '../../../platform/work/task.tables.ts'
import { resultFolder } from '../../../platform/work/tasks.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { SEE_SENSITIVE } from '../../user/shop-user/shop-user.service.ts'

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

test('a sheet with whole phones cannot be fetched by those who see them masked, nor by those who now see fewer rows', async () => {
  const shop = await openShop()
  await shop.ctx.db.execute(sql`insert into shop_user (account, nickname, password_hash, user_type, login_type, phone)
    select n, n, '', 'h5', 'h5', 13800000000 + n from generate_series(1, 5001) as n`)
  const mayExport = ['admin:user:export', 'admin:system:task:list']
  const whole = [...mayExport, SEE_SENSITIVE]
  const ask = async (permissions: readonly string[]) => {
    const maker = await shop.signIn({ permissions })
    const { body } = await maker.call(shopUser.download, { query: { shown: ['id', 'phone'] } })
    const params = { id: 'taskId' in body ? body.taskId : '' }
    await expect.poll(async () => (await maker.call(task.info, { params })).body.status).toBe('success')
    return { maker, address: task.download.path.replace(':id', params.id) }
  }
  await shop.app.work()
  const [full, masked] = [await ask(whole), await ask(mayExport)]
  const fetchedBy = async (permissions: readonly string[], { address }: { address: string }) =>
    (await (await shop.signIn({ permissions })).send('GET', address)).status
  expect([await fetchedBy(whole, full), await fetchedBy(mayExport, full)]).toEqual([200, 403])
  expect([await fetchedBy(whole, masked), await fetchedBy(mayExport, masked)]).toEqual([200, 200])

  await shop.ctx.db.execute(
    sql`update role set data_scope = '本门店' where permission = ${`role_${full.maker.username}`}`,
  )
  await shop.ctx.db.execute(sql`update admin_user set perm_version = perm_version + 1`)
  expect((await full.maker.send('GET', full.address)).status).toBe(403)
})
