import { parseTime } from '../display-time.ts'

/**
 * Names a file to download: `20250530160933-商品导出.xlsx`, in Shanghai time.
 * @param name what the file holds; characters that some file system refuses become `_`
 * @param extension without the dot
 */
export function downloadName(name: string, extension: string, at: Date): string {
  return `${parseTime(at, '{y}{m}{d}{h}{i}{s}')}-${harmless(name)}.${harmless(extension)}`
}

/**
 * The `Content-Disposition` header of a download: the whole name for today's browsers, an ASCII one for the others.
 * @see RFC 6266, RFC 8187
 */
export function contentDisposition(fileName: string): string {
  const name = harmless(fileName)
  const ascii = name.replace(/[^\x20-\x7e]|%/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

function harmless(name: string): string {
  return name.toWellFormed().replace(/[\\/:*?"<>|\x00-\x1f\x7f-\x9f]/g, '_')
}
