import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileRow } from '@zhanggui/contract/file/file.ts'
import { PART_BYTES, type Upload, type UploadDraft } from '@zhanggui/contract/file/upload.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { shortFileName } from '@zhanggui/domain/file/file-type.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import {
  checkFileContent,
  checkFileName,
  checkFileSize,
  type ReceivedFile,
} from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { checkGroup, getFile, uploadFiles } from '../file/file.service.ts'
import * as uploads from './upload.repository.ts'
import { getUploadRules } from './upload-rules.service.ts'

/** Maximum number of unfinished uploads of one user. */
const MAX_OPEN = 10
const KEPT_MS = 24 * 3600_000
/** Longer than it takes to assemble a file and to send it to the cloud. */
const BUSY_MS = 15 * 60_000
const WHOLE = 'whole'
const KINDS = ['image', 'video', 'document'] as const

/** The caller's unfinished uploads, oldest first. */
export async function listUploads(ctx: Ctx): Promise<Upload[]> {
  return Promise.all((await uploads.listOpen(ctx)).map((row) => describe(ctx, row)))
}

/**
 * Begins to receive a file in parts, or resumes the same file: the answer lists the parts already received.
 * @throws 400, 413, 415 for name, size or type; 403, 422 for its group; 422 when ten others are unfinished
 */
export async function beginUpload(ctx: Ctx, { groupId, ...draft }: UploadDraft): Promise<Upload> {
  await checkDraft(ctx, draft)
  await checkGroup(ctx, groupId)
  const expiresAt = new Date(ctx.now().getTime() + KEPT_MS)
  const known = await uploads.resume(ctx, draft, groupId ?? null, expiresAt)
  if (known) return describe(ctx, known)
  if ((await uploads.listOpen(ctx)).length >= MAX_OPEN) throw new Refusal('未完成的上传过多，请先继续或放弃之前的上传')
  const row =
    (await uploads.insert(ctx, { ...draft, groupId, expiresAt })) ??
    (await uploads.resume(ctx, draft, groupId ?? null, expiresAt))
  if (!row) throw stateConflict()
  return describe(ctx, row)
}

/**
 * Stores a part of a file, replacing an earlier one.
 * @param index from 0
 * @throws 404; 400 unless the part has the right size
 */
export async function addPart(
  ctx: Ctx,
  { id, index }: { id: string; index: number },
  [part]: ReceivedFile[],
): Promise<void> {
  const row = await findOpen(ctx, id)
  const last = countParts(row) - 1
  const bytes = index < last ? PART_BYTES : row.bytes - last * PART_BYTES
  if (index > last || part?.bytes !== bytes)
    throw badFields([{ field: 'file', message: '分片大小不正确，请重新选择文件上传' }])
  const folder = folderOf(ctx, id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(part.path, join(folder, String(index)))
}

/**
 * Assembles the parts and stores the file as if it had arrived in one piece. A repeated call answers the same file.
 * @throws 404; 409 while another call does it; 422 INCOMPLETE when parts are missing; 413, 415 for the assembled content,
 *   which ends the upload; 502 when the cloud refuses: the parts stay
 */
export async function finishUpload(ctx: Ctx, id: string): Promise<FileRow> {
  const row = await uploads.find(ctx, id)
  if (row?.fileId) return getFile(ctx, row.fileId)
  if (!row) throw notFound('上传')
  if ((await receivedParts(ctx, id)).length < countParts(row))
    throw new Refusal('还有分片没有上传，请重试', 'INCOMPLETE')
  if (!(await uploads.claim(ctx, id, new Date(ctx.now().getTime() + BUSY_MS))))
    throw stateConflict('文件正在处理，请稍候')
  try {
    const file = await storeWhole(ctx, row)
    await uploads.release(ctx, id, file.id)
    await rm(folderOf(ctx, id), { recursive: true, force: true })
    return file
  } catch (error) {
    await uploads.release(ctx, id, null)
    if (error instanceof HttpError && [400, 413, 415].includes(error.status)) await removeUpload(ctx, id)
    throw error
  }
}

/**
 * Cancels an unfinished upload.
 * @throws 404; 409 while it is being assembled
 */
export async function removeUpload(ctx: Ctx, id: string): Promise<void> {
  await findOpen(ctx, id)
  if (!(await uploads.remove(ctx, id))) throw stateConflict('文件正在处理，请稍候')
  await rm(folderOf(ctx, id), { recursive: true, force: true })
}

/** Removes uploads not finished within a day, and parts without an upload. Returns how many it removed. */
export async function removeStaleUploads(ctx: Ctx): Promise<number> {
  let removed = await uploads.removeExpired(ctx)
  const folders = await readdir(rootOf(ctx)).catch(() => [])
  const known = await uploads.listKnown(ctx)
  for (const name of folders) {
    if (known.has(name)) continue
    await rm(join(rootOf(ctx), name), { recursive: true, force: true })
    removed++
  }
  return removed
}

async function checkDraft(ctx: Ctx, { name, bytes }: { name: string; bytes: number }): Promise<string> {
  const { extension, max } = checkFileName(name, await getUploadRules(ctx, KINDS))
  checkFileSize(bytes, max)
  return extension
}

async function storeWhole(ctx: Ctx, row: uploads.UploadRow): Promise<FileRow> {
  // The settings may have changed during the upload.
  const extension = await checkDraft(ctx, row)
  const folder = folderOf(ctx, row.id)
  const path = join(folder, WHOLE)
  const hash = createHash('sha256')
  const parts = async function* () {
    for (let index = 0; index < countParts(row); index++)
      for await (const chunk of createReadStream(join(folder, String(index))) as AsyncIterable<Buffer>) {
        hash.update(chunk)
        yield chunk
      }
  }
  await pipeline(parts, createWriteStream(path, { mode: 0o600 }))
  await checkFileContent(path, extension)
  const whole = { name: shortFileName(row.name), extension, path, bytes: row.bytes, hash: hash.digest('hex') }
  const { files } = await uploadFiles(ctx, [whole], { groupId: row.groupId ?? undefined })
  const [file] = files
  if (!file) throw new Error('no file was stored')
  return file
}

async function findOpen(ctx: Ctx, id: string): Promise<uploads.UploadRow> {
  const row = await uploads.find(ctx, id)
  if (!row || row.fileId) throw notFound('上传')
  return row
}

const countParts = ({ bytes }: { bytes: number }) => Math.ceil(bytes / PART_BYTES)
const rootOf = ({ platform }: Ctx) => join(platform.config.dataFolder, 'uploads')
const folderOf = (ctx: Ctx, id: string) => join(rootOf(ctx), id)

/** A part appears under its number once it is complete. */
async function receivedParts(ctx: Ctx, id: string): Promise<number[]> {
  const names = await readdir(folderOf(ctx, id)).catch(() => [])
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)
}

async function describe(ctx: Ctx, row: uploads.UploadRow): Promise<Upload> {
  const { id, name, bytes, expiresAt } = row
  const received = await receivedParts(ctx, id)
  return { id, name, bytes, parts: countParts(row), received, expireTime: toWireTime(expiresAt) }
}
