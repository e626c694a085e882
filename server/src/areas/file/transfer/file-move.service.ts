import { Readable } from 'node:stream'
import { type StorageMove, storage } from '@zhanggui/contract/file/storage.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { type FileProvider, fileProviderNames } from '@zhanggui/domain/file/file-type.ts'
import { audit } from '../../../platform/data/audit.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import type { Storage } from '../../../platform/outside/storage/storage.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import * as files from '../file/file.repository.ts'
import { cacheOf } from '../file/file-content.service.ts'
import * as loose from '../storage/loose-object.repository.ts'
import { localStorage, storageOf } from '../storage/storage.service.ts'
import * as moves from './file-move.repository.ts'

const TASK = 'file-migration'
const BATCH = 100
/** So many consecutive failures are the storage's fault, not the files'. */
const MAX_FAILURES = 20

/**
 * Starts a task that copies all public files of one storage to another and serves them from there. The originals
 * stay, so that old addresses keep working.
 * @throws 400 when both are the same storage, 422 for one that is not configured
 */
export async function startMove(ctx: Ctx, { from, to }: StorageMove) {
  if (from === to) throw badFields([{ field: 'to', message: '目标存储不能与原存储相同' }])
  for (const provider of [from, to]) await storageOf(ctx, provider)
  const title = `迁移存储：${fileProviderNames[from]} → ${fileProviderNames[to]}`
  return inTransaction(ctx, async (tx) => {
    await audit(tx, { action: 'migrate', objectType: 'file', objectId: '', objectName: title })
    return new Accepted(await startTask(tx, { type: TASK, title, params: { from, to } }))
  })
}

/** Registers the task that moves files. */
export function registerFileMoves({ tasks }: Platform): void {
  tasks.handle<StorageMove>(TASK, { needs: storage.migrate.permission, restartable: true, heavy: true }, moveFiles)
}

async function moveFiles(ctx: Ctx, { from, to }: StorageMove, work: TaskWork): Promise<TaskResult> {
  const route = { from, to, sources: [localStorage(ctx), await storageOf(ctx, from)], target: await storageOf(ctx, to) }
  const total = await moves.countMovable(ctx, from)
  let [processed, failed, inRow] = [0, 0, 0]
  for (let after = 0; ; ) {
    const batch = await moves.listMovable(ctx, from, after, BATCH)
    for (const row of batch) {
      try {
        await moveFile(ctx, row, route)
        inRow = 0
      } catch (error) {
        ctx.log.warn({ err: error, path: row.path }, 'a file was not moved')
        failed++
        inRow++
        if (inRow === MAX_FAILURES) throw new Refusal(`连续 ${inRow} 个文件迁移失败：${(error as Error).message}`)
      }
      processed++
      after = row.id
      await work.progress({ processed, total, failed })
    }
    if (batch.length < BATCH) break
  }
  return {
    rows: processed - failed,
    message: `已迁移 ${processed - failed} 个文件${failed ? `，失败 ${failed} 个` : ''}`,
  }
}

type Route = StorageMove & { sources: Storage[]; target: Storage }

/** Copies a file's objects, then points its rows to the copies. */
async function moveFile(ctx: Ctx, row: files.FileRecord, { from, to, sources, target }: Route): Promise<void> {
  const { path, thumbPath, hash, scope, mime } = row
  if (!(await copyObject(ctx, path, mime, sources, { to, target }))) throw new Refusal('原文件不存在')
  if (thumbPath) await copyObject(ctx, thumbPath, 'image/webp', sources, { to, target })
  await inTransaction(ctx, async (tx) => {
    await files.lockContents(tx, [
      { hash, scope, provider: from },
      { hash, scope, provider: to },
    ])
    // If the rows were deleted meanwhile, the copy stays a loose object.
    if (!(await moves.rename(tx, path, from, to))) return
    await loose.forget(tx, to, [path, thumbPath])
    await cacheOf(tx).drop(tx.db, path)
  })
}

/** @returns false when there is nothing to copy */
async function copyObject(
  ctx: Ctx,
  key: string,
  mime: string,
  sources: readonly Storage[],
  { to, target }: { to: FileProvider; target: Storage },
): Promise<boolean> {
  for (const source of sources) {
    const head = await source.head(key)
    if (!head) continue
    if ((await target.head(key))?.bytes === head.bytes) return true
    await loose.note(ctx, to, [key])
    const content = async function* () {
      yield* await source.get(key)
    }
    await target.put(key, { open: () => Readable.from(content(), { objectMode: false }), bytes: head.bytes, mime })
    return true
  }
  return false
}
