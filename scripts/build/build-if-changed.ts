import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../run.ts'

/** What is built from which sources. */
export type Build = {
  /** Remembers what was built; deleted with what was built, if it is in the same folder. */
  stamp: string
  /** Files and folders, relative to the repository. */
  sources: readonly string[]
  /** Leaves a file out, by its path relative to the repository. */
  without?: (path: string) => boolean
}

/**
 * Builds unless it was built from the same sources. Usually sizes and times of change say so, without reading a file.
 * @throws when the build fails; the next call then builds again
 */
export async function buildIfChanged({ stamp, sources, without }: Build, build: () => Promise<void>): Promise<void> {
  const files = sources.flatMap((source) => filesOf(join(root, source))).filter(({ path }) => !without?.(path))
  const looks = hash(files.map(({ path, size, changedAt }) => `${path}\0${size}\0${changedAt}`))
  const [builtLooks, builtContent] = readStamp(stamp)
  if (looks === builtLooks) return
  const content = hash(files.map(({ path }) => `${path}\0${hash([readFileSync(join(root, path))])}`))
  if (content !== builtContent) await build()
  writeFileSync(stamp, `${looks}\n${content}\n`)
}

type SourceFile = { path: string; size: number; changedAt: number }

/** The files of a folder, in a fixed order; a file is the only one of its own. */
function filesOf(path: string): SourceFile[] {
  const found = statSync(path)
  if (found.isFile()) return [{ path: relative(root, path), size: found.size, changedAt: found.ctimeMs }]
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .sort()
    .flatMap((name) => filesOf(join(path, name)))
}

function readStamp(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return []
  }
}

function hash(parts: readonly (string | Buffer)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part).update('\n')
  return sum.digest('hex')
}
