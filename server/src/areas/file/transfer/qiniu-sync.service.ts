import { storage } from '@zhanggui/contract/file/storage.ts'
import { extensionOf, fileTypeOf, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { audit } from '../../../platform/data/audit.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import type { BucketObject } from '../../../platform/outside/storage/qiniu-storage.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import * as files from '../file/file.repository.ts'
import { fileKeysIn } from '../file/file-ref.service.ts'
import { qiniuStorage } from '../storage/storage.service.ts'
import * as objects from './qiniu-sync.repository.ts'

const TASK = 'qiniu-sync'
const TITLE = '同步七牛云文件'
const QINIU = 2
const BATCH = 200
/** Maximum length of a key in the rows of files. */
const MAX_KEY = 120
const MAX_NAME = 100

/**
 * Starts a task that registers the files of the Qiniu bucket without a row.
 * @throws 422 NOT_CONFIGURED
 */
export async function startSynchronization(ctx: Ctx) {
  await qiniuStorage(ctx)
  return inTransaction(ctx, async (tx) => {
    await audit(tx, { action: 'synchronize', objectType: 'file', objectId: '', objectName: TITLE })
    return new Accepted(await startTask(tx, { type: TASK, title: TITLE, params: {} }))
  })
}

/** Registers the synchronization task. */
export function registerQiniuSync({ tasks }: Platform): void {
  tasks.handle(TASK, { needs: storage.synchronize.permission, restartable: true }, synchronize)
}

async function synchronize(ctx: Ctx, _: object, work: TaskWork): Promise<TaskResult> {
  const storage = await qiniuStorage(ctx)
  let [processed, added, failed] = [0, 0, 0]
  let batch: BucketObject[] = []
  const flush = async () => {
    added += await register(ctx, batch)
    batch = []
    await work.progress({ processed, failed })
  }
  for await (const object of storage.list()) {
    processed++
    const { key, bytes } = object
    // Folders, our own thumbnails, probes from testing the settings.
    if (!bytes || key.endsWith('/') || key.includes('-thumb.webp') || key.startsWith('probe/')) continue
    // In a private bucket, only objects we stored ourselves can be served.
    const canBeShown = key.length <= MAX_KEY && storage.holds(key) && (storage.publicUrl(key) || fileKeysIn(key).length)
    if (canBeShown) batch.push(object)
    else failed++
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return { rows: added, message: `新增 ${added} 个文件${failed ? `，${failed} 个文件名过长或无法访问，未同步` : ''}` }
}

/** @returns how many were new */
async function register(ctx: Ctx, batch: readonly BucketObject[]): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    await objects.lockSynchronization(tx)
    const known = await objects.findKnown(
      tx,
      QINIU,
      batch.map(({ key }) => key),
    )
    const unknown = batch.filter(({ key }) => !known.has(key))
    for (const object of unknown) await files.insert(tx, rowOf(object))
    return unknown.length
  })
}

function rowOf({ key, bytes, mime }: BucketObject): files.FileDraft {
  const name = cutText(key.split('/').at(-1) ?? key, MAX_NAME)
  const suffix = extensionOf(key)
  const kind = fileTypeOf(suffix) ?? { type: typeOfMime(mime), mime: mime.slice(0, 100) }
  // The content was never here, so its hash is unknown.
  const content = { path: key, bytes, hash: '', provider: QINIU, scope: 'public' as const }
  return { ...content, ...kind, suffix, name, realName: name, purpose: 'file', inLibrary: true }
}

function typeOfMime(mime: string): number {
  const [start = ''] = mime.split('/')
  return { image: fileTypes.image, video: fileTypes.video, audio: fileTypes.audio }[start] ?? fileTypes.document
}
