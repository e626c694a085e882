const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Bytes from here on would favour the first characters, so they are drawn again. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/**
 * Draws digits and letters from the system's CSPRNG, all equally likely.
 * @param length characters; 5 to 36, drawn at random, by default
 */
export function randomString(length = 5 + (randomByte() % 32)): string {
  let text = ''
  while (text.length < length) {
    const byte = randomByte()
    if (byte < FAIR_BYTES) text += ALPHABET.charAt(byte % ALPHABET.length)
  }
  return text
}

function randomByte(): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte
}
