import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import * as refs from '../file/file-ref-rebuild.repository.ts'
import { removeObjects, removeRows } from '../file/file-store.service.ts'
import * as attachments from './attachment.repository.ts'

const BATCH = 200
const HOUR_MS = 3600_000
/** How long an upload may stay without being kept or used. */
const UNKEPT_HOURS = 24
const RECYCLE_DAYS = 30

/** Registers the scheduled clean-up of files. */
export function registerFileCleanUp({ scheduler }: Platform): void {
  scheduler.handle('fileOrphanCleanup', {
    title: '清理素材回收站和未使用的上传',
    cron: '0 30 3 * * ?',
    run: (ctx, _, signal) => removeOrphans(ctx, signal),
  })
  scheduler.handle('mediaRefRebuild', {
    title: '重新统计素材的使用',
    cron: '0 15 4 ? * 1',
    run: (ctx, _, signal) => rebuildRefs(ctx, signal),
  })
}

/**
 * Compares the recorded uses of files with the texts that refer to them, and corrects them, owner by owner in small
 * steps.
 * @returns how many uses were added or removed
 */
export async function rebuildRefs(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let corrected = 0
  for (const owner of refs.rebuiltOwners) {
    const end = await refs.lastOwner(ctx, owner)
    for (let after = 0; after < end && !signal.aborted; ) {
      const step = await refs.rebuildUses(ctx, owner, after)
      corrected += step.corrected
      after = step.last
    }
  }
  if (corrected) ctx.log.warn({ corrected }, 'recorded uses of files did not match the texts')
  return corrected
}

/**
 * Removes uploads not kept or used within a day, and files in the recycle bin for thirty days, with their content.
 * Files in use stay, wherever they are; unused files of the library are only counted in the log.
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
  if (unused) ctx.log.info({ unused }, 'unused files in the library')
  return removed
}
