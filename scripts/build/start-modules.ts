import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsOf, withoutComments } from '../read-imports.ts'

/** What a start reads: files by their paths in the repository and packages by their names, each with the file that imports it. */
export type StartModules = Map<string, string | undefined>

/**
 * What a start reads before it listens: the modules that an entry imports, those that these import, and packages. What is
 * imported when a line runs is left out, but for the entry and its `stages`, whose lines all run at a start.
 */
export function startModules(root: string, entry: string, stages: readonly string[] = []): StartModules {
  const found: StartModules = new Map([[entry, undefined]])
  for (const path of found.keys()) {
    if (!/\.(ts|mjs)$/.test(path)) continue
    const code = withoutComments(readFileSync(join(root, path), 'utf8'))
    const isStage = path === entry || stages.includes(path)
    for (const { target, package: name, typeOnly, lazy } of importsOf({ path, code }, (each) =>
      existsSync(join(root, each)),
    )) {
      const read = target ?? name
      if (typeOnly || (lazy && !isStage) || !read || read === 'node:' || found.has(read)) continue
      found.set(read, path)
    }
  }
  return found
}

/**
 * Compares what a start reads with what was recorded.
 * @returns a sentence that names what was added and says what to do; undefined if nothing was
 */
export function addedAtStart(read: StartModules, recorded: readonly string[]): string | undefined {
  const known = new Set(recorded)
  const added = [...read].filter(([module]) => !known.has(module))
  if (!added.length) return undefined
  const names = added.map(([module, importer]) => `  ${module}, imported by ${importer ?? 'nothing'}`)
  return [
    `A start now reads ${added.length} more modules:`,
    ...names,
    'Import with its first use what is not needed to listen: await import(…). If all is needed: npm run start-modules.',
  ].join('\n')
}
