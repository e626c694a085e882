import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = 'http://127.0.0.1:8080'
const api = ['/api', '/auth', '/admin', '/public', '/file', '/druid', '/doc.html', '/openapi.json', '/healthz']

/** The arrows of number fields are named in English by the library, without a way to name them otherwise. Only in builds. */
const chineseSteps: Plugin = {
  name: 'chinese-steps',
  apply: 'build',
  transform: {
    filter: { id: /@rc-component\/input-number\/.*StepHandler/ },
    handler(code) {
      const named = code.replace("'Increase Value'", "'增加'").replace("'Decrease Value'", "'减少'")
      if (named === code) this.error('the names of the arrows have changed')
      return { code: named, map: null }
    },
  },
}

// The mode `parts` builds the sheet of all parts instead of the console (see src/parts).
export default defineConfig(({ mode }) => ({
  plugins: [react(), chineseSteps],
  build: {
    target: 'es2023',
    // The charts are a little over the usual 500; the start of a shop should not warn of that.
    chunkSizeWarningLimit: 600,
    // Inlined small images would need exceptions to the CSP, which allows only files of our own.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: mode === 'parts' ? 'parts.html' : 'index.html',
      output: {
        codeSplitting: {
          // What every page needs and few releases change keeps its file name, and so stays in the browser's cache.
          groups: [
            {
              name: 'platform',
              test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|@tanstack\/(react-query|query-core)|cookie-es)\//,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { ...Object.fromEntries(api.map((prefix) => [prefix, server])), '/websocket': { target: server, ws: true } },
  },
  test: {
    environment: './src/testing/environment.ts',
    // Drawing pages makes short-lived objects: collecting them cost a tenth of the time.
    execArgv: ['--max-semi-space-size=64'],
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/testing/setup.ts'],
    // Files share only modules: the component library is loaded once per worker, not once per file.
    isolate: false,
    // Same as in vitest.config.ts; the reason is there.
    maxWorkers: availableParallelism() + 1,
  },
}))
