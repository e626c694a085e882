import { Parser } from 'htmlparser2'

/** Pages and pasted documents need some dozens. */
const MAX_DEPTH = 256
/** Long descriptions pasted from documents have a few thousand. */
export const MAX_PARTS = 20_000

/** Why HTML would hold up every call: `deep` is nested without end, `large` has too many elements, attributes and styles. */
export type HtmlFault = 'deep' | 'large'

class Beyond extends Error {
  readonly fault: HtmlFault

  constructor(fault: HtmlFault) {
    super(fault)
    this.fault = fault
  }
}

/**
 * Whether elements are nested so deeply that reading them would hold up every call: the parser's work grows with the square
 * of the depth, and HTML may leave elements open without end.
 */
export function nestsTooDeeply(html: string): boolean {
  return findHtmlFault(html, Number.POSITIVE_INFINITY) !== undefined
}

/** Reads HTML as far as the first limit that it exceeds. */
export function findHtmlFault(html: string, maxParts = MAX_PARTS): HtmlFault | undefined {
  let depth = 0
  let parts = 0
  const add = (more: number) => {
    parts += more
    if (parts > maxParts) throw new Beyond('large')
  }
  const parser = new Parser({
    onopentagname: () => {
      add(1)
      if (++depth > MAX_DEPTH) throw new Beyond('deep')
    },
    onattribute: (name, value) => add(name === 'style' ? 1 + value.split(';').length : 1),
    onclosetag: () => {
      depth--
    },
  })
  try {
    parser.end(html)
    return undefined
  } catch (error) {
    if (error instanceof Beyond) return error.fault
    throw error
  }
}
