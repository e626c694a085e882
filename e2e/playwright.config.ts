import { defineConfig } from '@playwright/test'

/** Journeys over the built console, each worker on a shop of its own (see src/journey.ts). */
export default defineConfig({
  testDir: 'src',
  outputDir: 'results',
  workers: 2,
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
  projects: [{ name: 'desktop' }],
})
