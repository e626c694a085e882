import { setImmediate } from 'node:timers/promises'
import type { UserImportMode } from '@zhanggui/contract/user/user-import.ts'
import { isOpenToAll } from '@zhanggui/domain/distribution/promoter.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import type { Remark } from '@zhanggui/domain/sheet-cells.ts'
import {
  type ReadUser,
  type UserColumns,
  userSheetColumns,
  type WrittenPlace,
} from '@zhanggui/domain/user/user-import.ts'
import {
  judgeBonds,
  type KnownNames,
  type KnownUser,
  planUser,
  type UserPlan,
} from '@zhanggui/domain/user/user-import-plan.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { getChoosableTree } from '../../setting/region/region.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as imports from './user-import.repository.ts'
import type { UserPlace } from './user-import.tables.ts'

/** New labels of a file. */
const MAX_NEW_TAGS = 100
/** How long rows are judged before other calls get their turn, in milliseconds. */
const AT_ONCE = 20

/** What a file would do. */
export type ImportPlan = { rows: Omit<imports.RowInsert, 'importId'>[]; newTags: string[] }

export const titleIn = (columns: Pick<UserColumns, 'get'>) => (name: keyof typeof userSheetColumns) =>
  columns.get(name)?.title ?? userSheetColumns[name]

/** What the rows of a file would do now, customer by customer, then to the tree of promoters. */
export async function planImport(
  ctx: Ctx,
  read: readonly ReadUser[],
  columns: UserColumns,
  mode: UserImportMode,
): Promise<ImportPlan> {
  const title = titleIn(columns)
  const breathe = makePause()
  const known = await imports.findKnown(ctx, [...new Set(read.map(({ user }) => user.phone).filter(Boolean))])
  const opened = await imports.findOpened(ctx, [...new Set(read.map(({ user }) => user.phone).filter(Boolean))])
  const names = await findNames(ctx, [...new Set(read.flatMap(({ user }) => user.tags ?? []))])
  const places = await makePlaceFinder(ctx)
  const judged: { read: ReadUser; known: KnownUser | undefined; plan: UserPlan; place: UserPlace | null }[] = []
  for (const each of read) {
    await breathe()
    const user = known.get(each.user.phone)
    const plan = planUser(each.user, user, names, mode, title)
    plan.errors.unshift(...each.errors)
    plan.warnings.unshift(...each.warnings)
    if ((plan.moneyFen || plan.points) && opened.has(each.user.phone))
      plan.errors.push({
        row: each.user.row,
        column: title(plan.moneyFen ? 'money' : 'points'),
        message: '该手机号的期初余额或积分已经导入过，客户可能换了手机号或已注销，请用积分余额调整',
      })
    if (plan.errors.length) plan.action = 'invalid'
    const written = plan.action === 'create' ? each.user.place : undefined
    const place = (written && places(written)) ?? null
    if (written && !place)
      plan.warnings.push({
        row: each.user.row,
        column: title('detail'),
        message: '地址不完整或所在地区不存在，未导入地址',
      })
    judged.push({ read: each, known: user, plan, place })
  }
  const faults = await findBondFaults(ctx, judged)
  for (const { read: each, plan } of judged) {
    const message = faults.get(each.user.row)
    if (!message) continue
    plan.errors.push({ row: each.user.row, column: title('spreadPhone'), message })
    plan.action = 'invalid'
  }
  const newTags = [
    ...new Map(judged.flatMap(({ plan }) => (plan.action === 'invalid' ? [] : plan.newTags)).map(keyed)).values(),
  ]
  if (newTags.length > MAX_NEW_TAGS)
    throw new Refusal(`一个文件最多新建${MAX_NEW_TAGS}个标签，现有${newTags.length}个，请合并或分次导入`)
  return { rows: judged.map(({ read: each, known: user, plan, place }) => toRow(each, user, plan, place)), newTags }
}

const keyed = (name: string) => [name.toLowerCase(), name] as const

function toRow(
  { user }: ReadUser,
  known: KnownUser | undefined,
  { action, moneyFen, points, experience, bonds, errors, warnings }: UserPlan,
  place: UserPlace | null,
): Omit<imports.RowInsert, 'importId'> {
  const isTried = action === 'create' || action === 'update'
  return {
    row: user.row,
    phone: user.phone,
    action,
    state: isTried ? 'pending' : 'idle',
    given: user,
    place: isTried ? place : null,
    uid: known?.uid ?? 0,
    ...(isTried && { moneyFen, points, experience, bonds }),
    errors: distinct(errors),
    warnings: distinct(warnings),
  }
}

const distinct = (remarks: readonly Remark[]) => [
  ...new Map(remarks.map((each) => [`${each.column} ${each.message}`, each])).values(),
]

/** What names in a file stand for. In a transaction groups and labels stay until it ends. */
export async function findNames(ctx: Ctx, tags: readonly string[]): Promise<KnownNames> {
  return {
    groups: await imports.findGroups(ctx),
    tags: await imports.findTags(ctx, tags),
    levels: await imports.listLevels(ctx),
  }
}

type Judged = { read: ReadUser; known: KnownUser | undefined; plan: UserPlan }

async function findBondFaults(ctx: Ctx, judged: readonly Judged[]): Promise<ReadonlyMap<number, string>> {
  const asked = judged.filter(({ plan }) => plan.bonds)
  if (!asked.length) return new Map()
  const phones = new Set(asked.flatMap(({ read: { user } }) => [user.phone, user.spreadPhone ?? '']))
  const users = await imports.findTree(ctx, [...phones])
  // Rows that bind nobody may still make or appoint the promoter of another.
  const rows = judged.map(({ read: { user }, known, plan }) => ({
    row: user.row,
    phone: user.phone,
    uid: known?.uid ?? 0,
    isBad: plan.action === 'invalid',
    isNew: !known,
    isPromoter: user.isPromoter,
    spreadPhone: plan.bonds ? (user.spreadPhone ?? '') : '',
  }))
  return judgeBonds(rows, users, isOpenToAll(await getSettings(ctx)))
}

/** Finds where an address lies, as far as the shop's regions know. */
async function makePlaceFinder(ctx: Ctx): Promise<(written: WrittenPlace) => UserPlace | undefined> {
  const { parseAddress } = await import('@zhanggui/domain/order/address.ts')
  const tree = await getChoosableTree(ctx)
  return ({ province, city, district, detail }) => {
    if (!province || !detail) return undefined
    const found = parseAddress([province, city, district, detail].filter(Boolean).join(' '), tree)
    const names: string[] = []
    let below: typeof tree | undefined = tree
    for (const id of found.area) {
      const at: (typeof tree)[number] | undefined = below?.find(({ cityId }) => cityId === id)
      if (!at) return undefined
      names.push(at.name)
      below = at.child
    }
    const [cityId] = found.area.slice(-1)
    // Without a district of its own, it is told from the detail, which is what follows it.
    const rest = district ? detail : found.detail
    if (!cityId || !found.isWhole || below?.length || !rest) return undefined
    const [first = '', second = '', ...others] = names
    return { cityId, province: first, city: second, district: others.join(''), detail: rest.slice(0, 256) }
  }
}

/** Lets other calls have their turn in a long loop. */
function makePause(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < AT_ONCE) return
    await setImmediate()
    since = performance.now()
  }
}
