import type { activity } from '@zhanggui/contract/promotion/activity.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { activityPhase } from '@zhanggui/domain/promotion/activity.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { notFound, refuseTaken, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { addBudget, changeBudget, readyBudget } from '../../coupon/budget/budget.service.ts'
import { freeFiles } from '../../file/file/file-ref.service.ts'
import { useFreightTemplate } from '../../product/freight/freight-template.service.ts'
import * as activities from './activity.repository.ts'
import {
  type ActivityChange,
  type ActivityDraft,
  budgetOf,
  noteFiles,
  readDraft,
  requireTitle,
  titleTaken,
} from './activity-draft.service.ts'
import { aliveText, countAlive, countEnding } from './activity-going.service.ts'
import { type ActivityKind, kindOf, lockBoth, requireKind } from './activity-kinds.service.ts'
import { close, labelsOf, open, requireOpening } from './activity-opening.service.ts'
import { storeSkus } from './activity-skus.service.ts'
import * as uses from './activity-use.repository.ts'

/**
 * Adds an activity.
 * @param storeOwn stores what the kind has of its own
 * @throws {BadInput} for days, prices and quotas that make no sense; 409 for a title that is taken, 422 for a product, SKU or template
 *   that cannot be used; what opening throws, if it is to be open
 */
export function saveActivity(
  ctx: Ctx,
  kind: ActivityKind,
  draft: ActivityDraft,
  storeOwn: (tx: Ctx, id: number) => Promise<void>,
): Promise<Saved> {
  requireOpening(ctx, kind, draft)
  return inTransaction(ctx, async (tx) => {
    await readyBudget(tx, draft.budget)
    const product = await activities.lockProduct(tx, draft.productId)
    if (!product || product.isDel || product.isRecycle) throw new Refusal('商品不存在或已删除')
    const fields = await readDraft(tx, draft)
    await requireTitle(tx, kind, draft.title)
    await useFreightTemplate(tx, draft.tempId)
    const saved = await activities.insert(tx, { ...fields, type: kind.type, productId: draft.productId, status: false })
    if (!saved) throw titleTaken()
    await storeOwn(tx, saved.id)
    await addBudget(tx, budgetOf(saved.id), draft.budget)
    await storeSkus(tx, kind, saved.id, draft, product.specType)
    await noteFiles(tx, kind, saved.id, fields)
    const version = draft.status
      ? await open(tx, kind, saved.id, { ...pickConfirm(draft), isNew: true })
      : saved.version
    const after = await kind.getTyped(tx, saved.id)
    const about = { objectType: kind.object, objectId: saved.id, objectName: draft.title }
    await audit(tx, { ...about, after, labels: labelsOf(draft) })
    return { id: saved.id, version }
  })
}

/**
 * Changes an activity as far as its kind allows it as it stands. One that is open stays open unless `status` says otherwise, and passes
 * what opening asks: a later end would open one that was over unseen.
 * @param storeOwn stores what the kind has of its own
 * @throws 404; 409 where its kind refuses, for another version, for a quota below what is held or sold, a budget below what is used and for
 *   the removal of a SKU with orders; 403 for opening or closing without that right; as {@link saveActivity}
 */
export function updateActivity(
  ctx: Ctx,
  kind: ActivityKind,
  { id, version, ...draft }: ActivityChange,
  storeOwn: (tx: Ctx, id: number) => Promise<void>,
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const isNew = await readyBudget(tx, draft.budget, budgetOf(id))
    const { row, product } = await lockBoth(tx, kind, id)
    const status = draft.status ?? row.status
    const wasOpen = row.status && activityPhase(row, tx.now()) !== 'ended'
    const before = await kind.getTyped(tx, id)
    if (version !== undefined && version !== row.version) throw versionConflict(before)
    const refusal = kind.editRefusal(row, tx.now())
    if (refusal) throw stateConflict(refusal)
    requireOpening(tx, kind, { status: status ? !wasOpen : row.status })
    if (draft.productId !== row.productId) throw new BadInput('不能更换关联商品', 'productId')
    if (product.isDel || product.isRecycle) throw new Refusal('商品不存在或已删除')
    const fields = await readDraft(tx, draft, row)
    if (draft.title !== row.title) await requireTitle(tx, kind, draft.title, id)
    if (draft.tempId !== row.tempId) await useFreightTemplate(tx, draft.tempId)
    const saved = await refuseTaken(activities.update(tx, id, version, fields), titleTaken)
    if (!saved) throw versionConflict(before)
    await storeOwn(tx, id)
    await changeBudget(tx, budgetOf(id), draft.budget, isNew)
    await storeSkus(tx, kind, id, draft, product.specType)
    await noteFiles(tx, kind, id, fields)
    const now = status
      ? await open(tx, kind, id, pickConfirm(draft))
      : row.status
        ? await close(tx, row)
        : saved.version
    const after = await kind.getTyped(tx, id)
    const about = { objectType: kind.object, objectId: id, objectName: draft.title }
    await audit(tx, { ...about, before, after, labels: labelsOf({ ...draft, status }) })
    return { id, version: now }
  })
}

/**
 * Changes what an activity has of its own kind, and nothing else. One that is open stays open and passes what opening asks.
 * @param plan what is to be stored; undefined when it stands like that already
 * @throws 404; 409 for another version; what `plan` and opening throw
 */
