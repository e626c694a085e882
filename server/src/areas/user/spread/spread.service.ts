import { retried } from '../../../platform/data/retried.ts'
import { lockTree } from '../../../platform/data/tree.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as tree from './spread.repository.ts'

const DAY_MS = 24 * 3600_000
/** As long as the column of the path. */
const MAX_PATH = 1000

/** Everything that changes who stands below whom takes this lock first, so that no two make a ring. @param tx a transaction */
export const lockSpread = (tx: Ctx): Promise<void> => lockTree(tx, 'shop_user')

/**
 * Whether a customer may stand below another: neither the customer nor anybody below.
 * @param tx a transaction that called {@link lockSpread}
 */
export async function judgePlace(tx: Ctx, uid: number, spreadUid: number): Promise<'ring' | 'deep' | undefined> {
  const above = spreadUid ? await tree.listAbove(tx, spreadUid) : []
  if (above.includes(uid) || spreadUid === uid) return 'ring'
  const length = `/${[...above, spreadUid, ''].join('/')}`.length + (await tree.depthBelow(tx, uid))
  return length > MAX_PATH ? 'deep' : undefined
}

/**
 * Locks customers whose bond changes, with everybody below them and the promoters before and after, all at once.
 * @param tx a transaction that called {@link lockSpread}
 */
export const lockBonds = tree.lockBonds

/** Gives a customer another promoter above, or none. @param tx a transaction that called {@link lockBonds} */
export const setSuperior = tree.bind

/** Makes a customer a promoter who is none yet. @param tx a transaction that locked the customer */
export const makePromoter = tree.makePromoter

/**
 * Binds the calling buyer to a promoter, as far as the shop's rules let it.
 * @returns whether they are bound now
 */
export async function bindBuyer(ctx: Ctx, spreadUid: number): Promise<boolean> {
  const { uid } = ctx.buyer
  // Clients ask at each start: what is refused anyway takes no lock.
  if (!(await judge(ctx, { uid, spreadUid, isNew: false }))) return false
  return retried(ctx, (tx) => bind(tx, { uid, spreadUid, isNew: false }))
}

/**
 * Binds a customer who has just registered. What may not be stops no registration.
 * @param tx the transaction of the registration, which nobody else can wait for
 */
export const bindNew = (tx: Ctx, uid: number, spreadUid: number): Promise<boolean> =>
  bind(tx, { uid, spreadUid, isNew: true })

type Bond = { uid: number; spreadUid: number; isNew: boolean }

async function bind(tx: Ctx, bond: Bond): Promise<boolean> {
  const { uid, spreadUid } = bond
  const { brokerage_func_status } = await getSettings(tx)
  if (!brokerage_func_status) return false
  await lockSpread(tx)
  const [known] = await tree.findMany(tx, [uid])
  await lockBonds(tx, [uid], [spreadUid, known?.spreadUid ?? 0])
  if (!(await judge(tx, bond)) || (await judgePlace(tx, uid, spreadUid))) return false
  await tree.bind(tx, uid, spreadUid)
  return true
}

/** Whether the rules of the shop let a customer be bound, but for the tree. */
async function judge(ctx: Ctx, { uid, spreadUid, isNew }: Bond): Promise<boolean> {
  const { brokerage_func_status, store_brokerage_status, brokerage_bindind } = await getSettings(ctx)
  if (!brokerage_func_status || uid === spreadUid || (brokerage_bindind === 1 && !isNew)) return false
  const found = await tree.findMany(ctx, [uid, spreadUid])
  const [own, above] = [found.find(({ id }) => id === uid), found.find(({ id }) => id === spreadUid)]
  if (!own || !above?.status || !(above.isPromoter || store_brokerage_status === 2)) return false
  if (!own.spreadUid) return true
  if (own.spreadUid === spreadUid) return false
  const [old] = await tree.findMany(ctx, [own.spreadUid])
  return !old || old.hasEnded || (await hasLapsed(ctx, own))
}

/** Whether a bond is over: neither made nor bought by for as long as the shop says. */
export async function hasLapsed(
  ctx: Ctx,
  { spreadTime, lastPayTime }: Pick<tree.Bound, 'spreadTime' | 'lastPayTime'>,
): Promise<boolean> {
  const { brokerage_bind_days: days } = await getSettings(ctx)
  const last = Math.max(spreadTime?.getTime() ?? 0, lastPayTime?.getTime() ?? 0)
  return days > 0 && last < ctx.now().getTime() - days * DAY_MS
}
