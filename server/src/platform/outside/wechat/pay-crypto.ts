import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto'

// Signatures and ciphers of WeChat Pay v3: RSA-SHA256 over lines that each end with a line feed, AES-256-GCM.

const TAG_BYTES = 16
/** WeChat's keys have as many bits. */
export const KEY_BITS = 2048

/** Signs lines. Returns Base64. */
export function signLines(key: KeyObject, lines: readonly (string | Uint8Array)[]): string {
  return sign('sha256', ofLines(lines), key).toString('base64')
}

/** Whether a signature is of these lines. */
export function isSigned(key: KeyObject, lines: readonly (string | Uint8Array)[], signature: string): boolean {
  return verify('sha256', ofLines(lines), key, Buffer.from(signature, 'base64'))
}

function ofLines(lines: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]))
}

/** What WeChat encrypts. */
export type Sealed = { ciphertext: string; nonce: string; associated_data?: string }

/**
 * Opens what was sealed with the v3 key.
 * @throws for another key, or a changed text
 */
export function openSealed(v3Key: string, { ciphertext, nonce, associated_data = '' }: Sealed): string {
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length < TAG_BYTES) throw new Error('a sealed text without its tag')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(v3Key), Buffer.from(nonce))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  decipher.setAAD(Buffer.from(associated_data))
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
}

/** The reverse of {@link openSealed}. */
export function sealText(v3Key: string, text: string, nonce: string, associated: string): Required<Sealed> {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(v3Key), Buffer.from(nonce))
  cipher.setAAD(Buffer.from(associated))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return { ciphertext: sealed.toString('base64'), nonce, associated_data: associated }
}

/** A word of 32 letters and digits that nobody guesses. */
export const makeNonce = (): string => randomBytes(16).toString('hex').toUpperCase()

/** A merchant's private key. Undefined for what is no RSA key of its size. */
export function readPrivateKey(pem: string): KeyObject | undefined {
  return ofRightSize(() => createPrivateKey(pem))
}

/** A public key, or that of a certificate, with the certificate's serial number. Undefined for what is neither. */
export function readPublicKey(pem: string): { key: KeyObject; serial: string } | undefined {
  const isCertificate = pem.includes('CERTIFICATE')
  const key = ofRightSize(() => (isCertificate ? new X509Certificate(pem).publicKey : createPublicKey(pem)))
  return key && { key, serial: isCertificate ? new X509Certificate(pem).serialNumber : '' }
}

function ofRightSize(read: () => KeyObject): KeyObject | undefined {
  try {
    const key = read()
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
    return key.asymmetricKeyType === 'rsa' && modulusLength >= KEY_BITS ? key : undefined
  } catch {
    return undefined
  }
}
