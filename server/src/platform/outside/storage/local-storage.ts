import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkKey, type Storage } from './storage.ts'

/**
 * Stores files in a folder that only this user can read. A file appears under its name once it is complete and on disk.
 * @param folder an absolute path
 */
export function openLocalStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkKey(key))
  return {
    async put(key, { open: openSource }) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomBytes(6).toString('hex')}~`
      try {
        await pipeline(openSource(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async get(key, range) {
      const file = await open(pathOf(key))
      return file.createReadStream(range)
    },
    async head(key) {
      try {
        const { size } = await stat(pathOf(key))
        return { bytes: size }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    publicUrl: () => undefined,
  }
}
