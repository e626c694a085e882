import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What the lines of a bundled file were made from; beside it, with the ending `.lines.json`. */
export type SourceLines = {
  /** Relative to the bundled file. */
  sources: readonly string[]
  /** For each line of the bundled file the place of its source in `sources`, -1 for none, and the line there. */
  places: readonly number[]
  lines: readonly number[]
}

const frame = /(file:\/\/[^\s()]+\/server\/dist\/[^\s()]+\.mjs):(\d+):\d+/g
/** The frames that were looked for: the same few fail again and again. */
const found = new Map<string, string>()

/** A stack as if the sources had run: the frames of the bundle name the file and line that they were made from. */
export function inSources(stack: string): string {
  return stack.replace(frame, (bundled, file: string, line: string) => {
    const source = found.get(bundled) ?? findSource(file, Number(line)) ?? bundled
    found.set(bundled, source)
    return source
  })
}

function findSource(file: string, line: number): string | undefined {
  try {
    const { sources, places, lines }: SourceLines = JSON.parse(
      readFileSync(`${fileURLToPath(file)}.lines.json`, 'utf8'),
    )
    const source = sources[places[line - 1] ?? -1]
    // Frames are read with a column, too.
    return source && `${new URL(source, file).href}:${lines[line - 1]}:1`
  } catch {
    // The bundle was removed while it ran.
    return undefined
  }
}
