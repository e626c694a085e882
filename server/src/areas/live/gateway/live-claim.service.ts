import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'

/** How long a call to the platform may take, its pictures included; after that others may try. */
const BUSY_MS = 90_000

type Claims<Row> = {
  find(ctx: Ctx, id: number): Promise<Row | undefined>
  claim(ctx: Ctx, id: number, version: number | undefined, until: Date): Promise<Row | undefined>
  release(ctx: Ctx, id: number): Promise<void>
}
type Wanted = { id: number; version: number | undefined; what: string }

export const busyUntil = ({ now }: Ctx) => new Date(now().getTime() + BUSY_MS)
export const isBusy = (row: { busyUntil: Date | null }, { now }: Ctx): boolean =>
  row.busyUntil !== null && row.busyUntil > now()

/**
 * Does something with a row that nobody else speaks with the platform about meanwhile: outside of any transaction, as the
 * platform may take its time.
 * @param show the row as it is now, for the refusal of another version
 * @throws 404; 409 for another version, or while somebody else has it
 */
export async function taking<Row extends { version: number }, Result>(
  ctx: Ctx,
  claims: Claims<Row>,
  { id, version, what }: Wanted,
  show: (row: Row) => unknown,
  work: (row: Row) => Promise<Result>,
): Promise<Result> {
  const row = await claims.claim(ctx, id, version, busyUntil(ctx))
  if (!row) {
    const found = await claims.find(ctx, id)
    if (!found) throw notFound(what)
    if (version !== undefined && found.version !== version) throw versionConflict(await show(found))
    throw stateConflict('正在提交到微信，请稍候再试')
  }
  return work(row).catch(async (error: unknown) => {
    await claims.release(ctx, id)
    throw error
  })
}
