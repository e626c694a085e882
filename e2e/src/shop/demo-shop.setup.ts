import { expect, test } from '@playwright/test'
import { signIn, startShop } from './shop.ts'

/** Journeys start on copies of its folder. */
test('a demo shop fills itself', async () => {
  const shop = await startShop('demo', process.env.ZHANGGUI_E2E_DEMO)
  const admin = await signIn(shop, { username: 'admin', password: shop.password }, '198.18.255.1')
  // Journeys share a sign-in and are quicker than people.
  const saved = await admin.call('PUT', '/api/settings/security', {
    values: { rate_session_per_minute: 100_000, rate_writes_per_minute: 100_000 },
  })
  expect(saved.status).toBe(200)
  await shop.stop()
})
