import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromFile } from 'file-type'
import { lengthWithoutEnd } from './text-encoding.ts'
import { withZip } from './zip.ts'

const HEAD_BYTES = 4096
/** The list of a document's parts, and the entry of an invoice, take some KB. */
const MAX_PARTS_TEXT = 1_000_000
const ooxml = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}`
const zip = ['application/zip']

/** The content types accepted for each extension. */
const signatures: Record<string, readonly string[]> = {
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png', 'image/apng'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  mp4: ['video/mp4', 'video/x-m4v'],
  mov: ['video/quicktime'],
  webm: ['video/webm'],
  mp3: ['audio/mpeg'],
  wma: ['audio/x-ms-asf', 'application/vnd.ms-asf'],
  wav: ['audio/wav'],
  amr: ['audio/amr'],
  pdf: ['application/pdf'],
  doc: ['application/x-cfb'],
  xls: ['application/x-cfb'],
  ppt: ['application/x-cfb'],
  docx: [ooxml('wordprocessingml.document')],
  xlsx: [ooxml('spreadsheetml.sheet')],
  pptx: [ooxml('presentationml.presentation')],
  zip,
  apk: ['application/vnd.android.package-archive', ...zip],
  ipa: zip,
  wgt: zip,
  gz: ['application/gzip'],
}

/** The entry of a document in OFD, the national format of electronic invoices (GB/T 33190): a package like those of Office. */
const OFD_ENTRY = 'OFD.xml'
const officeExtensions = ['docx', 'xlsx', 'pptx']

/** Whether a file's content matches its extension. */
export async function isContentOf(path: string, extension: string): Promise<boolean> {
  // A part of a chunked upload may contain anything.
  if (extension === 'part') return true
  const expected = signatures[extension]
  if (officeExtensions.includes(extension)) return expected?.includes((await officeTypeOf(path)) ?? '') ?? false
  if (extension === 'ofd') return (await readPart(path, OFD_ENTRY))?.includes('OFD') ?? false
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (expected) return found !== undefined && expected.includes(found.mime)
  const whole = await readHead(path)
  // Old tools end a text with a mark.
  const head = ['csv', 'txt'].includes(extension) ? whole.subarray(0, lengthWithoutEnd(whole)) : whole
  if (extension === 'p12') return !found && isDerSequence(head)
  if (extension === 'pem') return !found && /^\s*-----BEGIN [A-Z0-9 ]{1,40}-----\r?\n/.test(head.toString('latin1'))
  if (['json', 'html', 'htm'].includes(extension)) return (!found || found.ext === 'xml') && isText(head)
  if (extension !== 'csv' && extension !== 'txt') return false
  // The byte order mark of UTF-16 is detected as audio.
  if (isUtf16(head)) return !isMarkup(head.toString('utf16le'))
  const text = head.toString('latin1')
  // CSV may contain HTML descriptions.
  return (
    !found && head.length > 0 && isText(head) && !isMarkup(extension === 'csv' ? text.trimStart().slice(0, 20) : text)
  )
}

/** A hint for staff about a file that does not match its extension; undefined when there is no specific one. */
export async function hintForContent(path: string, extension: string): Promise<string | undefined> {
  if (!officeExtensions.includes(extension)) return undefined
  if (/macroenabled/i.test((await officeTypeOf(path)) ?? ''))
    return `文件含有宏，请另存为不含宏的 ${extension} 后再上传`
  const mime = (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? ''
  if (mime === 'application/x-cfb') return `文件设有密码或是旧版格式，请另存为不带密码的 ${extension} 后再上传`
  return extension === 'xlsx' ? '不支持的文件类型：文件已损坏或不是 Excel 工作簿，请另存为 xlsx 后再试' : undefined
}

/**
 * The type of an office document by its list of parts, which may be anywhere in the file: guessing from its first bytes
 * fails for documents written as a stream. Undefined when it is none.
 */
async function officeTypeOf(path: string): Promise<string | undefined> {
  const parts = await readPart(path, '[Content_Types].xml')
  return /ContentType\s*=\s*["']([^"']+)\.main\+xml["']/i.exec(parts ?? '')?.[1]
}

/** A text within a package; undefined when the file is no package, or has no such text of a sensible length. */
async function readPart(path: string, name: string): Promise<string | undefined> {
  try {
    return await withZip(path, async ({ read }) => {
      let text = ''
      for await (const piece of read(name)) {
        text += piece
        if (text.length > MAX_PARTS_TEXT) return undefined
      }
      return text
    })
  } catch {
    return undefined
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** ASN.1: a sequence whose length takes two bytes or more, as in any key store. */
function isDerSequence(head: Buffer): boolean {
  return head[0] === 0x30 && head[1] !== undefined && head[1] >= 0x80 && head[1] <= 0x84
}

const isUtf16 = (head: Buffer) => head.length >= 2 && [0xfeff, 0xfffe].includes(head.readUInt16BE(0))

/** Text in any other encoding that users of the shop have. */
function isText(head: Buffer): boolean {
  return !head.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)
}

/** Whether a browser could treat the text as a page or a picture. */
function isMarkup(text: string): boolean {
  return /<(!doctype|html|head|body|svg|script|iframe|\?xml)/i.test(text)
}

/** The SHA-256 of a file, hexadecimal. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** The duration of audio or video in whole seconds; null if its header does not say. */
export async function secondsOf(path: string): Promise<number | null> {
  const { parseFile } = await import('music-metadata')
  const parsed = await parseFile(path, { skipCovers: true }).catch(() => undefined)
  const seconds = parsed?.format.duration
  return seconds !== undefined && Number.isFinite(seconds) ? Math.round(seconds) : null
}
