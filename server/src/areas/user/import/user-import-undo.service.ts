import { type UserImportUndo, userImport } from '@zhanggui/contract/user/user-import.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { pointsStatuses } from '@zhanggui/domain/user/ledger.ts'
import { type CustomerNow, planUndo, type UndoPlan } from '@zhanggui/domain/user/user-import-undo.ts'
import { eq, gt, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { startTask, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import { endAccount } from '../centre/customer-centre.service.ts'
import { changeExperience, changePoints, lockCustomers, takeBalance } from '../ledger/ledger.service.ts'
import { raiseLevels } from '../level/user-level.service.ts'
import { requireAll } from '../shop-user/shop-user.service.ts'
import { lockBonds, lockSpread, setSuperior } from '../spread/spread.service.ts'
import * as imports from './user-import.repository.ts'
import { requireRights, undoUntil, WHAT } from './user-import.service.ts'
import { userImportRows } from './user-import.tables.ts'
import { markOf, openingKey } from './user-import-run.service.ts'

const UNDO_TASK = 'user-import-undo'
/** Rows read at once. */
const CHUNK = 500
const SHOWN_LEFT = 200

type Work = Pick<TaskWork, 'progress'>

/** Registers the task that takes imports back. */
export function registerUserImportUndo({ tasks }: Platform): void {
  const rules = { needs: userImport.undo.permission, restartable: true, heavy: true } as const
  tasks.handle<{ importId: number }>(UNDO_TASK, rules, runUndo)
}

/**
 * Takes an import back, or says what that would do.
 * @throws 403 without the rights that its columns asked, 404, 409 while it is at work, was taken back or is too old; 422 for accounts
 *   that see their stores alone
 */
export async function undoImport(ctx: Ctx, { importId, dry = false }: { importId: number; dry?: boolean }) {
  if (dry) {
    requireAll(ctx)
    const found = await imports.find(ctx, importId)
    if (!found) throw notFound(WHAT)
    await requireUndoable(ctx, found.row)
    return tryUndo(ctx, found.row)
  }
  return inTransaction(ctx, async (tx) => {
    requireAll(tx)
    const row = await imports.lock(tx, importId)
    if (!row) throw notFound(WHAT)
    await requireUndoable(tx, row)
    const title = `撤销导入客户：${row.fileName}`
    const { taskId } = await startTask(tx, { type: UNDO_TASK, title, params: { importId } })
    const started = { undoneBy: tx.actor.userId, undoTime: tx.now(), undoTaskId: taskId }
    await imports.update(tx, importId, { status: 'undoing', ...started })
    await audit(tx, { action: 'undo', objectId: importId, objectName: row.fileName })
    return new Accepted({ taskId })
  })
}

async function requireUndoable(ctx: Ctx, row: imports.ImportRecord): Promise<void> {
  const atWork = (await imports.find(ctx, row.id))?.atWork ?? false
  if (row.status === 'checked') throw stateConflict('该导入尚未执行')
  if (row.status === 'undone' || (row.status === 'undoing' && atWork)) throw stateConflict('该导入已撤销')
  // A task that was killed too often leaves the import as it was at work.
  if (atWork) throw stateConflict('导入尚未结束')
  const until = undoUntil(row, atWork)
  if (!until || until <= ctx.now()) throw stateConflict('已超过 30 天，不能撤销')
  await requireRights(ctx, row)
}

/** What taking an import back would do now. */
async function tryUndo(ctx: Ctx, { id }: imports.ImportRecord): Promise<UserImportUndo> {
  const sums = { back: 0, leftCount: 0, fen: 0, points: 0, ended: 0 }
  const left: UserImportUndo['left'] = []
  const freed = await countFreed(ctx, id)
  for (let after = 0; ; ) {
    const rows = await imports.listRows(ctx, id, { after, limit: CHUNK, state: 'done' })
    if (!rows.length) break
    const facts = await imports.findUndoFacts(
      ctx,
      id,
      rows.map(({ uid }) => uid),
    )
    for (const row of rows) {
      const plan = planOf(row, facts.get(row.uid), freed.get(row.uid))
      sums.fen += plan.opening ? row.moneyFen : 0
      sums.points += plan.opening ? row.points : 0
      sums.ended += plan.ends ? 1 : 0
      if (!plan.reasons.length) sums.back++
      else if (++sums.leftCount <= SHOWN_LEFT) left.push({ uid: row.uid, reason: reasonOf(plan) })
    }
    after = rows.at(-1)?.row ?? after
  }
  const { fen, ...others } = sums
  return { ...others, left, money: toYuan(fen) }
}

/** How many of those below each promoter the undoing sets free. */
async function countFreed(ctx: Ctx, importId: number): Promise<Map<number, number>> {
  const freed = new Map<number, number>()
  for (let after = 0; ; ) {
    const where = gt(userImportRows.boundTo, 0)
    const rows = await imports.listRows(ctx, importId, { after, limit: CHUNK, state: 'done', where })
    if (!rows.length) return freed
    const facts = await imports.findUndoFacts(
      ctx,
      importId,
      rows.map(({ uid }) => uid),
    )
    for (const { uid, boundTo } of rows) {
      const now = facts.get(uid)
      if (now && !now.hasEnded && now.spreadUid === boundTo) freed.set(boundTo, (freed.get(boundTo) ?? 0) + 1)
    }
    after = rows.at(-1)?.row ?? after
  }
}

function planOf(row: imports.RowRecord, facts: imports.UndoFacts | undefined, freed = 0): UndoPlan {
  const hasBefore = Object.keys(row.before ?? {}).some((name) => name !== 'level')
  const now: CustomerNow | undefined = facts && { ...facts, below: facts.spreadCount - freed }
  return planUndo({ ...row, hasBefore }, now)
}

const reasonOf = ({ reasons }: UndoPlan) => cutText(reasons.join('；'), 255)

/** Takes an import back row by row, bonds first, so that promoters whom it made have nobody below. A killed process goes on. */
export async function runUndo(ctx: Ctx, { importId }: { importId: number }, work: Work): Promise<TaskResult> {
  requireAll(ctx)
  const row = await imports.find(ctx, importId)
  if (row?.row.status !== 'undoing') throw stateConflict('该导入已撤销')
  await requireRights(ctx, row.row)
  const total = row.row.done
  const isBound = sql`${eq(userImportRows.state, 'done')} and ${userImportRows.boundTo} > 0`
  await eachRow(ctx, importId, isBound, freeRow)
  let processed = (await countOf(ctx, importId)).processed
  await eachRow(ctx, importId, eq(userImportRows.state, 'done'), async (tx, each) => {
    await undoRow(tx, each)
    await work.progress({ processed: ++processed, total })
  })
  const { back, kept } = await countOf(ctx, importId)
  await inTransaction(ctx, async (tx) => {
    await imports.update(tx, importId, { status: 'undone', back, kept })
    const objectName = `撤销「${row.row.fileName}」${back} 位客户`
    await audit(tx, { action: 'undo', objectType: 'user-import', objectId: importId, objectName })
  })
  const left = kept ? `，${kept} 位未能完全撤销，原因见导入记录` : ''
  return { rows: back, message: `已撤销 ${back} 位客户${left}` }
}

async function countOf(ctx: Ctx, importId: number) {
  const counts = await imports.countRows(ctx, importId)
  const [back, kept] = [counts.get('undone') ?? 0, counts.get('kept') ?? 0]
  return { back, kept, processed: back + kept }
}

type Handle = (tx: Ctx, row: imports.RowRecord) => Promise<void>

/** Handles the rows of a kind, each in a transaction. */
async function eachRow(ctx: Ctx, importId: number, where: SQL, handle: Handle): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await imports.listRows(ctx, importId, { after, limit: CHUNK, where })
    if (!rows.length) return
    for (const { row } of rows) {
      await retried(ctx, async (tx) => {
        const [locked] = await imports.lockRows(tx, importId, sql`${userImportRows.row} = ${row} and ${where}`, 1)
        if (locked) await handle(tx, locked)
      })
      after = row
    }
  }
}

