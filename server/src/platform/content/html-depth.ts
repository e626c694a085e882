import { Parser } from 'htmlparser2'

/** Pages and pasted documents need some dozens. */
const MAX_DEPTH = 256

class TooDeep extends Error {}

/**
 * Whether elements are nested so deeply that reading them would hold up every call: the parser's work grows with the square
 * of the depth, and HTML may leave elements open without end.
 */
export function nestsTooDeeply(html: string): boolean {
  let depth = 0
  const parser = new Parser({
    onopentagname: () => {
      if (++depth > MAX_DEPTH) throw new TooDeep()
    },
    onclosetag: () => {
      depth--
    },
  })
  try {
    parser.end(html)
    return false
  } catch (error) {
    if (error instanceof TooDeep) return true
    throw error
  }
}
