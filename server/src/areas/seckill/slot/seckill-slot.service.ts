import { type Slot, type SlotDraft, type SlotQuery, seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { activityPhase, dayStart, nextWindow, phaseName } from '@zhanggui/domain/promotion/activity.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, HttpError, inUse, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import * as slots from './seckill-slot.repository.ts'

const OBJECT = 'seckill-slot'
/** The console's clients ask for all of them at once. */
const MAX_LIMIT = 9999
const DAY_MS = 24 * 3600_000
/** How many flash sales a refused deletion names. */
const NAMED_USES = 20

/** A page of slots in the order of the day. */
export async function listSlots(ctx: Ctx, { query }: { query: SlotQuery }) {
  const { page: _1, limit: _2, ...filter } = query
  const paging = readPage({ page: query.page, limit: query.limit }, MAX_LIMIT)
  const { rows, total } = await slots.list(ctx, filter, paging)
  const list = await Promise.all(rows.map((row) => describeSlot(ctx, row)))
  return { list, total, page: paging.page, limit: paging.limit }
}

/** A slot. @throws 404 */
export async function getSlot(ctx: Ctx, id: number): Promise<Slot> {
  const row = await slots.find(ctx, id)
  if (!row) throw missing()
  return describeSlot(ctx, row)
}

/** Adds a slot. @throws 400 for hours that make no sense, 409 for hours that another has, also of two that are saved at once */
export function saveSlot(ctx: Ctx, draft: SlotDraft): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await readDraft(tx, draft)
    const saved = await refuseShared(slots.insert(tx, row))
    if (!saved) throw shared()
    await noteFiles(tx, saved.id, row)
    await audit(tx, { objectId: saved.id, objectName: row.name, after: await getTyped(tx, saved.id) })
    return saved
  })
}

/** Changes a slot. @throws as {@link saveSlot}; 404; 409 for another version; 422 for other hours while a flash sale runs in it */
export function updateSlot(
  ctx: Ctx,
  { id, version, ...draft }: SlotDraft & { id: number; version?: number | undefined },
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await slots.lock(tx, id)
    if (!row) throw missing()
    const before = await getTyped(tx, id)
    // Closing hides what is sold in it: that has a right of its own, and is not done by leaving the switch out.
    const { status = row.status } = draft
    requireSwitch(tx, seckillSlot.useStatus.permission, row.status, status)
    const change = await readDraft(tx, { ...draft, status })
    if (change.startHour !== row.startHour || change.endHour !== row.endHour) await refuseWhileRunning(tx, row)
    const saved = await refuseShared(slots.update(tx, id, version, change))
    if (!saved) throw versionConflict(before)
    await noteFiles(tx, id, change)
    await audit(tx, { objectId: id, objectName: change.name, before, after: await getTyped(tx, id) })
    return saved
  })
}

/** Opens or closes a slot; closing hides its flash sales at once. @throws 404 */
export function useSlot(ctx: Ctx, id: number, status: boolean): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await slots.lock(tx, id)
    if (!row) throw missing()
    if (row.status === status) return { id, version: row.version }
    const before = await getTyped(tx, id)
    const saved = await slots.update(tx, id, undefined, { status })
    if (!saved) throw missing()
    await audit(tx, { action: 'status', objectId: id, objectName: row.name, before, after: await getTyped(tx, id) })
    return saved
  })
}

/** Deletes a slot. @throws 404; 422 IN_USE while it has flash sales that are not over */
export function removeSlot(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const row = await slots.lock(tx, id)
    if (!row) throw missing()
    const slot = { startHour: row.startHour, endHour: row.endHour, isOpen: true }
    const uses = (await slots.listUses(tx, id, false))
      .filter((use) => nextWindow({ ...use, slot }, tx.now()))
      .slice(0, NAMED_USES)
    if (uses.length)
      throw inUse(
        '该时段下有未结束的秒杀商品，不能删除',
        uses.map(({ id: useId, name }) => ({ type: 'seckill', id: useId, name })),
      )
    const before = await getTyped(tx, id)
    await slots.update(tx, id, undefined, { isDel: true })
    await freeFiles(tx, OBJECT, id)
    await audit(tx, { action: 'delete', objectId: id, objectName: row.name, before })
    return {}
  })
}