/** Takes a bond back, if it is still the one that the import made. */
async function freeRow(tx: Ctx, row: imports.RowRecord): Promise<void> {
  const { uid, boundTo } = row
  // The tree before the customers, as whoever changes a bond.
  await lockSpread(tx)
  await lockBonds(tx, [uid], [boundTo])
  const facts = (await imports.findUndoFacts(tx, row.importId, [uid])).get(uid)
  const isStill = facts && !facts.hasEnded && facts.spreadUid === boundTo
  if (isStill) await setSuperior(tx, uid, 0)
  const follows = isStill && facts.version === row.version
  await imports.updateRow(tx, row, { boundTo: 0, ...(follows && { version: row.version + 1 }) })
}

async function undoRow(tx: Ctx, row: imports.RowRecord): Promise<void> {
  const { uid, importId } = row
  await lockCustomers(tx, [uid])
  const facts = (await imports.findUndoFacts(tx, importId, [uid])).get(uid)
  const plan = planOf(row, facts)
  if (plan.opening) await takeOpening(tx, row)
  if (facts && !facts.hasEnded) await giveBackLevel(tx, row, facts)
  if (plan.ends) await endAccount(tx, uid)
  else if (plan.fields) await giveBackFields(tx, row)
  const isWhole = !plan.reasons.length
  await imports.updateRow(tx, row, { state: isWhole ? 'undone' : 'kept', reason: reasonOf(plan) })
}

