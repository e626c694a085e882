import { expect, test } from 'vitest'
import { openShop } from '../../testing/shop.ts'
import { type Ctx, gathering, inTransaction } from './context.ts'

test('what is gathered while something else is stored at the end of a transaction is stored behind it', async () => {
  const { ctx } = await openShop()
  const stored: string[] = []
  const names = gathering<string>(async (_, all) => stored.push(...all))
  const acts = gathering<string>(async (tx: Ctx, all) => {
    for (const act of all) await names(tx, [`name of ${act}`])
  })
  await inTransaction(ctx, async (tx) => {
    await names(tx, ['first'])
    await inTransaction(tx, (inner) => acts(inner, ['one', 'two']))
  })
  expect(stored).toEqual(['first', 'name of one', 'name of two'])
})
