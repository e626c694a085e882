/** What an uploaded file is, judged by its content: the wire's `type`. */
export const fileTypes = { image: 1, video: 2, audio: 3, document: 4 } as const
export type FileType = (typeof fileTypes)[keyof typeof fileTypes]
export const fileTypeNames: Record<FileType, string> = { 1: '图片', 2: '视频', 3: '音频', 4: '文件' }

/** Where files are stored: the wire's `provider` and the setting `uploadType`. */
export const fileProviders = [1, 2, 3, 4, 5, 6] as const
export type FileProvider = (typeof fileProviders)[number]
export const fileProviderNames: Record<FileProvider, string> = {
  1: '本地存储',
  2: '七牛云',
  3: '阿里云 OSS',
  4: '腾讯云 COS',
  5: '京东云',
  6: 'S3 兼容存储',
}

/** What an invoice may be handed out as, and how large, in bytes: what the tax bureau's software writes, or a picture of it. */
export const invoiceExtensions = ['pdf', 'ofd', 'jpg', 'jpeg', 'png']
export const MAX_INVOICE_BYTES = 10 * 1024 ** 2

/** The largest sheet, and the largest page source, that is read, in bytes. */
export const MAX_SHEET_BYTES = 20 * 1024 ** 2
export const MAX_SOURCE_BYTES = 5 * 1024 ** 2

/**
 * What a call takes files for; each kind has its extensions and its limit. A part is a piece of a
 * file, which is checked once the file is complete; a sheet, or the source of a page, is data that the shop reads without
 * keeping the file for others.
 */
export type FileKind =
  | 'image'
  | 'avatar'
  | 'video'
  | 'document'
  | 'certificate'
  | 'package'
  | 'backup'
  | 'part'
  | 'sheet'
  | 'source'
  | 'voice'
  | 'invoice'

const { image, video, audio, document } = fileTypes
const office = 'application/vnd.openxmlformats-officedocument'

/** Every allowed extension of uploads, with its file type and the MIME type it is served with. */
const known: Record<string, { type: FileType; mime: string }> = {
  jpg: { type: image, mime: 'image/jpeg' },
  jpeg: { type: image, mime: 'image/jpeg' },
  png: { type: image, mime: 'image/png' },
  gif: { type: image, mime: 'image/gif' },
  webp: { type: image, mime: 'image/webp' },
  mp4: { type: video, mime: 'video/mp4' },
  mov: { type: video, mime: 'video/quicktime' },
  webm: { type: video, mime: 'video/webm' },
  mp3: { type: audio, mime: 'audio/mpeg' },
  wma: { type: audio, mime: 'audio/x-ms-wma' },
  wav: { type: audio, mime: 'audio/wav' },
  amr: { type: audio, mime: 'audio/amr' },
  pdf: { type: document, mime: 'application/pdf' },
  ofd: { type: document, mime: 'application/ofd' },
  doc: { type: document, mime: 'application/msword' },
  docx: { type: document, mime: `${office}.wordprocessingml.document` },
  xls: { type: document, mime: 'application/vnd.ms-excel' },
  xlsx: { type: document, mime: `${office}.spreadsheetml.sheet` },
  ppt: { type: document, mime: 'application/vnd.ms-powerpoint' },
  pptx: { type: document, mime: `${office}.presentationml.presentation` },
  csv: { type: document, mime: 'text/csv; charset=utf-8' },
  txt: { type: document, mime: 'text/plain; charset=utf-8' },
  zip: { type: document, mime: 'application/zip' },
  p12: { type: document, mime: 'application/x-pkcs12' },
  pem: { type: document, mime: 'application/x-pem-file' },
  apk: { type: document, mime: 'application/vnd.android.package-archive' },
  ipa: { type: document, mime: 'application/octet-stream' },
  wgt: { type: document, mime: 'application/octet-stream' },
  gz: { type: document, mime: 'application/gzip' },
}

/** What files with that extension are and how they are served; undefined for an extension that is not allowed. */
export function fileTypeOf(extension: string): { type: FileType; mime: string } | undefined {
  return Object.hasOwn(known, extension) ? known[extension] : undefined
}

/** Extensions that browsers, servers or desktops run. */
const active =
  'html,htm,xhtml,shtml,svg,svgz,xml,js,mjs,php,phtml,jsp,asp,aspx,cgi,py,rb,pl,sh,bash,exe,com,bat,cmd,msi,scr,ps1,vbs,jar,hta,lnk,dll,apk,app'
const knownExtensions = new Set([...Object.keys(known), ...active.split(',')])

/** The last extension of a name, in small letters; '' when it has none. */
export function extensionOf(name: string): string {
  return /[^.]\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * The fault of an uploaded file's name, worded for a refusal; undefined for a valid name. Refused are folders, characters
 * that hide or reverse text, more than 255 characters, and a second extension that hides the first: `invoice.php.jpg`.
 */
export function faultOfFileName(name: string): string | undefined {
  if (!name.trim()) return '文件名不能为空'
  if ([...name].length > 255) return '文件名过长，请缩短到255个字符以内'
  if (/[\\/:*?"<>|]|\p{Cc}|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u.test(name) || !name.isWellFormed())
    return '文件名含有不支持的字符，请重命名后再上传'
  const inner = name.toLowerCase().split('.').slice(1, -1)
  if (inner.some((part) => knownExtensions.has(part.trim()))) return '文件名含有多个扩展名，请重命名后再上传'
  return undefined
}

/** A name of at most 100 characters that keeps its extension. */
export function shortFileName(name: string): string {
  const characters = [...name.trim()]
  if (characters.length <= 100) return characters.join('')
  const ending = `.${extensionOf(name)}`
  return `${characters.slice(0, 100 - ending.length).join('')}${ending}`
}

/** Bytes as staff read them: `12.30 MB`, `800 KB`, `3 B`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`
  if (bytes < 1024 ** 3) return `${(bytes / 1024 ** 2).toFixed(2)} MB`
  return `${(bytes / 1024 ** 3).toFixed(2)} GB`
}
