import type { Remark } from '../sheet-cells.ts'
import { MAX_BALANCE_FEN, MAX_POINTS } from './ledger.ts'
import { type ImportedUser, nameOfPhone, type userSheetColumns } from './user-import.ts'

/** A customer there is, as far as an import looks. */
export type KnownUser = {
  uid: number
  version: number
  status: boolean
  nickname: string
  realName: string
  sex: number
  birthday: string | null
  mark: string
  groupId: number | null
  tagIds: readonly number[]
  /** 0 without one. */
  level: number
  levelAuto: boolean
  experience: number
  isPromoter: boolean
  spreadUid: number
  /** The phone of that promoter; '' without one. */
  spreadPhone: string
  pastMoneyFen: number
  pastCount: number
  nowMoneyFen: number
  integral: number
  /** What an import has opened; null when none did. */
  opening: { moneyFen: number; points: number } | null
}

export type KnownLevel = {
  id: number
  name: string
  grade: number
  discount: number
  experience: number
  isShow: boolean
}
/** What the names in a file stand for; groups and labels by their names in lower case. */
export type KnownNames = {
  groups: ReadonlyMap<string, number>
  tags: ReadonlyMap<string, number>
  /** The lowest first. */
  levels: readonly KnownLevel[]
}

/** The columns that a row sets. */
export type UserSet = {
  nickname?: string
  realName?: string
  sex?: number
  birthday?: string | null
  mark?: string
  groupId?: number | null
  tagIds?: number[]
  isPromoter?: boolean
  pastMoneyFen?: number
  pastCount?: number
}

/** What a row would do to a customer. */
export type UserPlan = {
  action: 'create' | 'update' | 'same' | 'invalid'
  set: UserSet
  /** Labels that the shop does not have yet. */
  newTags: string[]
  moneyFen: number
  points: number
  /** Added to what the customer has. */
  experience: number
  /** The level reached is to be given though no experience is added. */
  settles: boolean
  /** Given by hand. */
  level: KnownLevel | undefined
  /** Is to be bound to the promoter that the row names. */
  bonds: boolean
  errors: Remark[]
  warnings: Remark[]
}

export type ImportMode = 'create' | 'update' | 'upsert'
export const OPENED_BEFORE = '已有期初余额或积分，请用积分余额调整'
export const TAKEN = '该手机号已存在'
const MAX_TAGS = 50

/** What a row of a file would do now. @param title the heading of a column in the file */
export function planUser(
  user: ImportedUser,
  known: KnownUser | undefined,
  names: KnownNames,
  mode: ImportMode,
  title: (column: keyof typeof userSheetColumns) => string,
): UserPlan {
  const errors: Remark[] = []
  const warnings: Remark[] = []
  const refuse = (column: keyof typeof userSheetColumns, message: string) =>
    errors.push({ row: user.row, column: title(column), message })
  if (known && mode === 'create') refuse('phone', TAKEN)
  if (!known && mode === 'update') refuse('phone', '用户不存在')
  const set = changesOf(user, known)
  if (user.groupName !== undefined) {
    const groupId = user.groupName === null ? null : names.groups.get(user.groupName.toLowerCase())
    if (groupId === undefined) refuse('groupName', '分组不存在')
    else if (groupId !== (known?.groupId ?? null)) set.groupId = groupId
  }
  const tags = tagsOf(user, known, names)
  if (tags.ids.length + tags.newTags.length > MAX_TAGS) refuse('tags', `每位用户最多${MAX_TAGS}个标签`)
  else if (tags.isChanged) set.tagIds = tags.ids
  const given = user.levelName ? names.levels.find(({ name, isShow }) => isShow && name === user.levelName) : undefined
  if (user.levelName && !given) refuse('levelName', '等级不存在')
  const growth = growthOf(user, known, given, names.levels)
  if (growth.isLower) warnings.push({ row: user.row, column: title('levelName'), message: '已达到更高等级，未降低' })
  const opening = openingOf(user, known, (column, message) => refuse(column, message))
  const bonds = user.spreadPhone !== undefined && !known?.spreadUid
  if (known?.spreadUid && user.spreadPhone && known.spreadPhone !== user.spreadPhone)
    warnings.push({ row: user.row, column: title('spreadPhone'), message: '已有上级，未改' })
  const { experience, settles, level } = growth
  const isNew = !known
  const isSame =
    !Object.keys(set).length && !tags.newTags.length && !opening.moneyFen && !opening.points && !experience && !settles
  const action = errors.length ? 'invalid' : isNew ? 'create' : isSame && !level && !bonds ? 'same' : 'update'
  return { action, set, newTags: tags.newTags, ...opening, experience, settles, level, bonds, errors, warnings }
}

const plain = ['nickname', 'realName', 'sex', 'birthday', 'isPromoter', 'pastMoneyFen', 'pastCount'] as const

function changesOf(user: ImportedUser, known: KnownUser | undefined): UserSet {
  const said: UserSet = {
    ...(known ? {} : { nickname: nameOfPhone(user.phone) }),
    ...Object.fromEntries(plain.flatMap((name) => (user[name] === undefined ? [] : [[name, user[name]]]))),
    ...(user.mark !== undefined && { mark: user.mark ?? '' }),
  }
  if (!known) return said
  return Object.fromEntries(Object.entries(said).filter(([name, value]) => known[name as keyof UserSet] !== value))
}

