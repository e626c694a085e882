import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'

/** Seals texts that must not be readable in the database or a backup (SEC-60): AES-256-GCM. */
export type Secrets = {
  /** Tells keys apart, without telling them. */
  keyId: string
  /** A key of 32 bytes for one purpose, from which the key itself does not follow (SEC-94). */
  derive(salt: string, purpose: string): Buffer
  /** The sealed form: `v1.<key id>.<base64url of nonce, tag and cipher text>`. */
  seal(text: string): string
  /**
   * The text back.
   * @throws when it was sealed with another key or was tampered with
   */
  open(sealed: string): string
  /** A keyed digest, 43 characters: for codes so short that a plain one could be guessed from the database. */
  digest(text: string): string
}

declare module '../http/context.ts' {
  interface Platform {
    secrets: Secrets
  }
}

/** The file of a data folder with its key. */
export function keyFile(dataFolder: string): string {
  return join(dataFolder, 'secret.key')
}

/** The key of the environment, or the one in the data folder, which is made at the first start (mode 0600). */
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

/** The key in a file, which is made where there is none. */
export async function readKey(file: string): Promise<Buffer> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'hex')
  if (key.length !== 32) throw new Error(`${file} 已损坏：应为 64 位十六进制`)
  return key
}
