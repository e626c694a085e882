import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const BLOCK = 32
const RANDOM = 16
const LENGTH = 4

/** What WeChat seals its messages with: the two secrets that stand at both sides, and whose they are. */
export type SealKeys = { token: string; encodingAesKey: string; appid: string }

/** A sealed message that is not WeChat's, or not for this account. */
export class NotSealedByWechat extends Error {}

/** The signature over parts, whose order does not matter. */
export function signParts(...parts: readonly string[]): string {
  return createHash('sha1').update(parts.toSorted().join('')).digest('hex')
}

/** Whether a signature is that of the parts; takes as long for a wrong one. */
export function isSigned(signature: string, ...parts: readonly string[]): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signParts(...parts))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * Opens a sealed message: random bytes, length, message, and the AppID it is for.
 * @throws {NotSealedByWechat}
 */
export function openMessage(sealed: string, { encodingAesKey, appid }: SealKeys): string {
  const plain = unpad(decrypt(sealed, encodingAesKey))
  const length = plain.length < RANDOM + LENGTH ? -1 : plain.readUInt32BE(RANDOM)
  const end = RANDOM + LENGTH + length
  if (length < 0 || end > plain.length) throw new NotSealedByWechat('the length does not fit')
  if (plain.toString('utf8', end) !== appid) throw new NotSealedByWechat('it is for another account')
  return plain.toString('utf8', RANDOM + LENGTH, end)
}

/** Seals a message as WeChat does. @param random 16 bytes, for tests */
export function sealMessage(
  message: string,
  { encodingAesKey, appid }: SealKeys,
  random: Buffer = randomBytes(RANDOM),
): string {
  const content = Buffer.from(message, 'utf8')
  const length = Buffer.alloc(LENGTH)
  length.writeUInt32BE(content.length)
  const key = keyOf(encodingAesKey)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const plain = pad(Buffer.concat([random, length, content, Buffer.from(appid, 'utf8')]))
  return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64')
}

function decrypt(sealed: string, encodingAesKey: string): Buffer {
  const content = Buffer.from(sealed, 'base64')
  if (!content.length || content.length % 16) throw new NotSealedByWechat('it is no whole number of blocks')
  const key = keyOf(encodingAesKey)
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([decipher.update(content), decipher.final()])
}

function keyOf(encodingAesKey: string): Buffer {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64')
  if (key.length !== 32) throw new NotSealedByWechat('the key of this account is none')
  return key
}

/** Blocks of 32 bytes are padded, though those of the cipher have 16: by hand, as Node refuses more than 16. */
function pad(content: Buffer): Buffer {
  const missing = BLOCK - (content.length % BLOCK)
  return Buffer.concat([content, Buffer.alloc(missing, missing)])
}

function unpad(content: Buffer): Buffer {
  const padding = content.at(-1) ?? 0
  const isPadding = padding >= 1 && padding <= BLOCK && content.length >= padding
  if (!isPadding || content.subarray(-padding).some((byte) => byte !== padding))
    throw new NotSealedByWechat('the padding is wrong')
  return content.subarray(0, -padding)
}
