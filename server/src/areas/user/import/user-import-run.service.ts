import { userImport } from '@zhanggui/contract/user/user-import.ts'
import { isOpenToAll } from '@zhanggui/domain/distribution/promoter.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { type KnownUser, planUser, TAKEN, type UserPlan } from '@zhanggui/domain/user/user-import-plan.ts'
import { eq, sql } from 'drizzle-orm'
import { audit } from '../../../platform/data/audit.ts'
import { isPassing, retried } from '../../../platform/data/retried.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import type { TaskResult, TaskWork } from '../../../platform/work/tasks.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as addresses from '../address/buyer-address.repository.ts'
import * as accounts from '../buyer-session/buyer-account.repository.ts'
import { findFormerPhones, recogniseFormer } from '../buyer-session/former-account.service.ts'
import { lockCustomers, type Opening, openMany } from '../ledger/ledger.service.ts'
import { giveLevel } from '../level/user-level.repository.ts'
import { raiseLevels } from '../level/user-level.service.ts'
import { requireAll } from '../shop-user/shop-user.service.ts'
import { judgePlace, lockBonds, lockSpread, setSuperior } from '../spread/spread.service.ts'
import { tagService } from '../tag/user-tag.service.ts'
import * as imports from './user-import.repository.ts'
import { IMPORT_TASK, requireRights } from './user-import.service.ts'
import { type UserBefore, userImportRows } from './user-import.tables.ts'
import { findNames, titleIn } from './user-import-plan.service.ts'

/** Rows of a transaction. */
const BATCH = 100
const BUSY = '系统繁忙，请稍后重新导入'

type Work = Pick<TaskWork, 'progress'>
type Run = { row: imports.ImportRecord; title: ReturnType<typeof titleIn> }

/** Registers the task of imports. */
export function registerUserImports({ tasks }: Platform): void {
  const rules = { needs: userImport.confirm.permission, restartable: true, heavy: true } as const
  tasks.handle<{ importId: number }>(IMPORT_TASK, rules, runImport)
}

/** The mark that each of its ledger rows has. */
export const markOf = (importId: number): string => `客户导入 ${importId}`

/** What the keys begin with of what an import opens for a customer; then what is moved. */
export const openingKey = (importId: number, uid: number): string => `import:${importId}:${uid}`

/**
 * Imports the rows that wait, a hundred in a transaction that also says so of each, then binds customers to their promoters: a process
 * that goes on after a crash repeats no row.
 */
export async function runImport(ctx: Ctx, { importId }: { importId: number }, work: Work): Promise<TaskResult> {
  requireAll(ctx)
  const row = await begin(ctx, importId)
  const run = {
    row,
    title: titleIn(new Map(row.columns.map(({ field, heading }) => [field, { index: 0, title: heading }]))),
  }
  const total = row.creates + row.updates
  try {
    await settleTags(ctx, row)
    for (;;) {
      const handled = await retried(ctx, (tx) => importBatch(tx, run))
      if (!handled) break
      const { done, failed } = await countOf(ctx, importId)
      await work.progress({ processed: done + failed, total, failed })
    }
    for (let last = 0; ; ) {
      const after = await retried(ctx, (tx) => bindBatch(tx, run, last))
      if (after === undefined) break
      last = after
      await work.progress({ processed: total, total, failed: (await countOf(ctx, importId)).failed })
    }
  } catch (error) {
    await imports.update(ctx, importId, { status: 'failed', finishTime: ctx.now(), ...(await countOf(ctx, importId)) })
    throw error
  }
  const counts = await countOf(ctx, importId)
  await inTransaction(ctx, async (tx) => {
    await imports.update(tx, importId, { status: 'done', finishTime: tx.now(), ...counts })
    const objectName = `导入「${row.fileName}」${counts.done} 位客户`
    await audit(tx, { action: 'import', objectType: 'user-import', objectId: importId, objectName })
  })
  const left = counts.failed ? `，${counts.failed} 行未能导入，原因见导入记录` : ''
  return { rows: counts.done, message: `导入 ${counts.done} 位客户${left}` }
}

