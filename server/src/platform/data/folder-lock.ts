import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY = 5

/**
 * Takes a folder for this process alone. The lock is the operating system's, on a file which SQLite holds for us (Node has no
 * file locks of its own): it ends with the process, however the process ends, so that nothing stale can ever be left behind.
 * @returns a function which gives the folder back, or undefined when another holder has it, in this process or elsewhere
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
