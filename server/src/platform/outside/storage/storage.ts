import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** First and last byte, both included. */
export type ByteRange = { start: number; end: number }

/** Content to store; opened again for each attempt. */
export type StorageSource = { open(): Readable; bytes: number; mime: string }

/** A storage for files. Keys are paths of lower-case letters, digits and `._-`, see {@link checkKey}. */
export type Storage = {
  /** Stores content under the key, completely or not at all. */
  put(key: string, source: StorageSource): Promise<void>
  /** @throws when there is nothing under the key */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Undefined when there is nothing under the key. */
  head(key: string): Promise<{ bytes: number } | undefined>
  /** Does nothing when there is nothing under the key. */
  delete(key: string): Promise<void>
  /** The address where browsers fetch it directly; undefined when only our server may serve it. */
  publicUrl(key: string): string | undefined
}

/** A storage service's refusal, with its own message. */
export class StorageError extends Error {}

/** Whether a key has the form of ours, which cannot lead outside the folder. */
export function isKey(key: string): boolean {
  return key.length <= 200 && /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/.test(key) && !key.includes('..')
}

/** @throws when the key does not have that form */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error(`no key of storage: ${JSON.stringify(key).slice(0, 60)}`)
  return key
}

/** A local file as content to store. */
export function sourceOfFile(path: string, bytes: number, mime: string): StorageSource {
  return { open: () => createReadStream(path), bytes, mime }
}

/**
 * Tests a storage: writes, reads and deletes a small object.
 * @returns the step that failed, with the service's message; undefined on success
 */
export async function probe(storage: Storage): Promise<string | undefined> {
  const key = `probe/${randomBytes(16).toString('hex')}.txt`
  const content = randomBytes(24)
  const step = async (name: string, work: () => Promise<void>) => {
    try {
      await work()
      return undefined
    } catch (error) {
      return `${name}失败：${(error as Error).message}`
    }
  }
  const source = { open: () => Readable.from([content]), bytes: content.length, mime: 'text/plain' }
  return (
    (await step('写入', () => storage.put(key, source))) ??
    (await step('读取', async () => {
      for (let tries = 0; ; tries++) {
        const chunks = await (await storage.get(key)).toArray()
        if (Buffer.concat(chunks).equals(content)) return
        if (tries === 2) throw new Error('读到的内容与写入的不一致')
        await wait(200)
      }
    })) ??
    (await step('删除', () => storage.delete(key)))
  )
}
