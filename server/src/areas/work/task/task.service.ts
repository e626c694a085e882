import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import type { Task, TaskQuery } from '@zhanggui/contract/work/task.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import type { FileProvider } from '@zhanggui/domain/file/file-type.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { sheetTypes } from '../../../platform/content/sheets.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, isSuper, type Platform, withContext } from '../../../platform/http/context.ts'
import { forbidden, notFound, stateConflict } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { sourceOfFile } from '../../../platform/outside/storage/storage.ts'
import { EXPORT_TASK, requireExportOf } from '../../../platform/work/exports.ts'
import { onReport, pagesOf } from '../../../platform/work/live.ts'
import { cancelTask, enqueueTask, resultFolder, type TaskFile, taskNews } from '../../../platform/work/tasks.ts'
import { asUpstream, storageOf } from '../../file/storage/storage.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as tasks from './task.repository.ts'

const KEPT_DAYS = 30
const DAY_MS = 24 * 3600_000
const BATCH = 100
const ENDED = '任务已结束'

/** A page of the tasks the caller sees, newest first. */
export async function listTasks(ctx: Ctx, { createTime, page, limit, ...filter }: TaskQuery) {
  const paging = readPage({ page, limit })
  const { rows, total } = await tasks.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, paging)
  return { list: rows.map(describe), total, page: paging.page, limit: paging.limit }
}

/** The number of the caller's own tasks that failed. */
export const countOwnFailed = (ctx: Ctx) => tasks.count(ctx, { mine: true, status: 'failed' })

/** @throws 404, also for a task the caller does not see */
export async function getTask(ctx: Ctx, id: string): Promise<Task> {
  return describe(await findTask(ctx, id))
}

/**
 * Stops a task.
 * @throws 404, 409 when it has ended
 */
export async function stopTask(ctx: Ctx, id: string): Promise<void> {
  const { task } = await findTask(ctx, id)
  if (!(await cancelTask(ctx, id))) throw stateConflict(ENDED)
  await note(ctx, task, 'cancel')
}

/**
 * Restarts a failed or cancelled task. It runs with the rights of who asked for it, so nobody else restarts it but those who have
 * every right.
 * @throws 403, 404, 409 in any other state
 */
export async function retryTask(ctx: Ctx, id: string): Promise<void> {
  const { task: found } = await findTask(ctx, id)
  if (found.createdBy !== ctx.actor.userId && !isSuper(ctx.actor)) throw forbidden()
  await inTransaction(ctx, async (tx) => {
    const task = await tasks.restart(tx, id)
    if (!task) throw stateConflict('只有失败或已取消的任务可以重试')
    await note(tx, task, 'retry')
    await enqueueTask(tx, task)
  })
}

/**
 * Deletes a task with its files.
 * @throws 404, 409 while it is running
 */
export async function removeTask(ctx: Ctx, id: string): Promise<void> {
  await findTask(ctx, id)
  const removed = await inTransaction(ctx, async (tx) => {
    const task = await tasks.remove(tx, id)
    if (!task) throw stateConflict('任务正在执行，请先取消')
    await note(tx, task, 'delete')
    return task
  })
  await removeFiles(ctx, removed)
}

/**
 * A result file of a task; rights are checked again.
 * @param errors the refused rows of an import instead
 * @throws 403 when the caller may no longer export that, 404 without such a file, 422 when it has expired
 */
export async function downloadResult(ctx: Ctx, id: string, errors = false): Promise<FileAnswer> {
  const { task } = await findTask(ctx, id)
  if (task.type === EXPORT_TASK) requireExportOf(ctx, task.params)
  ctx.platform.tasks.require(ctx.actor, task.type)
  if (task.status === 'expired') throw new Refusal('结果文件已过期，请重新导出')
  const name = errors ? task.errorFile : task.resultFile
  if (!name) throw notFound('结果文件')
  const { bytes, open } = await openFile(ctx, task, name).catch((cause: unknown) => {
    throw Object.assign(notFound('结果文件'), { cause })
  })
  await note(ctx, task, 'download')
  const extension = extname(name).slice(1)
  return {
    mime: mimeOf(name),
    bytes,
    open,
    saveAs: errors ? `错误明细-${task.title}.${extension}` : task.resultName || name,
  }
}

/**
 * Notifies the user of a task of its end, unless they cancelled it; and copies results to the cloud where the shop's
 * files are stored, so that every machine can serve them.
 */