/** The import, at work again where it had stopped. @throws 403 for rights that are gone, 409 once it is taken back */
async function begin(ctx: Ctx, importId: number): Promise<imports.ImportRecord> {
  return inTransaction(ctx, async (tx) => {
    const row = await imports.lock(tx, importId)
    if (row?.status !== 'running' && row?.status !== 'failed') throw stateConflict('该导入已撤销，不能继续')
    await requireRights(tx, row)
    if (row.status === 'failed') await imports.update(tx, importId, { status: 'running' })
    return row
  })
}

async function countOf(ctx: Ctx, importId: number): Promise<{ done: number; failed: number }> {
  const counts = await imports.countRows(ctx, importId)
  return { done: counts.get('done') ?? 0, failed: counts.get('failed') ?? 0 }
}

/** Makes the labels that the shop does not have yet. */
async function settleTags(ctx: Ctx, { newTags }: imports.ImportRecord): Promise<void> {
  const known = await imports.findTags(ctx, newTags)
  for (const name of newTags) if (!known.has(name.toLowerCase())) await tagService.save(ctx, { name })
}

/** Imports the next rows, together where nothing stands against it, else one by one. @returns how many rows there were */
async function importBatch(tx: Ctx, run: Run): Promise<number> {
  const rows = await imports.lockPending(tx, run.row.id, BATCH)
  if (!rows.length) return 0
  const phones = rows.map(({ phone }) => phone)
  await lockCustomers(
    tx,
    [...(await imports.findKnown(tx, phones)).values()].map(({ uid }) => uid),
  )
  const known = await imports.findKnown(tx, phones)
  const names = await findNames(tx, [...new Set(rows.flatMap(({ given }) => given.tags ?? []))])
  const [former, accounts] = [await findFormerPhones(tx, phones), await imports.findAccounts(tx, phones)]
  const judged = rows.map((row) => {
    const user = known.get(row.phone)
    const plan = planUser(row.given, user, names, run.row.mode, run.title)
    return { row, known: user, plan }
  })
  const isPlain = ({ row, known: user, plan }: Judged) =>
    !faultOf(row, plan) && !plan.level && (user || !(former.has(row.phone) || accounts.has(row.phone)))
  const plain = judged.filter(isPlain)
  const isStored = await storeTogether(tx, run, plain)
  for (const each of judged) if (!isStored || !isPlain(each)) await importRow(tx, run, each)
  return rows.length
}

type Judged = { row: imports.RowRecord; known: KnownUser | undefined; plan: UserPlan }

/** Why a row may not be imported as it is now. */
function faultOf(row: imports.RowRecord, plan: UserPlan): string | undefined {
  const [fault] = plan.errors
  if (fault) return fault.column ? `${fault.column}：${fault.message}` : fault.message
  // Whoever confirmed the sums saw these.
  return plan.moneyFen > row.moneyFen || plan.points > row.points ? '该用户的资料已变化，请重新上传文件' : undefined
}

/**
 * Imports rows with few statements, in a savepoint. @returns false where one of them failed, so that each is to be tried by itself
 */
async function storeTogether(tx: Ctx, run: Run, judged: readonly Judged[]): Promise<boolean> {
  try {
    await inTransaction(tx, (point) => storeMany(point, run, judged))
    return true
  } catch (error) {
    // The batch as a whole runs again.
    if (isPassing(error)) throw error
    tx.log.warn({ err: error, importId: run.row.id }, 'rows are imported one by one')
    return false
  }
}

