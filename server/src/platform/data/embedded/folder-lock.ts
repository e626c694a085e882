import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../start-error.ts'

const BUSY = 5
/** SQLite's codes for a file that cannot be written. */
const troubles: Record<number, string> = {
  8: '文件系统是只读的',
  10: '磁盘读写出错',
  13: '磁盘已满',
  14: '没有读写权限',
}

/**
 * Locks a folder for this process. The lock is the operating system's, on a file that SQLite keeps open (Node has no file
 * locks): it ends with the process, however that exits, so it can never become stale.
 * @returns a function that releases the lock, or undefined when this or another process holds it
 * @throws {StartError} when the folder cannot be written
 */
export function lockFolder(folder: string): (() => void) | undefined {
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(join(folder, '.lock'))
    file.exec('pragma locking_mode = exclusive; begin exclusive')
    return () => file?.close()
  } catch (error) {
    file?.close()
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (code === BUSY) return undefined
    const reason = troubles[code]
    throw reason
      ? new StartError(
          `无法写入数据文件夹 ${folder}：${reason}。请处理后重新启动，或用 ZHANGGUI_DATA 指定别的文件夹。`,
          {
            cause: error,
          },
        )
      : error
  }
}
