import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatBytes } from '@zhanggui/domain/file/file-type.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { fileTypeFromBuffer } from 'file-type'
import { audit } from '../../../platform/data/audit.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError, stateConflict } from '../../../platform/http/errors.ts'
import { type FetchOptions, safeFetch, UnsafeAddress } from '../../../platform/outside/safe-fetch.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import { storeFetchedPicture } from '../../file/file/file.service.ts'
import { findOwnGroup } from '../../file/file/file-group.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as imports from './product-import.repository.ts'
import { requireImport } from './product-import.service.ts'

export const PICTURE_TASK = 'product.import.pictures'
const BATCH = 50
const MAX_BYTES = 10 * 1024 ** 2
const TIMEOUT_MS = 15_000
/** A host that fails this many times in a row is skipped for the rest of the run. */
const MAX_FAILURES = 3
const GROUP = '采集'
const extensions: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/**
 * Fetches again the pictures that an import could not fetch.
 * @throws 404, 409 while they are being fetched
 */
export async function retryPictures(ctx: Ctx, importId: number) {
  const row = await requireImport(ctx, importId)
  if (row.status !== 'done') throw stateConflict('导入尚未完成')
  return inTransaction(ctx, async (tx) => {
    const title = `获取商品图片：${row.fileName}`
    const { taskId } = await startTask(tx, { type: PICTURE_TASK, title, params: { importId } })
    await imports.update(tx, importId, { pictureTaskId: taskId })
    await audit(tx, { action: 'retry', objectId: importId, objectName: title })
    return new Accepted({ taskId })
  })
}

/**
 * Fetches the external pictures of imported products into the media library and replaces their addresses. Pictures that
 * cannot be fetched keep their address and are listed as missing.
 */
export async function fetchImportPictures(
  ctx: Ctx,
  { importId }: { importId: number },
  work: TaskWork,
): Promise<TaskResult> {
  const { total, stored } = await imports.countPictures(ctx, importId)
  const hosts = new Map<string, number>()
  let after = 0
  let processed = 0
  let failed = 0
  for (;;) {
    const pictures = await imports.listOpenPictures(ctx, importId, after, BATCH)
    if (!pictures.length) break
    for (const picture of pictures) {
      if (!(await fetchOne(ctx, picture, hosts, work.signal))) failed++
      processed++
      after = picture.id
      await work.progress({ processed, total: total - stored, failed })
    }
  }
  return {
    rows: processed - failed,
    message: failed ? `${failed} 张图片无法获取，见导入记录` : `已获取 ${processed} 张图片`,
  }
}

/** @returns whether the picture is in the library now */
async function fetchOne(
  ctx: Ctx,
  picture: imports.PictureRecord,
  hosts: Map<string, number>,
  signal: AbortSignal,
): Promise<boolean> {
  const host = URL.canParse(picture.url) ? new URL(picture.url).host : ''
  const failures = hosts.get(host) ?? 0
  try {
    if (failures >= MAX_FAILURES) throw new UnsafeAddress('对方网站无法访问')
    const { private_network_allowed: allowPrivate } = await getSettings(ctx)
    const path = await fetchPicture(ctx, picture.url, signal, { allowPrivate })
    hosts.set(host, 0)
    await inTransaction(ctx, async (tx) => {
      await imports.replaceAddress(tx, picture.productId, picture.url, path)
      const { title, text } = await imports.listAddresses(tx, picture.productId)
      const owner = {
        type: 'product',
        id: picture.productId,
        field: 'media',
        title: `商品「${cutText(title, 90)}」`,
      }
      await useFiles(tx, owner, text)
      await imports.updatePicture(tx, picture.id, { stored: true, reason: '', path })
    })
    return true
  } catch (error) {
    signal.throwIfAborted()
    const isExplained = error instanceof UnsafeAddress || error instanceof HttpError
    if (!(error instanceof HttpError)) hosts.set(host, failures + 1)
    const reason = isExplained ? error.message : '无法连接到对方网站'
    await imports.updatePicture(ctx, picture.id, { stored: false, reason: cutText(reason, 255) })
    return false
  }
}

/**
 * Fetches a picture into the media library, group 采集.
 * @param rules additional sources it may be fetched from, besides the internet
 * @returns the storage key of the picture
 * @throws {UnsafeAddress} and {HttpError} with messages for staff, and any network error
 */
export async function fetchPicture(
  ctx: Ctx,
  url: string,
  signal: AbortSignal,
  rules: Pick<FetchOptions, 'allowPrivate' | 'webPorts'>,
): Promise<string> {
  const answer = await safeFetch(url, { mostBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, signal, ...rules })
  if (answer.status !== 200) throw new HttpError(502, 'UPSTREAM', `对方网站返回 ${answer.status}`)
  const extension = extensions[(await fileTypeFromBuffer(answer.body))?.mime ?? '']
  if (!extension)
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', `不是图片，或格式不支持（${formatBytes(answer.body.length)}）`)
  const folder = join(ctx.platform.config.dataFolder, 'receiving', randomBytes(16).toString('hex'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const path = join(folder, `0.${extension}`)
    await writeFile(path, answer.body, { mode: 0o600 })
    const name = `${nameOf(url)}.${extension}`
    const hash = createHash('sha256').update(answer.body).digest('hex')
    const group = await findOwnGroup(ctx, GROUP)
    const row = await storeFetchedPicture(ctx, { name, extension, path, bytes: answer.body.length, hash }, group)
    return row.path
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function nameOf(url: string): string {
  const last = (new URL(url).pathname.split('/').at(-1) ?? '').replace(/\.[a-z0-9]{1,5}$/i, '')
  return cutText(readable(last).replace(/[\\/:*?"<>|\p{Cc}.]/gu, '_'), 80) || '图片'
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
