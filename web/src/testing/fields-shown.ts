import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * The fields of an answer that a screen names nowhere: neither its file nor any of its area, or of prices, that it is made of. Found in the code
 * as it is written, so that it takes no time; a field is named where its name stands in the code.
 * @param screen the file the screen begins with, from `src`
 */
export function fieldsNotNamed(screen: string, fields: Readonly<Record<string, unknown>>): string[] {
  const code = [...filesOf(resolve(import.meta.dirname, '..', screen), new Map()).values()].join('\n')
  return Object.keys(fields).filter((name) => !new RegExp(`\\b${name}\\b`).test(code))
}

function filesOf(file: string, known: Map<string, string>): Map<string, string> {
  if (known.has(file)) return known
  const source = readFileSync(file, 'utf8')
  known.set(file, bare(source))
  for (const [, path = ''] of source.matchAll(/from '(\.[^']*\.tsx?)'/g)) {
    const next = resolve(dirname(file), path)
    if (areaOf(next) === areaOf(file) || next.includes('/shared/price-trace/')) filesOf(next, known)
  }
  return known
}

const areaOf = (file: string) => /\/areas\/\w+\//.exec(file)?.[0]

/** The code without comments and texts; what stands in a template's braces is code. */
const bare = (source: string) =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'/g, "''")