export function changeOwn(
  ctx: Ctx,
  kind: ActivityKind,
  { id, version, ...asked }: { id: number; version?: number | undefined; confirmBelowCost?: boolean | undefined },
  plan: (row: activities.ActivityRecord) => ((tx: Ctx) => Promise<void>) | undefined,
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const { row } = await lockBoth(tx, kind, id)
    const before = await kind.getTyped(tx, id)
    if (version !== undefined && version !== row.version) throw versionConflict(before)
    const store = plan(row)
    if (!store) return { id, version: row.version }
    await store(tx)
    const now = row.status
      ? await open(tx, kind, id, pickConfirm(asked))
      : (await activities.update(tx, id, version, {}))?.version
    if (now === undefined) throw versionConflict(before)
    const after = await kind.getTyped(tx, id)
    await audit(tx, { objectType: kind.object, objectId: id, objectName: row.title, before, after })
    return { id, version: now }
  })
}

const pickConfirm = ({ confirmBelowCost }: Pick<ActivityDraft, 'confirmBelowCost'>) => ({ confirmBelowCost })

/** Opens or closes an activity; what began goes on when it is closed. @throws 404; what opening throws */
export function switchActivity(
  ctx: Ctx,
  kind: ActivityKind,
  { id, status, confirmBelowCost }: { id: number; status: boolean; confirmBelowCost?: boolean | undefined },
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const { row } = await lockBoth(tx, kind, id)
    if (row.status === status) return { id, version: row.version }
    return audited(
      tx,
      {
        action: 'status',
        objectType: kind.object,
        objectId: id,
        objectName: row.title,
        labels: labelsOf({ status, confirmBelowCost }),
      },
      () => kind.getTyped(tx, id),
      async () => ({ id, version: status ? await open(tx, kind, id, { confirmBelowCost }) : await close(tx, row) }),
    )
  })
}

/** Deletes an activity that does not run and in which nothing is alive. @throws 404, 409 */
export function removeActivity(ctx: Ctx, kind: ActivityKind, id: number): Promise<Record<never, never>> {
  return inTransaction(ctx, async (tx) => {
    const { row } = await lockBoth(tx, kind, id)
    if (activityPhase(row, tx.now()) === 'running') throw stateConflict('活动开启中，商品不支持删除')
    const alive = aliveText(await countAlive(tx, kind, id))
    if (alive) throw stateConflict(`还有 ${alive}，${await howToDelete(tx, kind, id)}`)
    const before = await kind.getTyped(tx, id)
    await activities.update(tx, id, undefined, { isDel: true, status: false })
    if (row.status) await emit(tx, 'activity.closed', { id, type: row.type, title: row.title, ended: true })
    await freeFiles(tx, kind.object, id)
    await audit(tx, { action: 'delete', objectType: kind.object, objectId: id, objectName: row.title, before })
    return {}
  })
}

/** What is to be done before an activity can be deleted in which something goes on. */
async function howToDelete(tx: Ctx, kind: ActivityKind, id: number): Promise<string> {
  if (await countEnding(tx, kind, id)) return '请先提前结束活动'
  return kind.going?.countLasting ? '请等它们付款、下单或过期后再删除' : '请等它们付款或关闭后再删除'
}

/** Ends an activity now, and with it what goes on in it. @throws 403, 404, 409 for one that has not begun, or in which all is over */
export function endActivity(ctx: Ctx, { body: { id } }: RouteInput<typeof activity.end>): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const kind = await requireKind(tx, id, 'update:status')
    const { row } = await lockBoth(tx, kind, id)
    const isOver = row.stopAt <= tx.now()
    if (isOver && !(await countEnding(tx, kind, id))) throw stateConflict('活动已结束')
    if (row.startAt > tx.now()) throw stateConflict('活动未开始，不需要结束；请直接关闭')
    return audited(
      tx,
      { action: 'close', objectType: kind.object, objectId: id, objectName: row.title },
      () => kind.getTyped(tx, id),
      async () => {
        const saved = await activities.update(tx, id, undefined, isOver ? {} : { stopAt: tx.now() })
        if (!saved) throw notFound(kind.what)
        await kind.going?.stop(tx, id)
        await emit(tx, 'activity.closed', { id, type: kind.type, title: row.title, ended: true })
        return saved
      },
    )
  })
}

/**
 * A product was taken down although activities of it were open: they are closed and end, as nobody can buy in them.
 * @param tx a transaction
 */
export async function closeOfProduct(tx: Ctx, productId: number): Promise<void> {
  await activities.lockProduct(tx, productId)
  for (const { id, type } of await uses.listAlive(tx, productId)) {
    const kind = kindOf(tx, type)
    const row = await activities.lock(tx, id)
    if (!row || (!row.status && !(await countEnding(tx, kind, id)))) continue
    const end = row.startAt > tx.now() ? row.startAt : tx.now()
    const stopAt = row.stopAt < end ? row.stopAt : end
    await audited(
      tx,
      { action: 'close', objectType: kind.object, objectId: id, objectName: row.title },
      () => kind.getTyped(tx, id),
      async () => {
        await activities.closeNow(tx, id, stopAt)
        await kind.going?.stop(tx, id)
        await emit(tx, 'activity.closed', { id, type, title: row.title, ended: true })
      },
    )
  }
}
