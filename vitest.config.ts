import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { SoonestFirst } from './scripts/gate/test-order.ts'

// Workers, and the servers that tests start, find the code of packages compiled: a second less for each.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url))

/**
 * Limits of time, the same for every test. They end what hangs and judge nothing: machines may be slow and busy. No test has
 * others; what a limit is too long for is counted in steps or measured by the bench.
 */
const limits = { testTimeout: testTimeout(), hookTimeout: 900_000, expect: { poll: { timeout: 300_000 } } }
/** Files share nothing but modules, which are loaded, compiled and warm once for each worker. */
const shared = { ...limits, isolate: false }

export default defineConfig({
  test: {
    // Tests wait for PostgreSQL and timers: a worker more than there are processors takes a seventh off the time on two.
    maxWorkers: availableParallelism() + 1,
    ...(process.env.TEST_RANKS && { sequence: { sequencer: SoonestFirst } }),
    projects: [
      { test: { ...shared, name: 'domain', root: './domain', include: ['src/**/*.test.ts'] } },
      { test: { ...shared, name: 'contract', root: './contract', include: ['src/**/*.test.ts'] } },
      { test: { ...shared, name: 'page-kit', root: './page-kit', include: ['src/**/*.test.{ts,tsx}'] } },
      { test: { ...shared, name: 'scripts', root: './scripts', include: ['**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'server',
          root: './server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/database/database.global.ts'],
          env: { NODE_ENV: 'test' },
          // The same as the server's own.
          execArgv: ['--max-semi-space-size=32'],
        },
      },
      { extends: './web/vite.config.ts', root: './web', test: { ...shared, name: 'web' } },
      { extends: './h5/vite.config.ts', root: './h5', test: { ...shared, name: 'h5' } },
    ],
  },
})

/** Whoever asks for more runs of a random test waits as long as they take: 500 of the coupons are a quarter of an hour and more. */
function testTimeout(): number {
  const names = [
    'BARGAIN_WALKS',
    'COUPON_RUNS',
    'HOSTILE_RUNS',
    'KILL_RUNS',
    'LAW_RUNS',
    'MONEY_WALKS',
    'TEAM_WALKS',
    'WALKS',
  ]
  return names.some((name) => process.env[name]) ? 0 : 900_000
}
