/** Of ten characters beyond ASCII so many must be readable for an encoding to be the file's. */
const MOST = 0.8
/** Old tools end a text with Ctrl-Z, or fill it up with NUL. */
const END_MARKS = [0x00, 0x1a]

/** The length of a file's content without the marks of its end. */
export function lengthWithoutEnd(content: Uint8Array): number {
  let length = content.length
  while (length && END_MARKS.includes(content[length - 1] ?? -1)) length--
  return length
}

/**
 * Decodes the encodings shops use: in China Excel saves CSV as GB 18030, and "Unicode text" as UTF-16. Some tools cut fields at a
 * number of bytes, in the middle of a character: what cannot be read becomes U+FFFD.
 * @returns undefined where no encoding fits
 */
export function decodeText(content: Uint8Array): string | undefined {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content).replace(/[\0\u001A]+$/, '')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content).replace(/[\0\u001A]+$/, '')
  const own = content.subarray(0, lengthWithoutEnd(content))
  // No part of a character in these encodings, whole or cut.
  if (own.includes(0xff)) return undefined
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(own)
    } catch {
      const text = new TextDecoder(encoding).decode(own)
      if (isMostlyRead(text)) return text
    }
  return undefined
}

function isMostlyRead(text: string): boolean {
  const lost = text.split('\uFFFD').length - 1
  const beyond = text.match(/[^\0-\u007F]/g)?.length ?? 0
  return beyond - lost >= beyond * MOST
}