async function storeMany(tx: Ctx, run: Run, judged: readonly Judged[]): Promise<void> {
  const importId = run.row.id
  const made = await imports.addCustomers(
    tx,
    judged.filter(({ known }) => !known).map(({ row, plan }) => newCustomer(tx, importId, row, plan, row.phone)),
  )
  const done: imports.DoneRow[] = []
  const openings: Opening[] = []
  const settled: number[] = []
  const placed: addresses.AddressInsert[] = []
  for (const { row, known, plan } of judged) {
    const own = known ? { uid: known.uid, version: await changeKnown(tx, importId, known, plan) } : made.get(row.phone)
    if (!own) {
      done.push({ ...failedRow(TAKEN, row), row: row.row })
      continue
    }
    const { moneyFen, points, experience } = plan
    if (moneyFen || points || experience)
      openings.push({ uid: own.uid, moneyFen, points, experience, key: openingKey(importId, own.uid) })
    if (plan.settles) settled.push(own.uid)
    if (!known && row.place) placed.push(addressOf(own.uid, row, plan))
    done.push({ ...doneRow(own, known, plan), row: row.row })
  }
  await openMany(tx, openings, { linkId: String(importId), mark: markOf(importId) })
  if (settled.length) await raiseLevels(tx, settled, markOf(importId))
  await addresses.insertMany(tx, placed)
  await imports.settleRows(tx, importId, done)
}

/** Imports a row in a savepoint, so that one that fails takes no other with it. */
async function importRow(tx: Ctx, run: Run, { row, known, plan }: Judged): Promise<void> {
  const importId = run.row.id
  try {
    await inTransaction(tx, async (point) => {
      const fault = faultOf(row, plan)
      if (fault) throw new Refusal(fault)
      const own = known
        ? { uid: known.uid, version: await changeKnown(point, importId, known, plan) }
        : await addNew(point, importId, row, plan)
      const { moneyFen, points, experience } = plan
      if (moneyFen || points || experience)
        await openMany(point, [{ uid: own.uid, moneyFen, points, experience, key: openingKey(importId, own.uid) }], {
          linkId: String(importId),
          mark: markOf(importId),
        })
      if (plan.settles) await raiseLevels(point, [own.uid], markOf(importId))
      if (plan.level) await giveLevel(point, own.uid, plan.level, markOf(importId))
      await imports.updateRow(point, row, doneRow(own, known, plan))
    })
  } catch (error) {
    if (isPassing(error)) throw error
    if (!isRefusal(error)) tx.log.error({ err: error, importId, row: row.row }, 'a row was not imported')
    await imports.updateRow(tx, row, failedRow(isRefusal(error) ? error.message : BUSY, row))
  }
}

const failedRow = (message: string, { row }: imports.RowRecord): Omit<imports.DoneRow, 'row'> => ({
  state: 'failed',
  uid: 0,
  version: 0,
  made: false,
  moneyFen: 0,
  points: 0,
  experience: 0,
  bonds: false,
  before: null,
  errors: [{ row, column: '', message }],
})

type Own = { uid: number; version: number }

const doneRow = (
  { uid, version }: Own,
  known: KnownUser | undefined,
  { action, moneyFen, points, experience, bonds, ...plan }: UserPlan,
): Omit<imports.DoneRow, 'row'> => ({
  state: 'done',
  uid,
  version,
  made: !known,
  moneyFen,
  points,
  experience,
  bonds,
  before: known && action === 'update' ? beforeOf(known, plan) : null,
  errors: [],
})

const isOpening = ({ moneyFen, points }: UserPlan) => moneyFen > 0 || points > 0

/** Changes what a row says of a locked customer. Returns the version after it. */
async function changeKnown(tx: Ctx, importId: number, { uid, version }: KnownUser, plan: UserPlan): Promise<number> {
  const { set } = plan
  if (isOpening(plan)) await imports.setOpening(tx, uid, importId)
  if (!Object.keys(set).length) return version
  return imports.changeCustomer(tx, uid, { ...set, ...(set.isPromoter && { promoterTime: tx.now() }) })
}

function beforeOf(known: KnownUser, { set, level }: Pick<UserPlan, 'set' | 'level'>): UserBefore {
  const changed = Object.keys(set) as (keyof typeof set)[]
  return {
    ...Object.fromEntries(changed.map((name) => [name, known[name]])),
    ...(level && { level: { id: known.level, auto: known.levelAuto, given: level.id } }),
  }
}

