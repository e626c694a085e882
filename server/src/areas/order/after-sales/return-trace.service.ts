import { setTimeout as sleep } from 'node:timers/promises'
import type { Ctx } from '../../../platform/http/context.ts'
import type { TraceStep } from '../../../platform/outside/logistics.ts'
import { isTracking, traceParcel } from '../../setting/express/express-provider.service.ts'
import type { CaseRow } from './after-sales.repository.ts'

/** A carrier is not asked about a parcel again within this time: each question costs money. */
const FRESH_SECONDS = 30 * 60
/** A carrier that is slow is not waited for: what it says is there at the next look. */
const PATIENCE_MS = 3000

/**
 * What the carrier says of a parcel on its way back, newest first. Nothing once the case has ended, where tracking is off, or
 * while the carrier does not answer: the case is judged all the same.
 */
export async function traceReturn(ctx: Ctx, row: CaseRow): Promise<TraceStep[]> {
  const { state, salesState, expressCode, expressName, expressNo } = row
  if (!expressNo || state !== 2 || salesState || !(await isTracking(ctx))) return []
  const known = ctx.platform.caches.named<TraceStep[]>('return-trace', { ttlSeconds: FRESH_SECONDS })
  const asked = known
    .get(`${expressCode} ${expressNo}`, async () => {
      const { steps } = await traceParcel(ctx, { expressCode, expressName, number: numberOf(row) })
      return steps
    })
    .catch((error: unknown) => {
      ctx.log.info({ err: error, salesId: row.id }, 'a carrier was not asked about a return')
      return []
    })
  const waiting = new AbortController()
  const late = sleep(PATIENCE_MS, [], { signal: waiting.signal }).catch(() => [])
  return Promise.race([asked, late]).finally(() => waiting.abort())
}

/** SF answers only with the last digits of a phone: for a return, the consignee's. */
function numberOf({ expressCode, expressNo, phone }: CaseRow): string {
  const needsPhone = expressCode.toUpperCase() === 'SF' && !expressNo.includes(':')
  return needsPhone ? `${expressNo}:${phone.slice(-4)}` : expressNo
}
