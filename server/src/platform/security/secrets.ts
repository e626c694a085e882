import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { StartError } from '../start-error.ts'

/** Encrypts texts that must not be readable in the database or a backup: AES-256-GCM. */
export type Secrets = {
  /** Identifies the key without revealing it. */
  keyId: string
  /** Derives a key of 32 bytes for one purpose, which does not reveal this key. */
  derive(salt: string, purpose: string): Buffer
  /** Returns the sealed form: `v1.<key id>.<base64url of nonce, tag and cipher text>`. */
  seal(text: string): string
  /**
   * Returns the original text.
   * @throws when it was sealed with another key or modified
   */
  open(sealed: string): string
  /** A keyed digest of 43 characters, for codes so short that a plain digest could be brute-forced. */
  digest(text: string): string
}

declare module '../http/context.ts' {
  interface Platform {
    secrets: Secrets
  }
}

/** The path of a data folder's key file. */
export function keyFile(dataFolder: string): string {
  return join(dataFolder, 'secret.key')
}

/** Uses the key from the environment, or the one in the data folder, generated at the first start (mode 0600). */
export async function openSecrets(config: Config): Promise<Secrets> {
  return makeSecrets(config.secretKey ?? (await readKey(keyFile(config.dataFolder))))
}

/** @param key 32 bytes */
export function makeSecrets(key: Buffer): Secrets {
  const keyId = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return {
    keyId,
    derive: (salt, purpose) =>
      Buffer.from(hkdfSync('sha256', key, salt, createHash('sha256').update(purpose).digest(), 32)),
    seal(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `v1.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`
    },
    open(sealed) {
      const [form, id, data = ''] = sealed.split('.')
      if (form !== 'v1' || id !== keyId) throw new Error(`sealed with another key (${id}), ours is ${keyId}`)
      const bytes = Buffer.from(data, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
    },
    digest: (text) => createHmac('sha256', key).update(`digest:${text}`).digest('base64url'),
  }
}

/** Reads the key from a file; generates it if there is none. */
export async function readKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
  if (key.length !== 32) throw new StartError(`${file} 已损坏：应为 64 位十六进制，请从备份中取回这个文件。`)
  return key
}
