import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type ByteReader, readBytes } from '../../content/byte-reader.ts'
import type { Secrets } from '../../security/secrets.ts'

/*
 * A backup is one gzip file. Unpacked, it is a JSON header line followed by frames: a length of four bytes, then that
 * many bytes sealed with AES-256-GCM. Each frame uses the next nonce, which also marks the last one, so a file that was
 * modified or truncated is detected. The opened frames, unpacked again, are the entries.
 */

const FORMAT = 'zhanggui-backup'
const FRAME_BYTES = 64 * 1024
const TAG_BYTES = 16
const HEADER_BYTES = 4096

/** The first line, which is not encrypted: `zcat backup.gz | head -1`. */
export type BackupHeader = {
  format: typeof FORMAT
  /** The version of the program that made it. */
  version: string
  /** ISO 8601. */
  createdAt: string
  /** Identifies the key it is sealed with. */
  keyId: string
  salt: string
}

/** Why a backup cannot be made or restored; the message is for the operator. */
export class BackupError extends Error {}

const damaged = (cause?: unknown) => new BackupError('备份文件已损坏或不完整，未恢复任何数据。', { cause })

/** Writes a backup. It appears under its name once it is complete and on disk. */
export async function writeBackupFile(
  path: string,
  secrets: Secrets,
  about: Pick<BackupHeader, 'version' | 'createdAt'>,
  entries: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<void> {
  const salt = randomBytes(32).toString('base64url')
  const header = Buffer.from(`${JSON.stringify({ format: FORMAT, ...about, keyId: secrets.keyId, salt })}\n`)
  const draft = `${path}.part`
  try {
    await pipeline(
      entries,
      createGzip({ chunkSize: FRAME_BYTES }),
      (packed: AsyncIterable<Buffer>) => seal(packed, header, secrets.derive(salt, header.toString())),
      // Sealed bytes do not compress: this only makes it a gzip file.
      createGzip({ level: 0, chunkSize: FRAME_BYTES }),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
      { signal },
    )
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/**
 * Reads a backup. The reader receives only authentic data, but all of it only once this returns.
 * @throws {BackupError} when it is not a backup, sealed with another key, modified or truncated
 */
export async function readBackupFile(
  path: string,
  secrets: Secrets,
  read: (entries: ByteReader) => Promise<void>,
): Promise<void> {
  let fault: unknown
  try {
    await pipeline(
      createReadStream(path),
      createGunzip(),
      (sealed: AsyncIterable<Buffer>) => open(sealed, secrets),
      createGunzip(),
      async (plain: AsyncIterable<Buffer>) => {
        const entries = readBytes(plain)
        try {
          await read(entries)
          if (await entries.take(1)) throw damaged()
        } catch (error) {
          fault = error
          throw error
        }
      },
    )
  } catch (error) {
    throw explain(error) ?? explain(fault) ?? error
  }
}

/**
 * Reads the header of a backup.
 * @throws {BackupError} when it is not a backup
 */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  const file = createReadStream(path)
  const unpacked = file.pipe(createGunzip())
  file.on('error', (error) => unpacked.destroy(error))
  try {
    return parseHeader(await readBytes(unpacked).line(HEADER_BYTES))
  } catch (error) {
    throw explain(error) ?? error
  } finally {
    file.destroy()
    unpacked.destroy()
  }
}

function explain(error: unknown): BackupError | undefined {
  if (error instanceof BackupError) return error
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new BackupError('备份文件不存在。')
  if (code.startsWith('Z_')) return damaged(error)
  return undefined
}

function parseHeader(line: string | undefined): BackupHeader {
  try {
    const header = JSON.parse(line ?? '') as BackupHeader
    if (header.format === FORMAT) return header
  } catch {
    // Not JSON.
  }
  throw new BackupError('这不是掌柜的备份文件。')
}

async function* seal(packed: AsyncIterable<Buffer>, header: Buffer, key: Buffer) {
  yield header
  let held: Buffer | undefined
  let count = 0
  const frame = (plain: Buffer, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count++, isLast))
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    return framed(sealed)
  }
  for await (const chunk of packed) {
    if (held) yield frame(held, false)
    held = chunk
  }
  yield frame(held ?? Buffer.alloc(0), true)
}

async function* open(sealed: AsyncIterable<Buffer>, secrets: Secrets) {
  const bytes = readBytes(sealed)
  const line = await bytes.line(HEADER_BYTES)
  const { keyId, salt } = parseHeader(line)
  if (keyId !== secrets.keyId)
    throw new BackupError(
      `此备份由另一把密钥加密（${keyId}，现在的是 ${secrets.keyId}）：请使用备份时的 secret.key 或 APP_SECRET_KEY。`,
    )
  const key = secrets.derive(salt, `${line}\n`)
  let next = await takeFrame(bytes)
  for (let count = 0; next; count++) {
    const current = next
    next = await takeFrame(bytes)
    yield unseal(current, key, nonceOf(count, !next))
  }
}

function unseal(frame: Buffer, key: Buffer, nonce: Buffer): Buffer {
  if (frame.length < TAG_BYTES) throw damaged()
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(frame.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(frame.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw damaged(error)
  }
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(count, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Prefixes bytes with their length. */
export function framed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/**
 * Reads the next length-prefixed bytes; undefined at the end.
 * @throws {BackupError} when the data ends early
 */
export async function takeFrame(from: ByteReader): Promise<Buffer | undefined> {
  const length = await from.take(4)
  if (!length) return undefined
  const bytes = length.length === 4 ? length.readUInt32BE() : Number.POSITIVE_INFINITY
  // COPY rows come one at a time; a field in PostgreSQL holds at most 1 GB.
  if (bytes > 2 ** 30) throw damaged()
  const frame = bytes ? await from.take(bytes) : Buffer.alloc(0)
  if (frame?.length !== bytes) throw damaged()
  return frame
}
