import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/**
 * Locks a folder for this process. The lock is the operating system's, on a file that SQLite keeps open (Node has no file
 * locks): it ends with the process, however that exits, so it can never become stale.
 * @returns a function that releases the lock, or undefined when this or another process holds it
 */
export function lockFolder(folder: string): (() => void) | undefined {
  const file = new DatabaseSync(join(folder, '.lock'))
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    file.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return undefined
    throw error
  }
  return () => file.close()
}
