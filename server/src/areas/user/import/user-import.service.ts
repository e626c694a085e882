import type { RouteInput } from '@zhanggui/contract/routes.ts'
import {
  type GivenColumns,
  MAX_USER_ROWS,
  MAX_USER_SHEET,
  type UserImportInfo,
  type UserImportOptions,
  type UserImportRow,
  type UserImportSample,
  userColumns,
  userImport,
} from '@zhanggui/contract/user/user-import.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { findUnread, type ImportLine, plainTitle } from '@zhanggui/domain/sheet-cells.ts'
import { parseWireTime, toWireDay, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import {
  findUserColumns,
  readUsers,
  type UserColumn,
  type UserColumns,
  userHeadings,
  userSheetColumns,
} from '@zhanggui/domain/user/user-import.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, HttpError, notFound, stateConflict } from '../../../platform/http/errors.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { badFields } from '../../../platform/http/input/validation.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import { startTask } from '../../../platform/work/tasks.ts'
import { discardKeptFile, keepPrivateFile } from '../../file/file/file.service.ts'
import { readImportLines } from '../../file/import-sheet/import-sheet.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { approvable, askApproval, asksAbove } from '../../work/approval/approval.service.ts'
import { requireAll, SEE_SENSITIVE } from '../shop-user/shop-user.service.ts'
import { LARGE } from '../shop-user/user-funds.service.ts'
import * as imports from './user-import.repository.ts'
import { type ImportPlan, planImport } from './user-import-plan.service.ts'

export const IMPORT_TASK = 'user-import'
export const WHAT = '客户导入记录'
/** Until a checked file is imported. */
const OPEN_MS = 2 * 3600_000
/** How long file and rows are kept, and an import can be taken back. */
export const KEPT_MS = 30 * 24 * 3600_000
const SHOWN_REMARKS = 200
const SHOWN_ROWS = 20
/** Headings of columns that are not read, kept with an import. */
const MAX_IGNORED = 100

const FOUNDS = 'admin:user:operate:founds'
const SPREAD = 'admin:user:update:spread'
/** A level is a price of one's own, and a promoter earns: what has a right of its own on the screen has it in a sheet. */
const LEVEL = 'admin:user:update:level'
const PROMOTER = 'admin:retail:promoter'

const isHeading = (cells: readonly string[]) => findUserColumns(cells).has('phone')

export const sheetRules = {
  maxRows: MAX_USER_ROWS,
  isHeading,
  hasColumns: ([heading]: readonly ImportLine[]) => heading !== undefined && isHeading(heading.cells),
}

/**
 * Reads a file of customers and reports what importing it would do. Nothing but the import itself is written.
 * @throws 400 for a file that is no sheet or a column that there is not; 403 without the right to phones; 409 while another import is at work; 422 for accounts that see
 *   their stores alone, and for more new labels than a file may bring
 */
export async function checkImport(ctx: Ctx, received: readonly ReceivedFile[], options: UserImportOptions) {
  const [file] = received
  if (!file) throw new Error('the contract asks for a file')
  requireAll(ctx)
  requirePhones(ctx)
  if (file.bytes > MAX_USER_SHEET) throw badFields([{ field: 'file', message: '文件不能超过 10 MB，请拆分后分次导入' }])
  const given = readGiven(options.columns)
  if (await imports.isAnyRunning(ctx)) throw stateConflict('已有导入正在进行')
  const id = await readImportLines(ctx, file, sheetRules, async ([heading, ...lines]) => {
    if (!heading || !lines.length) throw badFields([{ field: 'file', message: '文件中没有客户，请检查是否选错了文件' }])
    const columns = findColumns(heading.cells, given)
    const plan = await planImport(ctx, readUsers(columns, lines, ctx.now()), columns, options.mode ?? 'upsert')
    const ignored = findUnread(heading.cells, columns, userHeadings).map(({ column }) => column)
    return storeCheck(ctx, file, options, { columns, plan, ignored })
  })
  return { importId: id, ...(await getImport(ctx, id)) }
}

/** The check says of 20,000 phones at once which are customers, and who: hidden digits are not found out by it. @throws 403 */
function requirePhones({ actor }: Ctx): void {
  if (holds(actor, SEE_SENSITIVE)) return
  const message = '导入客户会查出手机号是哪位客户，需要「查看敏感信息」权限'
  throw new HttpError(403, 'FORBIDDEN', message, { permission: SEE_SENSITIVE })
}

function readGiven(text: string | undefined): GivenColumns {
  if (!text) return {}
  const wrong = (message: string) => badFields([{ field: 'columns', message }])
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw wrong('列的含义须为 JSON 对象')
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong('列的含义须为 JSON 对象')
  const entries = Object.entries(given)
  if (entries.length > userColumns.length || entries.some(([, field]) => !userColumns.some((each) => each === field)))
    throw wrong('列的含义不正确，请重新选择')
  if (new Set(entries.map(([, field]) => field)).size < entries.length) throw wrong('两列不能有相同的含义')
  return Object.fromEntries(entries)
}

/** @throws 400 for a meaning of a heading that the file does not have, or that has one */
function findColumns(heading: readonly string[], given: GivenColumns): UserColumns {
  const own = findUserColumns(heading)
  const known = new Set([...own.values()].map(({ title }) => plainTitle(title)))
  const titles = new Set(heading.map(plainTitle))
  for (const [title, field] of Object.entries(given)) {
    if (!titles.has(plainTitle(title)))
      throw badFields([{ field: 'columns', message: `文件中没有「${title.slice(0, 50)}」列` }])
    if (known.has(plainTitle(title)) || own.has(field))
      throw badFields([{ field: 'columns', message: `文件中已有「${userSheetColumns[field]}」列，不能再指定` }])
  }
  return findUserColumns(heading, given)
}

type Checked = { columns: UserColumns; plan: ImportPlan; ignored: readonly string[] }

async function storeCheck(
  ctx: Ctx,
  file: ReceivedFile,
  { mode = 'upsert' }: UserImportOptions,
  { columns, plan, ignored }: Checked,
): Promise<number> {
  const stored = await keepPrivateFile(ctx, [file], 'import')
  const of = (action: string) => plan.rows.filter((row) => row.action === action).length
  const sum = (name: 'moneyFen' | 'points') => plan.rows.reduce((total, row) => total + (row[name] ?? 0), 0)
  const read = [...columns].flatMap(([name, { title }]) => {
    const field = fieldOf(name)
    return field ? [{ heading: title.slice(0, 100), field }] : []
  })
  return inTransaction(ctx, async (tx) => {
    const importId = await imports.insert(
      tx,
      {
        fileId: stored.id,
        fileName: file.name,
        fileHash: file.hash,
        mode,
        columns: read,
        ignored: ignored.slice(0, MAX_IGNORED),
        newTags: plan.newTags,
        total: plan.rows.length,
        creates: of('create'),
        updates: of('update'),
        sames: of('same'),
        invalid: of('invalid'),
        moneyFen: sum('moneyFen'),
        points: sum('points'),
      },
      plan.rows,
    )
    await audit(tx, { action: 'import', objectId: importId, objectName: `${file.name}（检查）` })
    return importId
  })
}

/** What a column of another shop's sheet is read as. */
function fieldOf(name: string): UserColumn | undefined {
  const foreign: Readonly<Record<string, UserColumn>> = {
    addressPhone: 'phone',
    lastName: 'nickname',
    firstName: 'nickname',
  }
  return foreign[name] ?? userColumns.find((each) => each === name)
}

type Confirmation = { importId: number; policy: 'skip' | 'all' }

/**
 * Starts an import, once; above the sum of the settings a second person agrees first.
 * @param policy `all` refuses a file with any problem
 * @throws 403 without the rights to what its columns change, 404, 409 when it was started before or is too old, 422 with nothing to
 *   import, 428 for large sums without proof
 */
export function confirmImport(ctx: Ctx, body: Confirmation) {
  return retried(ctx, (tx) => approvable(tx, { route: userImport.confirm, input: body }, (own) => confirm(own, body)))
}

async function confirm(tx: Ctx, { importId, policy }: Confirmation) {
  requireAll(tx)
  const row = await imports.lock(tx, importId)
  if (!row) throw notFound(WHAT)
  if (row.status !== 'checked') throw stateConflict('该导入已执行')
  // What waits for a second person does so longer.
  if (isExpired(tx, row) && !tx.origin.approved) throw stateConflict('检查结果已超过 2 小时，请重新上传文件')
  if (policy === 'all' && row.invalid) throw new Refusal(`有 ${row.invalid} 行错误`)
  if (!row.creates && !row.updates) throw new Refusal('没有可以导入的客户，请按提示修改文件后重新上传')
  await requireRights(tx, row)
  const { reauth_amount, approval_amount, integral_ratio } = await getSettings(tx)
  // Points count with what they take off an order. What one member of staff opens in a day counts: a large sum is not split by files.
  const worthFen = worthOf(row, integral_ratio)
  const opened = await imports.listOpenedBy(
    tx,
    tx.actor.userId,
    parseWireTime(`${toWireDay(tx.now())} 00:00:00`) ?? tx.now(),
  )
  const dayFen = opened.reduce((sum, each) => sum + worthOf(each, integral_ratio), worthFen)
  if (dayFen > reauth_amount) requireProof(tx)
  if (await asksAbove(tx, dayFen))
    await askApproval(tx, {
      kind: 'opening',
      amountFen: worthFen,
      title: `导入 ${row.creates + row.updates} 位客户，期初余额共 ${yuanText(row.moneyFen)}`,
      object: { type: 'user-import', id: importId, name: row.fileName, link: `/member/import?id=${importId}` },
      rule: `一人一天导入的期初余额和积分超过 ${yuanText(approval_amount)}`,
      pinned: { importId, policy },
      needs: (await findNeeds(tx, row)).map(({ permission }) => permission),
      changes: [
        { name: '新增客户', now: '', after: String(row.creates) },
        { name: '更新客户', now: '', after: String(row.updates) },
        { name: '期初余额', now: '', after: yuanText(row.moneyFen) },
        { name: '期初积分', now: '', after: String(row.points) },
      ],
    })
  return startImport(tx, row)
}

const worthOf = ({ moneyFen, points }: Pick<imports.ImportRecord, 'moneyFen' | 'points'>, ratio: number) =>
  moneyFen + Math.round(points * ratio * 100)

/** Starts the task of a locked import. @param tx a transaction */
async function startImport(tx: Ctx, row: imports.ImportRecord) {
  const { id: importId, fileName, creates, updates } = row
  const { taskId } = await startTask(tx, { type: IMPORT_TASK, title: `导入客户：${fileName}`, params: { importId } })
  const confirmed = { confirmedBy: tx.actor.userId, confirmTime: tx.now() }
  await imports.update(tx, importId, { status: 'running', taskId, ...confirmed })
  await audit(tx, {
    action: 'import',
    objectId: importId,
    objectName: `${fileName} ${creates + updates} 位客户`,
    after: { create: creates, update: updates, money: toYuan(row.moneyFen), points: row.points },
    labels: { create: '新增', update: '更新', money: '期初余额', points: '期初积分' },
  })
  return new Accepted({ taskId })
}

const isExpired = ({ now }: Ctx, { status, createdAt }: imports.ImportRecord) =>
  status === 'checked' && now().getTime() - createdAt.getTime() > OPEN_MS

/** The rights that the columns of a file ask beside the right to import. */
async function findNeeds(ctx: Ctx, { id, columns }: imports.ImportRecord) {
  const has = (...fields: UserColumn[]) => columns.some(({ field }) => fields.includes(field))
  const wanted: { permission: string; words: string }[] = []
  if (has('money', 'points')) {
    wanted.push({ permission: FOUNDS, words: '导入余额或积分需要「积分余额」权限' })
    const { founds_limit, integral_ratio } = await getSettings(ctx)
    if ((await imports.findLargest(ctx, id, Math.round(integral_ratio * 100))) > founds_limit)
      wanted.push({
        permission: LARGE,
        words: `有客户的期初余额和积分超过 ${toYuan(founds_limit)} 元，需要「大额调整」权限`,
      })
  }
  if (has('levelName', 'experience')) wanted.push({ permission: LEVEL, words: '导入等级或成长值需要「改等级」权限' })
  if (has('isPromoter')) wanted.push({ permission: PROMOTER, words: '导入推广员需要「推广资格」权限' })
  if (has('spreadPhone')) wanted.push({ permission: SPREAD, words: '导入推广人需要「改上级」权限' })
  return wanted
}

/** Those of them that the caller lacks. */
async function findLacking(ctx: Ctx, row: imports.ImportRecord) {
  return (await findNeeds(ctx, row)).filter(({ permission }) => !holds(ctx.actor, permission))
}

/** @throws 403 without a right that the columns of the file ask */
export async function requireRights(ctx: Ctx, row: imports.ImportRecord): Promise<void> {
  const [lacking] = await findLacking(ctx, row)
  if (lacking) throw forbidden(lacking.permission)
}

/** The newest imports. @throws 422 for accounts that see their stores alone */
export async function listImports(ctx: Ctx, query: RouteInput<typeof userImport.list>['query']) {
  requireAll(ctx)
  const page = readPage(query)
  const { rows, total } = await imports.list(ctx, page)
  return { list: rows.map((row) => describe(ctx, row)), total, page: page.page, limit: page.limit }
}

/** @throws 404, 422 for accounts that see their stores alone */
export async function getImport(ctx: Ctx, id: number): Promise<UserImportInfo> {
  requireAll(ctx)
  const found = await imports.find(ctx, id)
  if (!found) throw notFound(WHAT)
  const { row } = found
  const earlier = await imports.findEarlier(ctx, row)
  const errors = await imports.listRemarks(ctx, id, 'errors', SHOWN_REMARKS)
  const warnings = await imports.listRemarks(ctx, id, 'warnings', SHOWN_REMARKS)
  return {
    ...describe(ctx, found),
    importedBefore: earlier ? toWireTime(earlier) : null,
    columns: row.columns,
    ignored: row.ignored,
    newTags: row.newTags,
    lacks: row.status === 'checked' ? (await findLacking(ctx, row)).map(({ words }) => words) : [],
    preview: (await imports.listRows(ctx, id, { limit: SHOWN_ROWS })).map(toSample),
    errors: errors.list,
    errorCount: errors.total,
    warnings: warnings.list,
    warningCount: warnings.total,
  }
}

/** The row of an import. @throws 404 */
export async function requireImport(ctx: Ctx, id: number): Promise<imports.ImportRecord> {
  const found = await imports.find(ctx, id)
  if (!found) throw notFound(WHAT)
  return found.row
}

/** Deletes files and rows of imports older than thirty days; the imports stay, as ledgers name them. */
export async function purgeImports(ctx: Ctx, signal: AbortSignal): Promise<number> {
  const before = new Date(ctx.now().getTime() - KEPT_MS)
  let purged = 0
  while (!signal.aborted) {
    const old = await imports.listOld(ctx, before, 100)
    if (!old.length) break
    for (const { id, fileId } of old) {
      await inTransaction(ctx, (tx) => imports.forget(tx, id))
      await discardKeptFile(ctx, fileId, 'import')
    }
    purged += old.length
  }
  return purged
}

/** Until when an import can be taken back; undefined where it cannot. */
export function undoUntil({ status, confirmTime, fileId }: imports.ImportRecord, atWork: boolean): Date | undefined {
  if (!confirmTime || !fileId || atWork || status === 'checked' || status === 'undone') return undefined
  return new Date(confirmTime.getTime() + KEPT_MS)
}

function describe(ctx: Ctx, { row, createBy, confirmBy, undoBy, waiting, atWork }: imports.FoundImport): UserImportRow {
  const { id, fileName, mode, total, invalid, points, done, failed, back, taskId, undoTaskId } = row
  const until = undoUntil(row, atWork)
  const isWaiting = waiting && row.status === 'checked'
  const isOver = !isWaiting && isExpired(ctx, row)
  return {
    id,
    fileName,
    mode,
    status: isWaiting ? 'waiting' : isOver ? 'expired' : row.status,
    total,
    create: row.creates,
    update: row.updates,
    same: row.sames,
    invalid,
    money: toYuan(row.moneyFen),
    points,
    done,
    failed,
    back,
    left: row.kept,
    taskId,
    undoTaskId,
    createBy: createBy ?? '系统',
    createTime: toWireTime(row.createdAt),
    confirmBy: confirmBy ?? '',
    confirmTime: wireTime(row.confirmTime),
    finishTime: wireTime(row.finishTime),
    undoBy: undoBy ?? '',
    undoTime: wireTime(row.undoTime),
    expireTime:
      row.status === 'checked' && !isWaiting && !isOver
        ? toWireTime(new Date(row.createdAt.getTime() + OPEN_MS))
        : null,
    undoUntil: until && until > ctx.now() ? toWireTime(until) : null,
    stopped: !atWork && (row.status === 'running' || row.status === 'undoing'),
    hasFile: row.fileId > 0,
  }
}

function toSample({ row, uid, action, given, moneyFen, points }: imports.RowRecord): UserImportSample {
  const { phone, nickname = '', groupName, levelName = '' } = given
  const shown = { phone: maskPhone(phone), nickname, groupName: groupName ?? '', levelName }
  return { row, uid, action, ...shown, money: toYuan(moneyFen), points }
}
