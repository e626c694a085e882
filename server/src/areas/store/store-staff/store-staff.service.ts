import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { type StoreStaff, type StoreStaffDraft, storeStaff } from '@zhanggui/contract/store/store-staff.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { audit } from '../../../platform/data/audit.ts'
import { wireRow } from '../../../platform/data/keep.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { conflict, forbidden, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { setStoreOfUser } from '../../staff/admin-user/admin-user.service.ts'
import { readPhone } from '../../staff/admin-user/contact.ts'
import * as stores from '../store/store.repository.ts'
import * as staff from './store-staff.repository.ts'

const WHAT = '店员'
/** The console keeps the whole list in memory where it offers clerks. */
const MOST = 9999
const COUNTED_MS = 30 * 24 * 3600_000

/** How many orders each of these rows has verified since then. */
export type VerifiedByStaff = (ctx: Ctx, staffIds: readonly number[], since: Date) => Promise<Map<number, number>>

/** Orders are of a later area: it says how many were verified. */
export const verifiedByStaff = defineHook<VerifiedByStaff>('verified by staff')

/** Customers are of a later area: it says whether an account that sees stores alone sees one of them. */
export const customersSeen = defineHook<(tx: Ctx, uid: number) => Promise<boolean>>('customers that an account sees')

/** The right to verify in the console, of a later area: in the mini-program the row alone gives it. */
const VERIFY = 'admin:order:write:update'

/** Who works where: the row's account sees its store while the row is at work there. */
type Place = Pick<staff.StoreStaffRow, 'adminId' | 'storeId' | 'status'> & { isDel?: boolean }

/** A page of staff, those at work first. */
export async function listStoreStaff(ctx: Ctx, { query }: RouteInput<typeof storeStaff.list>) {
  const { page, limit, ...filter } = query
  const paging = readPage({ page, limit }, MOST)
  const { rows, total } = await staff.list(ctx, filter, paging)
  const media = await readMedia(ctx)
  const counts = await countVerified(
    ctx,
    rows.map(({ row }) => row.id),
  )
  const list = rows.map((row) => ({ ...describe(row, media), verifyCount: counts.get(row.row.id) ?? 0 }))
  return { list, total, page: paging.page, limit: paging.limit }
}

/** How many orders each of these has verified in the last 30 days. */
async function countVerified(ctx: Ctx, ids: readonly number[]): Promise<Map<number, number>> {
  const since = new Date(ctx.now().getTime() - COUNTED_MS)
  const counts = new Map<number, number>()
  for (const count of ctx.platform.hooks.of(verifiedByStaff))
    for (const [id, verified] of await count(ctx, ids, since)) counts.set(id, (counts.get(id) ?? 0) + verified)
  return counts
}

/** @throws 404 */
export async function getStoreStaff(ctx: Ctx, id: number): Promise<StoreStaff> {
  const found = await staff.find(ctx, id)
  if (!found) throw notFound(WHAT)
  return describe(found, await readMedia(ctx))
}

/**
 * Adds somebody to a store's staff; their account sees that store from its next call on.
 * @throws 403 for an account not below the caller, or a right to verify that is not theirs to give, 404 for the store, 409 for somebody who is there already, 422 for the customer
 */
export function saveStoreStaff(ctx: Ctx, draft: StoreStaffDraft) {
  return inTransaction(ctx, async (tx) => {
    const row = await toRow(tx, draft)
    requireGiving(tx, undefined, { verifyStatus: false, status: true, ...row })
    const saved = await staff.insert(tx, row)
    if (!saved) throw taken('uid')
    await settle(tx, undefined, { status: true, ...row })
    await useAvatar(tx, saved.id, row)
    const after = await getStoreStaff(tx, saved.id)
    await audit(tx, { objectId: saved.id, objectName: after.staffName, after })
    return saved
  })
}

/** Without a customer or an account there is none any more. @throws as {@link saveStoreStaff}, and 404, 409 for another version */
export function updateStoreStaff(
  ctx: Ctx,
  { id, version, ...draft }: StoreStaffDraft & { id: number; version?: number },
) {
  return change(ctx, id, version, async (tx, before) => {
    const row = await toRow(tx, draft, before)
    await useAvatar(tx, id, row)
    return row
  })
}

/** Switches somebody on or off; their account sees the store accordingly. @throws 403, 404 */
export function switchStoreStaff(ctx: Ctx, id: number, status: boolean) {
  return change(ctx, id, undefined, async (tx, before) => {
    if (status && !(await stores.keep(tx, before.storeId))) throw new Refusal('门店在回收站，请先恢复门店')
    return { status }
  })
}

/** Lets somebody verify orders, or no longer. @throws 404, 409 for another version */
export function allowVerifying(ctx: Ctx, id: number, version: number | undefined, verifyStatus: boolean) {
  return change(ctx, id, version, async () => ({ verifyStatus }))
}

/** Takes somebody off the staff; the row stays for the orders they verified. @throws 403, 404 */
export async function removeStoreStaff(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockStaff(tx, id)
    const before = await getStoreStaff(tx, id)
    await staff.update(tx, id, undefined, { isDel: true, status: false })
    await settle(tx, row, { ...row, isDel: true })
    await freeFiles(tx, 'store-staff', id)
    await audit(tx, { action: 'delete', objectId: id, objectName: before.staffName, before })
  })
}

