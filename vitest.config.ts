import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Workers, and the servers that tests start, find the code of packages compiled: a second less for each.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/node', import.meta.url))

export default defineConfig({
  test: {
    // Tests wait for PostgreSQL and timers: a worker more than there are processors takes a seventh off the time on two.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { name: 'domain', root: './domain', include: ['src/**/*.test.ts'] } },
      { test: { name: 'contract', root: './contract', include: ['src/**/*.test.ts'] } },
      { test: { name: 'scripts', root: './scripts', include: ['**/*.test.ts'] } },
      {
        test: {
          name: 'server',
          root: './server',
          include: ['src/**/*.test.ts'],
          globalSetup: ['src/testing/database/database.global.ts'],
          env: { NODE_ENV: 'test' },
          testTimeout: 40_000,
          hookTimeout: 30_000,
          // Files share nothing but modules, which are loaded, compiled and warm once for each worker.
          isolate: false,
          // The same as the server's own.
          execArgv: ['--max-semi-space-size=32'],
        },
      },
      './web/vite.config.ts',
    ],
  },
})
