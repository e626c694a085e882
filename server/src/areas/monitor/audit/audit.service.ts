import { isDeepStrictEqual } from 'node:util'
import type { AuditDetail, AuditEntry, AuditQuery, AuditVerdict } from '@zhanggui/contract/monitor/audit.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { GENESIS, hashOf } from '../../../platform/data/audit.ts'
import { hiddenFields, withoutFields } from '../../../platform/data/guarded-fields.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as entries from './audit.repository.ts'

const BATCH = 1000
const DAY_MS = 24 * 3600_000

/** A page of the audit trail, the newest first. */
export async function listAudit(ctx: Ctx, { page, limit, time, ...filter }: AuditQuery) {
  const asked = readPage({ page, limit })
  const { rows, ...count } = await entries.list(ctx, { ...filter, ...parseTimeRange(time, ctx.now()) }, asked)
  return { list: rows.map((row) => describe(ctx, row)), ...count, page: asked.page, limit: asked.limit }
}

/** @throws 404 */
export async function getAudit(ctx: Ctx, id: number): Promise<AuditDetail> {
  const entry = await entries.find(ctx, id)
  if (!entry) throw notFound('审计记录')
  const { sessionId, permission, prevHash, hash } = entry
  const [before, after] = withoutFields([entry.before, entry.after], hiddenFields(ctx, entry.objectType))
  return {
    ...describe(ctx, entry),
    sessionId,
    permission,
    before: before ?? null,
    after: after ?? null,
    prevHash,
    hash,
  }
}

/**
 * Walks the chain from the oldest entry kept to its end (SY-51): every row's hash, that it follows the one before, that none
 * is missing between them and none at the end.
 * @returns the first id at fault, if there is one
 */
export async function verifyAudit(ctx: Ctx): Promise<AuditVerdict> {
  // The end first: what is added meanwhile is not walked.
  const end = (await entries.findEnd(ctx)) ?? { lastId: 0, hash: GENESIS }
  let last: { id: number; hash: string } | undefined
  let checked = 0
  for (;;) {
    const batch = await entries.listBetween(ctx, last?.id ?? 0, end.lastId, BATCH)
    for (const { hash, ...entry } of batch) {
      const follows = !last || (entry.id === last.id + 1 && entry.prevHash === last.hash)
      if (!follows || hashOf(entry) !== hash) return { ok: false, checked, firstBroken: last ? last.id + 1 : entry.id }
      last = { id: entry.id, hash }
      checked += 1
    }
    if (batch.length < BATCH) break
  }
  const isWhole = last ? last.id === end.lastId && last.hash === end.hash : end.lastId === 0
  return isWhole ? { ok: true, checked } : { ok: false, checked, firstBroken: (last?.id ?? 0) + 1 }
}

/** Makes the coming months' partitions: at every start and every night. */
export function prepareAudit(ctx: Ctx): Promise<void> {
  return entries.makePartitions(ctx)
}

/** Drops the months beyond `audit_retention_days`. Returns how many. */
export async function cleanAudit(ctx: Ctx): Promise<number> {
  const { audit_retention_days } = await getSettings(ctx)
  return entries.dropPartitions(ctx, new Date(ctx.now().getTime() - audit_retention_days * DAY_MS))
}

/** Drops the months that are over and makes the coming ones. Returns 0: whole months go, no rows are counted. */
export async function turnAuditMonths(ctx: Ctx): Promise<number> {
  await cleanAudit(ctx)
  await prepareAudit(ctx)
  return 0
}

function describe(
  ctx: Ctx,
  entry: Omit<entries.AuditRow, 'sessionId' | 'permission' | 'before' | 'after' | 'prevHash' | 'hash'>,
) {
  const { id, time, actorType, actorId, actorName, ip, requestId, action, objectType, objectId, objectName } = entry
  const diff = shownOf(entry.diff, hiddenFields(ctx, objectType))
  const what = { action, objectType, objectId, objectName, diff }
  return { id, time: toWireTime(time), actorType, actorId, actorName, ip, requestId, ...what } satisfies AuditEntry
}

/** The changes that the caller may see: where all that differs is kept from him, nothing is told. */
function shownOf(diff: entries.AuditRow['diff'], hidden: ReadonlySet<string>) {
  if (!hidden.size) return diff
  const shown = diff.filter(({ path }) => !hidden.has(path))
  return withoutFields(shown, hidden).filter(({ before, after }) => !isDeepStrictEqual(before, after))
}
