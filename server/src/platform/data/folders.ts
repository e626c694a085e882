import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder that only we can read, with the folders above it, if it is missing. Node's own recursive mkdir tries for ever
 * where a folder that exists answers that it does not, as `/proc` does.
 * @throws the error of the folder that cannot be created
 */
export async function makeFolder(folder: string): Promise<void> {
  const make = () => mkdir(folder, { mode: 0o700 })
  try {
    await make()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    const parent = dirname(folder)
    if (code !== 'ENOENT' || parent === folder || (await stat(parent).catch(() => undefined))) throw error
    await makeFolder(parent)
    await make()
  }
}
