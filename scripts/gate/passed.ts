import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a step of the check looks at: each path with a hash of what matters there. */
export type Inputs = ReadonlyMap<string, string>

/**
 * The files of the repository with hashes of their contents. Times and sizes would do for less, but a checkout or a copy may
 * change contents and keep both.
 * @returns undefined outside a git checkout
 */
export function readFiles(root: string): Inputs | undefined {
  const listed = listFiles(root)
  if (!listed) return undefined
  const files = new Map<string, string>()
  for (const path of listed) {
    const content = readIfThere(join(root, path))
    if (content) files.set(path, hashOf(content))
  }
  return files
}

/** Tracked files and those not added yet, but none that git ignores. */
function listFiles(root: string): string[] | undefined {
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return [...new Set(listed.split('\0').filter(Boolean))].sort()
  } catch {
    return undefined
  }
}

/** Undefined for what was deleted and is still in git's index, and for folders. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** The paths at which two states differ, those that only one of them has included. */
export function changedPaths(before: Inputs, now: Inputs): string[] {
  const all = new Set([...before.keys(), ...now.keys()])
  return [...all].filter((path) => before.get(path) !== now.get(path))
}

/**
 * What the compiler looks at: the files that it read, the settings, and the names of all sources, as a new file may be part of
 * the program or be found by an import instead of another.
 * @param read paths relative to the root, by the compiler's own account; see {@link readByCompiler}
 * @param packages a hash of the installed packages
 * @returns undefined when the compiler read something that is not among the files: nobody would see it change
 */
export function typeInputs(files: Inputs, read: readonly string[], packages: string): Inputs | undefined {
  if (read.some((path) => !files.has(path))) return undefined
  const contents = new Set(read)
  const sources = [...files].filter(([path]) => /\.([cm]?[jt]sx?|json)$/.test(path))
  const inputs = sources.map(([path, hash]): [string, string] => [
    path,
    contents.has(path) || isSetting(path) ? hash : '',
  ])
  return new Map([...inputs, ['node_modules', packages]])
}

const isSetting = (path: string) => /(^|\/)(package|tsconfig[^/]*)\.json$/.test(path)

/** The files of the repository that the compiler read when it wrote its build info, relative to the root. */
export function readByCompiler(root: string, buildInfo: string): string[] | undefined {
  const text = readIfThere(join(root, buildInfo))
  if (!text) return undefined
  const { fileNames } = JSON.parse(text.toString()) as { fileNames: string[] }
  const folder = dirname(buildInfo)
  return fileNames
    .filter((name) => name.startsWith('.'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('node_modules/'))
}

/** What the linter looks at: each file by itself, under rules that are the same for all. */
export function lintInputs(files: Inputs, packages: string): Inputs {
  const rules = [...files].filter(([path]) => isRule(path)).flat()
  const common = hashOf([packages, ...rules].join('\n'))
  return new Map([...files].map(([path, hash]) => [path, hashOf(`${common} ${hash}`)]))
}

const isRule = (path: string) =>
  /(^|\/)(biome\.jsonc?|package\.json|\.gitignore|\.editorconfig)$|^scripts\/lint\//.test(path)

/** Keeps what each step last passed, in one file. */
export function openPassed(file: string) {
  const steps: Record<string, [string, string][]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return {
    /** Empty for a step that never passed. */
    of: (step: string): Inputs => new Map(steps[step]),
    save(passed: ReadonlyMap<string, Inputs>) {
      for (const [step, inputs] of passed) steps[step] = [...inputs]
      mkdirSync(dirname(file), { recursive: true })
      const written = `${file}.${process.pid}`
      writeFileSync(written, JSON.stringify(steps))
      renameSync(written, file)
    },
  }
}

export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 24)
}
