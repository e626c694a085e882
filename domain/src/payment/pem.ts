/** A key or certificate in a text, and the line before it, which names it. */
export type PemBlock = {
  /** What stands before it: the id of a key, the serial number of a certificate; '' for nothing. */
  id: string
  /** `PUBLIC KEY`, `CERTIFICATE`, `PRIVATE KEY` … */
  label: string
  /** The block, written anew with its own lines. */
  pem: string
}

const BLOCK = /-----BEGIN ([A-Z ]{1,40})-----([A-Za-z0-9+/=\s]{1,20000})-----END ([A-Z ]{1,40})-----/g
const LINE = 64

/**
 * The blocks of a text, in its order. Line breaks may be missing, as one-line fields take them away.
 * @returns undefined for a text that is anything but blocks with an id before each, or without
 */
export function readPemBlocks(text: string): PemBlock[] | undefined {
  const blocks: PemBlock[] = []
  let end = 0
  for (const found of text.matchAll(BLOCK)) {
    const [whole, label = '', content = '', closing] = found
    const id = text.slice(end, found.index).trim()
    if (closing !== label || !/^[\w-]{0,64}$/.test(id)) return undefined
    const lines = content.replace(/\s/g, '').match(new RegExp(`.{1,${LINE}}`, 'g'))
    if (!lines) return undefined
    blocks.push({ id, label, pem: [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n') })
    end = found.index + whole.length
  }
  return blocks.length && !text.slice(end).trim() ? blocks : undefined
}
