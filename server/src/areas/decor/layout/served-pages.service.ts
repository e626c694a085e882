import type { Ctx } from '../../../platform/http/context.ts'
import type { GivenSettings } from '../../setting/setting/setting.service.ts'

/** Pages as they were made for buyers with the same answers to their rules; nothing of a single buyer is in them. */
const KEPT = { ttlSeconds: 15, max: 500 }

export const servedPages = ({ platform }: Ctx) => platform.caches.named<unknown>('served-pages', KEPT)

/** Drops the cached pages: in this process now, in the others when the transaction commits. */
export async function dropServed(tx: Ctx): Promise<void> {
  await servedPages(tx).drop(tx.db)
  // Whoever asked meanwhile kept what was before the commit.
  tx.afterCommit?.push(() => servedPages(tx).dropHere())
}

/** Pages carry the shop's name, its share card and the addresses of its pictures. */
export async function dropServedOnSettings(tx: Ctx, { changed }: GivenSettings): Promise<void> {
  if (changed.size) await dropServed(tx)
}