function newCustomer(tx: Ctx, importId: number, row: imports.RowRecord, plan: UserPlan, account: string) {
  const { phone, given } = row
  return {
    ...plan.set,
    account,
    phone,
    userType: 'admin',
    loginType: 'admin',
    ...(plan.set.isPromoter && { promoterTime: tx.now() }),
    createdAt: (given.firstSeen && parseWireTime(given.firstSeen)) || tx.now(),
    importId,
    ...(isOpening(plan) && { openingImportId: importId }),
  } as const
}

function addressOf(uid: number, { phone, place }: imports.RowRecord, { set }: UserPlan): addresses.AddressInsert {
  const realName = [...(set.realName || set.nickname || phone)].slice(0, 32).join('')
  const nowhere = { cityId: 0, province: '', city: '', district: '', detail: '' }
  return { uid, realName, phone, ...(place ?? nowhere), isDefault: true }
}

/** Makes a customer who may have been here before. */
async function addNew(tx: Ctx, importId: number, row: imports.RowRecord, plan: UserPlan): Promise<Own> {
  const { phone } = row
  const made = await imports.addCustomers(tx, [
    newCustomer(tx, importId, row, plan, await accounts.freeAccount(tx, phone)),
  ])
  const own = made.get(phone)
  if (!own) throw new Refusal(TAKEN)
  await recogniseFormer(tx, own.uid, phone)
  if (row.place) await addresses.insertMany(tx, [addressOf(own.uid, row, plan)])
  return own
}

/** Binds the next customers to the promoters that their rows name. Returns the last row; undefined when there is none left. */
async function bindBatch(tx: Ctx, run: Run, after: number): Promise<number | undefined> {
  await lockSpread(tx)
  const isNext = sql`${userImportRows.bonds} and ${eq(userImportRows.state, 'done')} and ${userImportRows.row} > ${after}`
  const rows = await imports.lockRows(tx, run.row.id, isNext, BATCH)
  if (!rows.length) return undefined
  const phones = [...new Set(rows.flatMap(({ given }) => given.spreadPhone ?? []))]
  const promoters = await imports.findKnown(tx, phones)
  const named = [...promoters.values()].map(({ uid }) => uid)
  await lockBonds(
    tx,
    rows.map(({ uid }) => uid),
    named,
  )
  for (const row of rows) await bindRow(tx, run, row)
  return rows.at(-1)?.row
}

async function bindRow(tx: Ctx, { title }: Run, row: imports.RowRecord): Promise<void> {
  const { given, uid } = row
  const found = await imports.findTree(tx, [row.phone, given.spreadPhone ?? ''])
  const own = found.find((user) => user.uid === uid)
  const promoter = found.find(({ phone }) => phone === given.spreadPhone)
  const remark = (message: string) => ({ row: row.row, column: title('spreadPhone'), message })
  if (own?.spreadUid) {
    const warnings = own.spreadUid === promoter?.uid ? row.warnings : [...row.warnings, remark('已有上级，未改')]
    await imports.updateRow(tx, row, { bonds: false, warnings })
    return
  }
  const fault = own ? await faultOfBond(tx, uid, promoter) : '用户的手机号已变更'
  if (fault || !promoter) {
    await imports.updateRow(tx, row, { bonds: false, errors: [...row.errors, remark(fault ?? '推广人不存在')] })
    return
  }
  const since = (given.firstSeen && parseWireTime(given.firstSeen)) || tx.now()
  await setSuperior(tx, uid, promoter.uid, since)
  // Binding is a change of its own, which makes a version.
  await imports.updateRow(tx, row, { bonds: false, boundTo: promoter.uid, version: row.version + 1 })
}

type Promoter = { uid: number; status: boolean; isPromoter: boolean }

async function faultOfBond(tx: Ctx, uid: number, promoter: Promoter | undefined): Promise<string | undefined> {
  if (!promoter) return '推广人不存在'
  if (promoter.uid === uid) return '推广人不能为自己'
  if (!promoter.status) return '推广人已被禁用'
  if (!promoter.isPromoter && !isOpenToAll(await getSettings(tx))) return '推广人不是推广员'
  const problem = await judgePlace(tx, uid, promoter.uid)
  if (problem) return problem === 'ring' ? '不能将下级设为上级' : '推广层级过深，请选择其他上级推广人'
  return undefined
}
