// Loaded before a server that runs from its sources. Both hooks only speed up the start: 1.7 s instead of 3.0 s (decision 0020).
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// Reuses modules compiled at an earlier start.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

/**
 * Resolves a package's imports, and imports between its files, without parsing its package.json each time, as Node does:
 * drizzle-orm's is 180 kB and took a third of the start.
 * @param {string} name
 */
function resolveOnce(name) {
  const found = new Map()
  module.registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('.') && context.parentURL?.includes(`/node_modules/${name}/`))
        return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
      if (specifier !== name && !specifier.startsWith(`${name}/`)) return next(specifier, context)
      if (!found.has(specifier)) found.set(specifier, { ...next(specifier, context), shortCircuit: true })
      return found.get(specifier)
    },
  })
}

resolveOnce('drizzle-orm')