/** Names a slot in a flash sale, which keeps it from deletion. @throws 422 */
export async function keepSlot(tx: Ctx, id: number): Promise<void> {
  if (!(await slots.keep(tx, id))) throw new Refusal('秒杀时段不存在，请重新选择')
}

/** What was typed of a slot, for the audit trail and 修改记录. @throws 404 */
export async function getTyped(ctx: Ctx, id: number) {
  const { productCount: _1, todayCount: _2, phase: _3, phaseName: _4, ...typed } = await getSlot(ctx, id)
  return typed
}

/** The slots of a new shop: every two hours from eight to midnight. */
const FIRST_HOUR = 8
const LAST_HOUR = 24

/** Gives a shop that never had any its slots. */
export async function addDefaultSlots(tx: Ctx): Promise<void> {
  if (await slots.hasAny(tx)) return
  for (let startHour = FIRST_HOUR; startHour < LAST_HOUR; startHour += 2) {
    const two = (hour: number) => String(hour).padStart(2, '0')
    const name = `${two(startHour)}点场`
    await slots.insertFirst(tx, { name, startHour, endHour: startHour + 2, sliderImgs: [] })
  }
}

const missing = () => new HttpError(404, 'NOT_FOUND', '秒杀时段不存在')
const shared = () => conflict('当前时间段的秒杀配置已存在', 'startHour')

async function describeSlot(ctx: Ctx, row: slots.CountedSlot): Promise<Slot> {
  const { id, version, name, startHour, endHour, sort, status, isDel, productCount, todayCount } = row
  const media = await readMedia(ctx)
  const times = timesOfToday(ctx, row)
  return {
    id,
    version,
    name,
    startHour,
    endHour,
    sort,
    status,
    isDel,
    productCount,
    todayCount,
    img: media.toWire(row.img),
    sliderImgs: row.sliderImgs.map(media.toWire),
    phase: activityPhase(times, ctx.now()),
    phaseName: phaseName(times, ctx.now()),
    createTime: toWireTime(row.createdAt),
  }
}

/** A slot as if it were an activity of today alone. */
function timesOfToday({ now }: Ctx, { startHour, endHour, status, isDel }: slots.SlotRow) {
  const startAt = dayStart(now())
  const stopAt = new Date(startAt.getTime() + DAY_MS)
  return { status, startAt, stopAt, slot: { startHour, endHour, isOpen: status && !isDel } }
}

async function readDraft(tx: Ctx, draft: SlotDraft) {
  const { name, startHour, endHour, img = '', sliderImgs, sort = 0, status = true } = draft
  if (startHour >= endHour) throw new BadInput('请填写正确的时间范围', 'endHour')
  if (sliderImgs.some((image) => !image)) throw new BadInput('轮播图不能为空', 'sliderImgs')
  const media = await readMedia(tx)
  return {
    name,
    startHour,
    endHour,
    img: media.toStored(img),
    sliderImgs: sliderImgs.map(media.toStored),
    sort,
    status,
  }
}

const noteFiles = (
  tx: Ctx,
  id: number,
  { name: title, img, sliderImgs }: Pick<slots.SlotRow, 'name' | 'img' | 'sliderImgs'>,
) => useFiles(tx, { type: OBJECT, id, field: 'sliderImgs', title }, [img, ...sliderImgs].join('\n'))

/** The exclusion constraint of the table decides, so that of two saved at once one is. */
function refuseShared<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    const { code } = ((error as Error).cause ?? error) as { code?: string }
    throw code === '23P01' ? shared() : error
  })
}

async function refuseWhileRunning(tx: Ctx, slot: slots.CountedSlot): Promise<void> {
  const { startHour, endHour, status } = slot
  const runs = (await slots.listUses(tx, slot.id, true)).some(
    (use) => activityPhase({ ...use, slot: { startHour, endHour, isOpen: status } }, tx.now()) === 'running',
  )
  if (runs) throw new Refusal('时段内有进行中的秒杀商品，不能修改时间')
}
