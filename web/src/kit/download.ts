import { downloadName } from '@zhanggui/domain/file/file-name.ts'
import { serverNow } from '../api/server-time.ts'

const KEPT_FOR_MS = 60_000

/**
 * Saves a file on the user's disk as `YYYYMMDDHHmmss-<name>.<extension>`, Shanghai time.
 * @param extension without the dot
 */
export function downloadFile(content: Blob, name: string, extension: string) {
  saveFile(content, downloadName(name, extension, serverNow()))
}

/** Saves a file on the user's disk under its own name. */
export function saveFile(content: Blob, fileName: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  // Detached from the page, a busy browser may ignore the file name.
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the URL only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR_MS)
}
