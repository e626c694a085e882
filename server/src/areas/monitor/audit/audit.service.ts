import type { AuditDetail, AuditEntry, AuditQuery, AuditVerdict } from '@zhanggui/contract/monitor/audit.ts'
import { accountIn } from '@zhanggui/domain/staff/person-name.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { hiddenFields, withoutFields } from '../../../platform/data/guarded-fields.ts'
import { trailWords, versioned } from '../../../platform/data/versioned.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { describeEntries } from '../history/history-words.ts'
import * as entries from './audit.repository.ts'
import { hashOf, sealAudit } from './audit-seal.service.ts'

const BATCH = 1000
const DAY_MS = 24 * 3600_000

/** A page of the audit trail, the newest first. */
export async function listAudit(ctx: Ctx, { page, limit, time, actor, ...query }: AuditQuery) {
  const paging = readPage({ page, limit })
  const filter = { ...query, actor: actor && accountIn(actor) }
  const { rows, ...count } = await entries.list(ctx, { ...filter, ...parseTimeRange(time, ctx.now()) }, paging)
  return { list: await describe(ctx, rows), ...count, page: paging.page, limit: paging.limit }
}

/** @throws 404 */
export async function getAudit(ctx: Ctx, id: number): Promise<AuditDetail> {
  const found = await entries.find(ctx, id)
  if (!found) throw notFound('审计记录')
  const { entry, nickName, prevHash, hash } = found
  const { sessionId, permission } = entry
  const [described] = await describe(ctx, [{ ...entry, nickName }])
  if (!described) throw notFound('审计记录')
  const [before, after] = withoutFields([entry.before, entry.after], hiddenFields(ctx, entry.objectType))
  return {
    ...described,
    sessionId,
    permission,
    before: before ?? null,
    after: after ?? null,
    prevHash: prevHash ?? '',
    hash: hash ?? '',
  }
}

/**
 * Seals committed entries and walks the chain from the oldest seal kept to its end: every entry's hash, that each
 * follows the one before, that none is missing at the beginning, between them or at the end, and that no entry is outside.
 * @returns the first entry at fault, if there is one
 */
export async function verifyAudit(ctx: Ctx): Promise<AuditVerdict> {
  await sealAudit(ctx, { waits: true })
  // The end is read first: entries added from now on are not checked.
  const { firstId, lastId, hash: end } = await entries.getChain(ctx)
  let last: { entryId: number; hash: string } | undefined
  let next = firstId
  for (let isOver = false; !isOver; ) {
    const batch = await entries.listSealed(ctx, next, lastId, BATCH)
    for (const { seal, entry } of batch) {
      const follows = seal.id === next && (!last || seal.prevHash === last.hash)
      if (!follows || !entry || hashOf(seal.prevHash, entry) !== seal.hash)
        return { ok: false, checked: next - firstId, firstBroken: seal.entryId }
      last = seal
      next += 1
    }
    isOver = batch.length < BATCH
  }
  const checked = next - firstId
  const lost = await entries.findLost(ctx)
  if (lost !== undefined) return { ok: false, checked, firstBroken: lost }
  const isWhole = next === lastId + 1 && (!last || last.hash === end)
  return isWhole ? { ok: true, checked } : { ok: false, checked, firstBroken: (last?.entryId ?? 0) + 1 }
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

type Listed = Omit<entries.AuditRow, 'sessionId' | 'permission'> & { nickName: string | null }

/** Entries as staff read them, each with all that it changed. */
async function describe(ctx: Ctx, rows: readonly Listed[]): Promise<AuditEntry[]> {
  const { hooks } = ctx.platform
  const known = [...hooks.of(versioned), ...hooks.of(trailWords)]
  const described = await Promise.all(
    [...Map.groupBy(rows, ({ objectType }) => objectType)].map(async ([object, of]) => {
      const diffs = await describeEntries(ctx, known.find((each) => each.object === object) ?? { object }, of)
      return of.map(({ id }, at) => [id, diffs[at] ?? []] as const)
    }),
  )
  const diffs = new Map(described.flat())
  return rows.map(({ id, time, actorType, actorId, actorName, nickName, ip, requestId, ...row }) => {
    const { action, objectType, objectId, objectName } = row
    const what = { action, objectType, objectId, objectName, diff: diffs.get(id) ?? [] }
    return {
      id,
      time: toWireTime(time),
      actorType,
      actorId,
      actorName,
      actorNick: nickName ?? '',
      ip,
      requestId,
      ...what,
    }
  })
}
