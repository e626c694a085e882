import type { Route } from '@zhanggui/contract/routes.ts'
import { expect, test } from 'vitest'
import { openShop } from '../../../testing/shop.ts'
import { liftRateLimits, type RawRequest } from '../../../testing/walk/hostile.ts'
import { makeSender } from '../../../testing/walk/hostile-walk.ts'

test('refusals of invalid input reveal nothing about tables, files or code', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const send = makeSender(shop)
  for (const route of shop.app.routes) {
    const { status, text } = await send(brokenCall(route), route)
    // The database monitor exists to show details of the database.
    if (status < 400 && route.path.startsWith('/api/monitor/db/')) continue
    expect(text, route.name).not.toMatch(/\b(?:select|insert) |postgres|node_modules|\bat .+\.ts|Error:/i)
  }
})

function brokenCall({ method, path }: Route): RawRequest {
  const url = `${path.replace(/:\w+/g, '%27')}?sort=%27&page=%27&id=%27&dictName=%27`
  return {
    method,
    url,
    headers: { 'content-type': 'application/json' },
    payload: '{"id":"\'","name":"\'","sort":"\'"}',
  }
}