async function takeOpening(tx: Ctx, { uid, importId, moneyFen, points, experience }: imports.RowRecord): Promise<void> {
  const note = { uid, mark: markOf(importId), linkId: String(importId), title: '撤销期初' }
  const key = (what: 'money' | 'points' | 'experience') => `${openingKey(importId, uid)}:${what}:undo`
  const done = [
    !moneyFen || (await takeBalance(tx, { ...note, type: 'system_sub', numberFen: moneyFen, bizKey: key('money') })),
    !points ||
      (await changePoints(tx, {
        ...note,
        type: 2,
        linkType: 'system',
        integral: points,
        status: pointsStatuses.done,
        bizKey: key('points'),
      })),
  ]
  if (done.includes(false)) throw new Error('an opening that was there could not be taken')
  if (experience)
    await changeExperience(tx, { ...note, type: 2, linkType: 'system', experience, bizKey: key('experience') })
  if (moneyFen || points) await imports.setOpening(tx, uid, 0)
}

/** A level that the import gave by hand goes back where nobody has given another one. */
async function giveBackLevel(tx: Ctx, { uid, before, importId }: imports.RowRecord, facts: imports.UndoFacts) {
  const had = before?.level
  if (!had || facts.levelAuto || facts.level !== had.given) return
  await imports.setLevel(tx, uid, had.id, had.auto)
  await raiseLevels(tx, [uid], markOf(importId))
}

async function giveBackFields(tx: Ctx, { uid, before }: imports.RowRecord): Promise<void> {
  const { level: _, groupId, tagIds, isPromoter, ...plain } = before ?? {}
  const standing = await imports.findStanding(tx, groupId ? [groupId] : [], tagIds ?? [])
  await imports.changeCustomer(tx, uid, {
    ...plain,
    ...(groupId !== undefined && { groupId: groupId && standing.groups.has(groupId) ? groupId : null }),
    ...(tagIds && { tagIds: tagIds.filter((id) => standing.tags.has(id)) }),
    ...(isPromoter !== undefined && { isPromoter }),
  })
}