function tagsOf(user: ImportedUser, known: KnownUser | undefined, { tags }: KnownNames) {
  const had = [...(known?.tagIds ?? [])]
  if (user.tags === undefined) return { ids: had, newTags: [], isChanged: false }
  if (user.tags === null) return { ids: [], newTags: [], isChanged: had.length > 0 }
  const newTags = user.tags.filter((name) => !tags.has(name.toLowerCase()))
  const added = user.tags.flatMap((name) => tags.get(name.toLowerCase()) ?? []).filter((id) => !had.includes(id))
  return { ids: [...new Set([...had, ...added])], newTags, isChanged: added.length > 0 }
}

/**
 * What experience is added, and which level follows: 成长值 is the experience, without it that of the level. A level above what the
 * experience reaches is given as by hand; nothing is ever lowered.
 */
function growthOf(
  user: ImportedUser,
  known: KnownUser | undefined,
  given: KnownLevel | undefined,
  levels: readonly KnownLevel[],
) {
  const had = known?.experience ?? 0
  const wanted = user.experience ?? given?.experience ?? 0
  const after = Math.max(had, wanted)
  const reached = levels.findLast(({ isShow, experience }) => isShow && experience <= after)
  const own = levels.find(({ id, isShow }) => isShow && id === known?.level)
  const holds = !known || known.levelAuto || !own || (reached?.grade ?? 0) > own.grade ? reached : own
  const byHand = given !== undefined && given.grade > (holds?.grade ?? 0)
  return {
    experience: after - had,
    settles: given !== undefined && !byHand && after === had && (holds?.id ?? 0) !== (known?.level ?? 0),
    level: byHand && given.id !== known?.level ? given : undefined,
    isLower: given !== undefined && given.grade < (holds?.grade ?? 0),
  }
}

/** What a row opens, once in a customer's life: a file that says the same sums again says nothing new. */
function openingOf(
  user: ImportedUser,
  known: KnownUser | undefined,
  refuse: (column: 'money' | 'points', message: string) => void,
): { moneyFen: number; points: number } {
  const none = { moneyFen: 0, points: 0 }
  const { moneyFen = 0, points = 0 } = user
  if (!moneyFen && !points) return none
  const column = moneyFen ? 'money' : 'points'
  if (known?.opening) {
    const { opening } = known
    const isSame =
      (user.moneyFen ?? opening.moneyFen) === opening.moneyFen && (user.points ?? opening.points) === opening.points
    if (!isSame) refuse(column, OPENED_BEFORE)
    return none
  }
  if (known && !known.status) {
    refuse(column, '用户已禁用')
    return none
  }
  if ((known?.nowMoneyFen ?? 0) + moneyFen > MAX_BALANCE_FEN) refuse('money', '余额超出上限，请减少金额')
  if ((known?.integral ?? 0) + points > MAX_POINTS) refuse('points', '积分超出上限，请减少积分')
  return { moneyFen, points }
}

/** What is asked to put one customer below another. */
export type BondRow = {
  row: number
  phone: string
  /** 0 of a customer who is to be made. */
  uid: number
  /** Is not imported for another reason, so that nobody can stand below a customer it would make. */
  isBad: boolean
  isNew: boolean
  /** What the row says of it. */
  isPromoter: boolean | undefined
  /** '' where it binds nobody. */
  spreadPhone: string
}
/** A customer there is whom a file names as promoter or brings. */
export type BondUser = { uid: number; phone: string; status: boolean; isPromoter: boolean; spreadUid: number }

/**
 * Which rows of a file cannot be bound as they say, and why, once all its customers are there: promoters may stand above and below
 * those they brought.
 * @param users with all who stand above them
 */
export function judgeBonds(
  rows: readonly BondRow[],
  users: readonly BondUser[],
  isOpenToAll: boolean,
): Map<number, string> {
  const known = new Map(users.map((user) => [user.phone, user]))
  const byPhone = new Map(rows.map((row) => [row.phone, row]))
  const key = (phone: string) => String(known.get(phone)?.uid ?? phone)
  const refused = new Map<number, string>()
  const isGone = ({ row, isBad, isNew }: BondRow) => isNew && (isBad || refused.has(row))
  const binding = rows.filter(({ spreadPhone, isBad }) => spreadPhone && !isBad)
  // A row that is refused makes nobody, and takes with it those who were to stand below.
  for (let before = -1; before < refused.size; ) {
    before = refused.size
    for (const row of binding) {
      const fault = refused.has(row.row) ? undefined : faultOf(row)
      if (fault) refused.set(row.row, fault)
    }
    if (refused.size === before) refuseRings()
  }
  return refused

  function refuseRings(): void {
    const above = new Map<string, string>(
      users.filter(({ spreadUid }) => spreadUid).map(({ uid, spreadUid }) => [String(uid), String(spreadUid)]),
    )
    for (const { row, phone, spreadPhone } of binding) {
      if (refused.has(row)) continue
      const [own, promoter] = [key(phone), key(spreadPhone)]
      if (standsAbove(own, promoter, above)) refused.set(row, '不能将下级设为上级')
      else above.set(own, promoter)
    }
  }

  function faultOf(row: BondRow): string | undefined {
    if (row.phone === row.spreadPhone) return '推广人不能为自己'
    const [user, brought] = [known.get(row.spreadPhone), byPhone.get(row.spreadPhone)]
    if (!user && (!brought || isGone(brought))) return '推广人不存在'
    if (user && !user.status) return '推广人已被禁用'
    const said = brought && !brought.isBad && !refused.has(brought.row) ? brought.isPromoter : undefined
    return isOpenToAll || (said ?? user?.isPromoter) ? undefined : '推广人不是推广员'
  }
}

/** Whether a customer stands above another, or is it. */
function standsAbove(one: string, other: string, above: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = other; at !== undefined && !seen.has(at); at = above.get(at)) {
    if (at === one) return true
    seen.add(at)
  }
  return false
}
