import { type Ctx, inTransaction, type Platform } from '../../platform/context.ts'
import * as attachments from './attachment.repository.ts'
import { removeObjects, removeRows } from './file.service.ts'

const BATCH = 200
const HOUR_MS = 3600_000
/** How long an upload waits to be kept or used. */
const UNKEPT_HOURS = 24
const RECYCLE_DAYS = 30

/** Files are cleaned up by the clock. */
export function registerFileCleanUp({ scheduler }: Platform): void {
  scheduler.handle('fileOrphanCleanup', {
    title: '清理素材回收站和未使用的上传',
    cron: '0 30 3 * * ?',
    run: (ctx, _, signal) => removeOrphans(ctx, signal),
  })
}

/**
 * Removes uploads that nobody kept or used within a day, and what has been in the recycle bin for thirty, with their
 * content. What is in use stays, wherever it is; files of the library that nothing uses are only counted in the log.
 * @returns how many were removed
 */
export async function removeOrphans(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const uploadedBefore = new Date(ctx.now().getTime() - UNKEPT_HOURS * HOUR_MS)
  const deletedBefore = new Date(ctx.now().getTime() - RECYCLE_DAYS * 24 * HOUR_MS)
  let removed = 0
  while (!signal.aborted) {
    const { rows, spare } = await inTransaction(ctx, async (tx) => {
      const orphans = await attachments.lockOrphans(tx, uploadedBefore, deletedBefore, BATCH)
      return { rows: orphans.length, spare: orphans.length ? await removeRows(tx, orphans) : [] }
    })
    await removeObjects(ctx, spare)
    removed += rows
    if (rows < BATCH) break
  }
  const unused = await attachments.countUnused(ctx)
  if (unused) ctx.log.info({ unused }, 'files of the library that nothing uses')
  return removed
}
