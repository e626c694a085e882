import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * A jsdom per worker instead of per file: making a window takes a quarter of a second, and the component library's styles
 * are parsed again in each. `setup.ts` clears what tests leave in it.
 */
const kept = globalThis as { madeJsdom?: Promise<unknown> }

export default {
  name: 'jsdom-per-worker',
  viteEnvironment: 'client',
  setup: async (global, options) => {
    kept.madeJsdom ??= Promise.resolve(builtinEnvironments.jsdom.setup(global, options))
    await kept.madeJsdom
    return { teardown: () => {} }
  },
} satisfies Environment
