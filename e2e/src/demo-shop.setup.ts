import { test } from '@playwright/test'
import { startServerProcess } from '../../server/src/testing/process/server-process.ts'

/** Journeys start on copies of its folder. */
test('a demo shop fills itself', async () => {
  test.setTimeout(480_000)
  const server = await startServerProcess({ ZHANGGUI_DATA: process.env.ZHANGGUI_E2E_DEMO ?? '' }, 'demo.ts')
  await server.stop()
})
