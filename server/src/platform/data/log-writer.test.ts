import { expect, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { openLog } from './log-writer.ts'

test('a batch the database refuses is written row by row, and lost rows are counted', async () => {
  const shop = await openShop()
  const written: string[] = []
  const log = openLog<string>(shop.ctx, 'probe', async (rows) => {
    if (rows.includes('bad')) throw new Error('refused')
    written.push(...rows)
  })
  for (const row of ['a', 'bad', 'b']) log.add(row)
  await log.close()
  expect(written).toEqual(['a', 'b'])
  expect((await shop.ctx.platform.measures.metrics()).text).toContain('log_rows_lost_total{log="probe"} 1')
})

test('a log that cannot be written buffers 5,000 rows and counts the others', async () => {
  const shop = await openShop()
  const log = openLog<number>(shop.ctx, 'flood', async () => {})
  for (let row = 0; row < 5_010; row++) log.add(row)
  await log.close()
  expect((await shop.ctx.platform.measures.metrics()).text).toContain('log_rows_lost_total{log="flood"} 10')
})

test('rows wait while the database is away; those still waiting at the stop are counted as lost', async () => {
  const shop = await openShop()
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  let isAway = true
  const written: string[] = []
  const log = openLog<string>(shop.ctx, 'patient', async (rows) => {
    if (isAway) throw new Error('Failed query', { cause: away })
    written.push(...rows)
  })
  log.add('a')
  await new Promise((resolve) => setTimeout(resolve, 1200))
  log.add('b')
  isAway = false
  await expect.poll(() => written).toEqual(['a', 'b'])
  isAway = true
  log.add('c')
  await log.close()
  expect(shop.ctx.platform.measures.lostRows()).toBe(1)
})
