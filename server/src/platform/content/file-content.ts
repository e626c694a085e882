import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileTypeFromFile } from 'file-type'

const HEAD_BYTES = 4096
const ooxml = (kind: string) => `application/vnd.openxmlformats-officedocument.${kind}`
const zip = ['application/zip']

/** What a file's content is found to be, by the extension it has. */
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

/** Whether a file is, by its content, what its extension says (system chapter, 5.4). */
export async function isContentOf(path: string, extension: string): Promise<boolean> {
  // A piece of a file may be anything.
  if (extension === 'part') return true
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const expected = signatures[extension]
  if (expected) return found !== undefined && expected.includes(found.mime)
  const head = await readHead(path)
  if (extension === 'p12') return !found && isDerSequence(head)
  if (extension === 'pem') return !found && /^\s*-----BEGIN [A-Z0-9 ]{1,40}-----\r?\n/.test(head.toString('latin1'))
  if (['json', 'html', 'htm'].includes(extension)) return (!found || found.ext === 'xml') && isText(head)
  if (extension !== 'csv' && extension !== 'txt') return false
  // The mark of UTF-16 is taken for sound by those who look for sound.
  if (isUtf16(head)) return !isMarkup(head.toString('utf16le'))
  const text = head.toString('latin1')
  // Descriptions within CSV are HTML.
  return !found && isText(head) && !isMarkup(extension === 'csv' ? text.trimStart().slice(0, 20) : text)
}

/** What staff can do about a file that is not what its extension says; undefined when there is nothing better to say. */
export async function hintForContent(path: string, extension: string): Promise<string | undefined> {
  const mime = (await fileTypeFromFile(path).catch(() => undefined))?.mime ?? ''
  if (/macroenabled/i.test(mime)) return `文件含有宏，请另存为不含宏的 ${extension} 后再上传`
  if (mime === 'application/x-cfb' && ['xlsx', 'docx', 'pptx'].includes(extension))
    return `文件设有密码或是旧版格式，请另存为不带密码的 ${extension} 后再上传`
  return extension === 'xlsx' ? '不支持的文件类型：文件已损坏或不是 Excel 工作簿，请另存为 xlsx 后再试' : undefined
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

/** ASN.1: a sequence whose length takes two bytes or more, as of any key store. */
function isDerSequence(head: Buffer): boolean {
  return head[0] === 0x30 && head[1] !== undefined && head[1] >= 0x80 && head[1] <= 0x84
}

const isUtf16 = (head: Buffer) => head.length >= 2 && [0xfeff, 0xfffe].includes(head.readUInt16BE(0))

/** Text in any of the other encodings of the shop's users. */
function isText(head: Buffer): boolean {
  return !head.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)
}

/** What a browser may take for a page or a picture. */
function isMarkup(text: string): boolean {
  return /<(!doctype|html|head|body|svg|script|iframe|\?xml)/i.test(text)
}

/** SHA-256 of a file, hexadecimal. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** How long sound or a film plays, in whole seconds; null where its head does not say. */
export async function secondsOf(path: string): Promise<number | null> {
  const { parseFile } = await import('music-metadata')
  const told = await parseFile(path, { skipCovers: true }).catch(() => undefined)
  const seconds = told?.format.duration
  return seconds !== undefined && Number.isFinite(seconds) ? Math.round(seconds) : null
}