export function registerTaskNews({ outbox, tasks: kernel }: Platform): void {
  kernel.keepWith(keepResults)
  outbox.consume('task-news', ['task.finished'], async (tx, { data }) => {
    const { userId, taskId, title, status, message } = data as Record<string, string> & { userId: number }
    const done = status === 'success'
    await notify(tx, {
      event: 'task.finished',
      to: { userIds: [userId] },
      level: done ? 'info' : 'error',
      title: `任务「${title}」${done ? '已完成' : '执行失败'}`,
      content: message,
      link: '/system-tools/task',
      object: { type: 'task', id: taskId ?? '' },
    })
  })
}

/** Sends a task's progress to the open pages of its user. */
export const pushTasks = onReport(taskNews, async (own, { id, userId }) => {
  const pages = pagesOf(own.platform, [userId])
  const [first] = pages
  if (!first) return
  const frame = own.platform.sockets.frame('task', await getTask(withContext(own, { caller: first.actor }), id))
  for (const page of pages) page.sendFrame(frame)
})

/** Deletes expired result files and old tasks. Returns how many rows it processed. */
export async function cleanUpTasks(ctx: Ctx): Promise<number> {
  let processed = 0
  for (;;) {
    const expired = await tasks.listExpired(ctx, BATCH)
    for (const task of expired) {
      await removeFiles(ctx, task)
      await tasks.markExpired(ctx, task.id)
    }
    processed += expired.length
    if (expired.length < BATCH) break
  }
  return processed + (await tasks.removeOld(ctx, new Date(ctx.now().getTime() - KEPT_DAYS * DAY_MS)))
}

async function keepResults(ctx: Ctx, files: readonly TaskFile[]): Promise<FileProvider> {
  const { uploadType } = await getSettings(ctx)
  if (uploadType === 1) return uploadType
  const storage = await storageOf(ctx, uploadType)
  for (const { name, path } of files) {
    const { size } = await stat(path)
    await asUpstream(uploadType, storage.put(keyOf(name), sourceOfFile(path, size, mimeOf(name))))
  }
  for (const { path } of files) await rm(path, { force: true })
  return uploadType
}

async function openFile(ctx: Ctx, { fileProvider }: Kept, name: string): Promise<Pick<FileAnswer, 'bytes' | 'open'>> {
  if (fileProvider === 1) {
    const path = join(resultFolder(ctx.platform), name)
    const { size } = await stat(path)
    return { bytes: size, open: async (range) => createReadStream(path, range) }
  }
  const storage = await storageOf(ctx, fileProvider as FileProvider)
  const found = await storage.head(keyOf(name))
  if (!found) throw notFound('结果文件')
  return { bytes: found.bytes, open: (range) => storage.get(keyOf(name), range) }
}

/** Files stay in a cloud that does not answer; the task is deleted all the same. */
async function removeFiles(ctx: Ctx, { id, resultFile, errorFile, fileProvider }: Kept): Promise<void> {
  for (const name of [resultFile, errorFile]) {
    if (!name) continue
    if (fileProvider === 1) await rm(join(resultFolder(ctx.platform), name), { force: true })
    else
      await storageOf(ctx, fileProvider as FileProvider)
        .then((storage) => storage.delete(keyOf(name)))
        .catch((error: unknown) => ctx.log.warn({ err: error, task: id }, 'a result stays in the cloud'))
  }
}

type Kept = tasks.TaskRow['task']

const keyOf = (name: string) => `exports/${name}`

function mimeOf(name: string): string {
  return sheetTypes[extname(name).slice(1) as keyof typeof sheetTypes] ?? 'application/octet-stream'
}

function note(ctx: Ctx, { id, title }: tasks.TaskRow['task'], action: AuditAction): Promise<void> {
  return audit(ctx, { action, objectType: 'task', objectId: id, objectName: title })
}

async function findTask(ctx: Ctx, id: string) {
  const row = await tasks.find(ctx, id)
  if (!row) throw notFound('任务')
  return row
}

function describe({ task, createName }: tasks.TaskRow): Task {
  const { id, type, title, status, progress, total, processed, failed, resultName, resultRows, message } = task
  return {
    id,
    type,
    title,
    status,
    progress,
    total,
    processed,
    failed,
    resultName,
    resultRows,
    message,
    hasErrorFile: task.errorFile !== null,
    createBy: task.createdBy,
    createName: createName ?? '',
    createTime: toWireTime(task.createdAt),
    startTime: task.startTime && toWireTime(task.startTime),
    finishTime: task.finishTime && toWireTime(task.finishTime),
    expireTime: task.expireTime && toWireTime(task.expireTime),
  }
}
