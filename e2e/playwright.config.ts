import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { quickFolder } from '../server/src/testing/database/quick-folder.ts'

/** The folder of the demo shop, which is filled once; workers, which load this file again, get it from the environment. */
process.env.ZHANGGUI_E2E_DEMO ??= join(quickFolder(), `zhanggui-e2e-demo-${process.pid}`)
const inEmptyShops = [
  'console/empty-pages.spec.ts',
  'staff/first-run.spec.ts',
  'staff/start.spec.ts',
  'tasks/import.spec.ts',
  'tasks/table.spec.ts',
]

/** Journeys over the built console, each worker with its own shop (see src/shop/journey.ts). */
export default defineConfig({
  testDir: 'src',
  globalTeardown: './src/shop/demo-shop.teardown.ts',
  outputDir: 'results',
  // Each has a browser and a server, which work at the same time: more would only wait for one another.
  workers: 2,
  retries: process.env.CI ? 1 : 0,
  // Journeys of one file are independent too: any free worker takes the next.
  fullyParallel: true,
  forbidOnly: true,
  // Generous, and the same for all: a busy machine must not count as a failure of the console, and no journey sets its own.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Without animations there is nothing to wait for; frame.spec.ts covers the console with them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording would cost a quarter of the time.
    trace: 'on-first-retry',
    actionTimeout: 90_000,
    launchOptions: {
      // In a locale without Chinese the browser changes the names of downloads.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      ...(process.env.CHROME_PATH && { executablePath: process.env.CHROME_PATH }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'fill', testMatch: 'demo-shop.setup.ts' },
    // These run while the demo shop is being filled.
    { name: 'empty shop', testMatch: inEmptyShops },
    { name: 'demo shop', testIgnore: inEmptyShops, dependencies: ['fill'] },
  ],
})
