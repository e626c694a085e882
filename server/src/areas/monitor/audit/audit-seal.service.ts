import { createHash } from 'node:crypto'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { repeat } from '../../../platform/work/repeat.ts'
import * as entries from './audit.repository.ts'

/** How often each process looks for entries without a seal. */
const EVERY_MS = 1000
/** Entries hashed at a time: few enough not to delay the calls being served. */
const BATCH = 50

/**
 * Seals committed entries, in every process whatever its role: the first to look does it, the others skip.
 * @returns stops
 */
export function keepSealed(own: Ctx): () => Promise<void> {
  return repeat(own, EVERY_MS, (signal) => sealAudit(own, { signal }), 'the audit trail was not sealed')
}

/**
 * Adds all committed entries that have no seal to the chain (docs/work.md, Audit trail), in batches, each a transaction of its own. An entry whose
 * transaction commits late comes late in the chain; its number shows when it was written.
 * @param options waits: whether to wait for another process that is sealing, or to leave the work to it
 */
export async function sealAudit(ctx: Ctx, { waits = false, signal }: { waits?: boolean; signal?: AbortSignal } = {}) {
  while (!signal?.aborted && (await entries.hasPending(ctx))) {
    const sealed = await inTransaction(ctx, (tx) => sealBatch(tx, waits))
    if (sealed < BATCH) return
  }
}

async function sealBatch(tx: Ctx, waits: boolean): Promise<number> {
  const end = await entries.holdEnd(tx, waits)
  if (!end) return 0
  const pending = await entries.listPending(tx, BATCH)
  let { lastId: id, hash } = end
  const seals = pending.map((entry) => {
    const prevHash = hash
    hash = hashOf(prevHash, entry)
    return { id: ++id, time: entry.time, entryId: entry.id, prevHash, hash }
  })
  if (seals.length) await entries.addSeals(tx, seals, { hash })
  return seals.length
}

/** SHA-256 over the hash before and the entry, its keys in order at every depth; hexadecimal. */
export function hashOf(prevHash: string, entry: entries.AuditRow): string {
  return createHash('sha256')
    .update(prevHash)
    .update(JSON.stringify(canonical({ ...entry, time: entry.time.toISOString() })))
    .digest('hex')
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, canonical(member)]),
  )
}
