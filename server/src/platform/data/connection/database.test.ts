import { expect, test } from 'vitest'
import { withClient } from '../../../testing/database/emptying.ts'
import { openEmptyDatabase } from '../../../testing/shop.ts'
import { migrateDatabase } from './database.ts'

test('a database from before the first release is refused in one sentence, and left as it is', async () => {
  const { ownerUrl } = await openEmptyDatabase()
  await migrateDatabase(ownerUrl)
  const tell = (hash: string) =>
    withClient(ownerUrl, async (client) => {
      const { rows } = await client.query<{ hash: string }>(
        'select hash from drizzle.__drizzle_migrations order by id limit 1',
      )
      await client.query('update drizzle.__drizzle_migrations set hash = $1 where hash = $2', [hash, rows[0]?.hash])
      return rows[0]?.hash ?? ''
    })
  const ours = await tell('another')
  await expect(migrateDatabase(ownerUrl)).rejects.toThrow('数据库来自正式发布之前的版本，无法升级')
  await tell(ours)
  await migrateDatabase(ownerUrl)
})
