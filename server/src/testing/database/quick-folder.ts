import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 3 * 1024 ** 3

/**
 * The folder for temporary test files: in memory if the system has enough of it. Copying a database's thousand files takes
 * 20 ms there and half a second on a busy disk.
 */
export function quickFolder(): string {
  return freeBytes(MEMORY) >= NEEDED_BYTES && process.availableMemory() >= 2 * NEEDED_BYTES ? MEMORY : tmpdir()
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
