const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Bytes from here on would favour the first characters and are drawn again. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/**
 * Draws digits and letters from the system's CSPRNG, each as likely as any other.
 * @param length characters; 5 to 36, drawn as well, when left out
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
