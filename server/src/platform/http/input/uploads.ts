import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { extensionOf, faultOfFileName, formatBytes, shortFileName } from '@zhanggui/domain/file/file-type.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hintForContent, isContentOf } from '../../content/file-content.ts'
import { HttpError } from '../errors.ts'
import { badFields } from './validation.ts'

/** An uploaded file, stored locally until the call is answered. Its content matches its extension. */
export type ReceivedFile = {
  /** The browser's name for it; at most 100 characters. */
  name: string
  extension: string
  /** The path of the temporary file. */
  path: string
  bytes: number
  /** SHA-256, hexadecimal. */
  hash: string
}

/** The accepted extensions, in order, with their limits in bytes. */
export type UploadRules = ReadonlyMap<string, number>

/** Files above their limit are still read to report their size, up to this many bytes. */
const MAX_COUNTED = 2 * 1024 ** 3
/** The age at which files left by a killed process are deleted. */
const STALE_MS = 24 * 3600_000

/** Enables uploads. Nothing is read before the route decides to. */
export async function readMultipartBodies(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    preservePath: true,
    limits: { fileSize: MAX_COUNTED, files: 20, fields: 20, fieldNameSize: 100, fieldSize: 10_000, parts: 40 },
  })
}

const folderOf = (dataFolder: string) => join(dataFolder, 'receiving')

/** Removes the files of uploads that never finished. */
export async function clearStaleUploads(dataFolder: string, now: Date): Promise<void> {
  const folder = folderOf(dataFolder)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const left = await stat(join(folder, name)).catch(() => undefined)
    if (left && now.getTime() - left.mtimeMs > STALE_MS) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Receives the files and fields of a call: files are streamed to disk and checked by name, size and content. Refused or
 * aborted uploads leave no files.
 * @throws 400 for no file, too many, empty files and invalid names; 413; 415
 */
export async function receiveFiles(
  request: FastifyRequest,
  dataFolder: string,
  rules: UploadRules,
  { max, part: partName = 'file' }: { max: number; part?: string },
): Promise<{ files: ReceivedFile[]; fields: Record<string, string>; discard(): Promise<void> }> {
  const folder = join(folderOf(dataFolder), randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    const files: ReceivedFile[] = []
    const fields: [string, string][] = []
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, readField(part)])
      else if (part.fieldname !== partName)
        throw badFields([{ field: partName, message: `文件应放在名为 ${partName} 的字段中` }])
      else if (files.length === max) throw new HttpError(400, 'VALIDATION_FAILED', `一次最多上传${max}个文件`)
      else files.push(await receiveOne(part, rules, join(folder, String(files.length))))
    }
    if (!files.length) throw badFields([{ field: 'file', message: '请选择要上传的文件' }])
    return { files, fields: Object.fromEntries(fields), discard }
  } catch (error) {
    await discard()
    // A browser reads the answer only after sending everything.
    request.raw.unpipe()
    request.raw.resume()
    throw isOurs(error) ? error : new HttpError(400, 'BAD_REQUEST', '上传内容不完整或格式错误，请重试')
  }
}

/** Whether an error is our refusal or a system error such as a full disk; any other means a malformed body. */
function isOurs(error: unknown): boolean {
  return error instanceof HttpError || (error as NodeJS.ErrnoException).syscall !== undefined
}

function readField({ fieldname, value, ...part }: { fieldname: string; value: unknown; valueTruncated?: boolean }) {
  if (typeof value !== 'string' || part.valueTruncated)
    throw badFields([{ field: fieldname, message: '上传的字段过长，请缩短' }])
  return value
}

/**
 * Checks a file's name before its content.
 * @returns its extension and the maximum size in bytes
 * @throws 400 for an invalid name, 415 for the extension
 */
export function checkFileName(name: string, rules: UploadRules): { extension: string; max: number } {
  const fault = faultOfFileName(name)
  if (fault) throw badFields([{ field: 'file', message: fault }])
  const extension = extensionOf(name)
  const max = rules.get(extension)
  if (max === undefined)
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', `上传文件类型只能为：${[...rules.keys()].join(',')}`)
  return { extension, max }
}

/** @throws 413 */
export function checkFileSize(bytes: number, max: number): void {
  if (bytes <= max) return
  const message = `最大允许上传 ${formatLimit(max)}文件，当前文件大小为 ${formatBytes(bytes)}`
  throw new HttpError(413, 'TOO_LARGE', message)
}

/** @throws 415 unless the content matches the extension */
export async function checkFileContent(path: string, extension: string): Promise<void> {
  if (await isContentOf(path, extension)) return
  const hint = await hintForContent(path, extension)
  throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', hint ?? '不支持的文件类型')
}

async function receiveOne({ filename, file }: MultipartFile, rules: UploadRules, path: string): Promise<ReceivedFile> {
  const { extension, max } = checkFileName(filename ?? '', rules)
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (bytes > max) continue
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  checkFileSize(bytes, max)
  if (!bytes) throw badFields([{ field: 'file', message: '不能上传空文件' }])
  await checkFileContent(path, extension)
  return { name: shortFileName(filename), extension, path, bytes, hash: hash.digest('hex') }
}

function formatLimit(bytes: number): string {
  return bytes % 1024 ** 2 ? `${bytes / 1024} KB` : `${bytes / 1024 ** 2} MB`
}
