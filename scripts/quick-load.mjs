// Loaded before the server: both make a start quicker, and nothing depends on them.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// What was compiled at an earlier start is read from there: faster, and some 30 MB less.
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

/**
 * Finds what is imported from a package of modules, and what its files import of each other, without reading the package's
 * description again each time, as Node does: that of drizzle-orm is 180 kB, and took a third of a start.
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
