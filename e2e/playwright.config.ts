import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { quickFolder } from '../server/src/testing/quick-folder.ts'

/** Of the demo shop that is filled once; workers, which read this file again, are told. */
process.env.ZHANGGUI_E2E_DEMO ??= join(quickFolder(), `zhanggui-e2e-demo-${process.pid}`)
const inEmptyShops = ['catalogue-import.spec.ts', 'first-run.spec.ts']

/** Journeys over the built console, each worker on a shop of its own (see src/journey.ts). */
export default defineConfig({
  testDir: 'src',
  globalTeardown: './src/demo-shop.teardown.ts',
  outputDir: 'results',
  // Two leave a third of two processors idle.
  workers: 3,
  retries: process.env.CI ? 1 : 0,
  // Journeys of one file share nothing either: whichever worker is free takes the next.
  fullyParallel: true,
  forbidOnly: true,
  // Far above what is needed: a machine busy with other work is no failure of the console.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Who wants no motion gets none, and has nothing to wait for; frame.spec.ts is of those who do not mind.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs a quarter of the time.
    trace: 'on-first-retry',
    actionTimeout: 30_000,
    launchOptions: {
      // In a locale without Chinese the browser saves files under another name than the page says.
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
    // These are made while the demo shop fills itself.
    { name: 'empty shop', testMatch: inEmptyShops },
    { name: 'demo shop', testIgnore: inEmptyShops, dependencies: ['fill'] },
  ],
})
