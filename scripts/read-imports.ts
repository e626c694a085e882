import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

/** One import of a file. Paths are relative to the repository, with slashes. */
export type Import = {
  file: string
  specifier: string
  /** The repository file it resolves to; undefined for packages. */
  target: string | undefined
  /** The package; undefined for files of the repository. */
  package: string | undefined
  /** Erased with the types: `import type`. */
  typeOnly: boolean
  /** `import('…')`, loaded when the line runs. */
  lazy: boolean
}

export type SourceFile = { path: string; code: string }

const OWN = '@zhanggui/'
const folders = ['domain', 'contract', 'server', 'web', 'page-kit', 'h5', 'e2e', 'scripts', 'bench']
const statement = /^[ \t]*(import|export)(\s+type\b(?!\s*,|\s+from\b))?[^'"`;()]*?\bfrom\s*(['"])([^'"\n]+)\3/gm
const bare = /^[ \t]*import\s*(['"])([^'"\n]+)\1/gm
const dynamic = /\bimport\(\s*(['"])([^'"\n]+)\1/g

/** The paths of all source files of the repository. */
export function sourcePaths(root: string): string[] {
  const paths = globSync(`{${folders.join(',')}}/**/*.{ts,tsx,mts,mjs}`, { cwd: root, exclude: isGenerated })
  return paths.map((path) => path.split(sep).join('/')).sort()
}

/** All source files of the repository, without their comments. */
export function readSources(root: string): SourceFile[] {
  return sourcePaths(root).map((path) => ({ path, code: withoutComments(readFileSync(join(root, path), 'utf8')) }))
}

function isGenerated(path: string): boolean {
  return /(^|[\\/])(node_modules|dist|migrations|results)$/.test(path)
}

/** The imports of a file, in source order. @param exists whether a path of the repository leads to a file */
export function importsOf({ path, code }: SourceFile, exists: (path: string) => boolean): Import[] {
  const found = [
    ...[...code.matchAll(statement)].map((match) => ({ match, specifier: match[4], typeOnly: Boolean(match[2]) })),
    ...[...code.matchAll(bare)].map((match) => ({ match, specifier: match[2], typeOnly: false })),
    ...[...code.matchAll(dynamic)].map((match) => ({ match, specifier: match[2], typeOnly: false, lazy: true })),
  ].sort((one, other) => one.match.index - other.match.index)
  return found.map(({ specifier = '', typeOnly, ...rest }) => ({
    file: path,
    specifier,
    typeOnly,
    lazy: 'lazy' in rest,
    ...resolve(path, specifier, exists),
  }))
}

function resolve(
  from: string,
  specifier: string,
  exists: (path: string) => boolean,
): Pick<Import, 'target' | 'package'> {
  const [wanted = ''] = specifier.split('?', 1)
  if (wanted.startsWith('.'))
    return {
      target: normalize(join(dirname(from), wanted))
        .split(sep)
        .join('/'),
      package: undefined,
    }
  if (wanted.startsWith(OWN)) {
    const [workspace = '', ...rest] = wanted.slice(OWN.length).split('/')
    const inSources = `${workspace}/src/${rest.join('/')}`
    return {
      target: exists(inSources) ? inSources : `${workspace}/${rest.join('/')}`,
      package: undefined,
    }
  }
  const parts = wanted.split('/')
  const name = wanted.startsWith('node:') ? 'node:' : parts.slice(0, wanted.startsWith('@') ? 2 : 1).join('/')
  return { target: undefined, package: name }
}

export function withoutComments(code: string): string {
  return code.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '')
}