/** Switches off all who work in a store that goes into the recycle bin. */
export async function switchOffStaffOf(tx: Ctx, storeId: number): Promise<void> {
  const atWork = await staff.lockAtWork(tx, storeId)
  await staff.switchOff(
    tx,
    atWork.map(({ id }) => id),
  )
  for (const row of atWork) await settle(tx, row, { ...row, status: false })
}

/** The rows by which an account or a customer works in stores now, with the stores' names. */
export const listClerks = staff.listAtWork

/** The row by which an account or a customer works in a store now. */
export async function findClerk(ctx: Ctx, who: { adminId: number } | { uid: number }, storeId: number) {
  return (await listClerks(ctx, who)).find((row) => row.storeId === storeId)
}

async function change(
  ctx: Ctx,
  id: number,
  version: number | undefined,
  read: (tx: Ctx, before: staff.StoreStaffRow) => Promise<Partial<staff.StoreStaffRow>>,
) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockStaff(tx, id)
    const before = await getStoreStaff(tx, id)
    const changed = await read(tx, row)
    requireGiving(tx, row, { ...row, ...changed })
    const saved = await refuseTaken(staff.update(tx, id, version, changed), (index) =>
      taken(index === 'store_staff_uid' ? 'uid' : 'adminId'),
    )
    if (!saved) throw versionConflict(before)
    await settle(tx, row, { ...row, ...changed })
    const after = await getStoreStaff(tx, id)
    await audit(tx, { objectId: id, objectName: after.staffName, before, after })
    return saved
  })
}

type Working = Pick<staff.StoreStaffRow, 'uid' | 'storeId' | 'verifyStatus' | 'status'>

/**
 * Only who may switch staff gives the right to verify or switches somebody on or off; and only who may verify lets a customer
 * do it in the mini-program, where no account's rights stand before it: else whoever keeps the list would verify as a customer.
 * @throws 403
 */
function requireGiving({ actor }: Ctx, before: Working | undefined, after: Working): void {
  const switches = (after.verifyStatus && !before?.verifyStatus) || (before && before.status !== after.status)
  const inProgram = (row: Working) => row.uid !== null && row.verifyStatus && row.status
  const isSame = before && inProgram(before) && before.uid === after.uid && before.storeId === after.storeId
  const needed = [...(switches ? [storeStaff.allow.permission] : []), ...(inProgram(after) && !isSame ? [VERIFY] : [])]
  const missing = needed.find((permission) => !holds(actor, permission))
  if (missing) throw forbidden(missing)
}

/** Keeps the stores that accounts see in step with where they work. */
async function settle(tx: Ctx, before: Place | undefined, after: Place): Promise<void> {
  const works = (place: Place) => place.adminId !== null && place.status && !place.isDel
  const isSame = before?.adminId === after.adminId && before?.storeId === after.storeId
  if (before && isSame && works(before) === works(after)) return
  if (before?.adminId && works(before)) await setStoreOfUser(tx, before.adminId, before.storeId, false)
  if (after.adminId && works(after)) await setStoreOfUser(tx, after.adminId, after.storeId, true)
}

async function lockStaff(tx: Ctx, id: number): Promise<staff.StoreStaffRow> {
  const row = await staff.lock(tx, id)
  if (!row) throw notFound(WHAT)
  return row
}

async function toRow(tx: Ctx, draft: StoreStaffDraft, before?: staff.StoreStaffRow) {
  const { uid = null, adminId = null, storeId, phone, avatar, ...rest } = draft
  if (uid === null && adminId === null) throw new BadInput('请选择店员账号', 'uid')
  if (!(await stores.keep(tx, storeId))) throw notFound('门店')
  const isSeen = uid === null || uid === before?.uid || (await seesCustomer(tx, uid))
  const user = uid === null || !isSeen ? undefined : await staff.keepUser(tx, uid)
  // Alike for one that the account does not see, so that nobody learns which there are.
  if (uid !== null && !user) throw new Refusal('绑定的用户不存在，请重新选择')
  const isTaken = await staff.findTaken(tx, { uid, adminId, storeId }, before?.id ?? 0)
  if (isTaken) throw taken(isTaken)
  const media = await readMedia(tx)
  const shown = avatar ?? before?.avatar ?? user?.avatar ?? ''
  return {
    ...rest,
    uid,
    adminId,
    storeId,
    avatar: media.toStored(shown),
    phone: phone === undefined && before ? before.phone : (readPhone(phone, before?.phone) ?? ''),
  }
}

async function seesCustomer(tx: Ctx, uid: number): Promise<boolean> {
  if (!tx.actor.scope.storeIds) return true
  const seen = await Promise.all(tx.platform.hooks.of(customersSeen).map((sees) => sees(tx, uid)))
  return seen.includes(true)
}

function taken(field: 'uid' | 'adminId') {
  return conflict(field === 'uid' ? '该用户已是店员' : '该账号已是这家门店的店员', field)
}

async function useAvatar(tx: Ctx, id: number, { avatar, staffName }: { avatar: string; staffName: string }) {
  await useFiles(tx, { type: 'store-staff', id, field: 'avatar', title: `店员「${staffName}」` }, avatar)
}

function describe({ row, store, user, admin }: staff.Described, media: Media): StoreStaff {
  const { isDel: _, ...shown } = wireRow(row)
  return {
    ...shown,
    avatar: media.toWire(row.avatar),
    phone: maskPhone(row.phone),
    store,
    user: user && { ...user, avatar: media.toWire(user.avatar), phone: maskPhone(user.phone) },
    admin,
  }
}
