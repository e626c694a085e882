import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import type { UserChange, UserDraft, UserInfo, UserQuery, UserRow } from '@zhanggui/contract/user/shop-user.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskNumber, maskPhone } from '@zhanggui/domain/mask.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { parseWireTime, toWireDay, toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { problemWith } from '@zhanggui/domain/validators.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { endBuyerSessions } from '../buyer-session/buyer-session.service.ts'
import { recogniseFormer } from '../buyer-session/former-account.service.ts'
import * as levels from '../level/user-level.repository.ts'
import * as notes from '../note/user-note.repository.ts'
import { lockMany } from '../scope/customer-lock.repository.ts'
import { requireTags } from '../tag/user-tag.service.ts'
import * as users from './shop-user.repository.ts'
import { ENDED_BY_BUYER } from './shop-user.tables.ts'

export { customersOfStores } from '../scope/customer-scope.parts.ts'

export const WHAT = '用户'
export const SEE_SENSITIVE = 'admin:user:sensitive:view'

/** A page of customers, newest first. */
export async function listUsers(ctx: Ctx, { page, limit, ...filter }: UserQuery) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await users.list(ctx, filter, paging)
  const media = await readMedia(ctx)
  return { list: rows.map((row) => describe(ctx, row, media)), ...counted, page: paging.page, limit: paging.limit }
}

/** A customer with everything but their lists. @throws 404 */
export async function getUser(ctx: Ctx, id: number): Promise<UserInfo> {
  const found = await users.find(ctx, id)
  if (!found) throw notFound(WHAT)
  const { user, levelGrade, levelDiscount } = found
  const next = await levels.findNext(ctx, levelGrade ?? 0, user.experience)
  return {
    ...describe(ctx, found, await readMedia(ctx)),
    account: maskPhone(user.account),
    birthday: user.birthday,
    cardId: maskNumber(user.cardId),
    hasAddress: user.address !== '',
    experience: seesBalances(ctx) ? user.experience : null,
    levelGrade: levelGrade ?? 0,
    levelDiscount: levelDiscount ?? 100,
    levelAuto: user.levelAuto,
    nextLevel: next ? { name: next.name, experience: next.experience, discount: next.discount } : null,
    loginType: user.loginType,
    promoterTime: wireTime(user.promoterTime),
    spreadTime: wireTime(user.spreadTime),
    spreadCount: user.spreadCount,
    subscribe: user.subscribe,
    addIp: user.addIp,
    lastIp: user.lastIp,
  }
}

/** A customer as a list shows them. */
export function describe(ctx: Ctx, found: users.FoundUser, media: Media): UserRow {
  const { user } = found
  const sees = seesBalances(ctx)
  return {
    id: user.id,
    version: user.version,
    nickname: user.nickname,
    avatar: media.toWire(user.avatar),
    realName: user.realName,
    phone: maskPhone(user.phone),
    sex: user.sex,
    level: user.level,
    levelName: found.levelName ?? '',
    groupId: found.groupName === null ? null : user.groupId,
    groupName: found.groupName ?? '',
    tags: found.tags,
    spreadUid: user.spreadUid,
    spreadNickname: found.spreadNickname ?? '',
    nowMoney: sees ? toYuan(user.nowMoneyFen) : null,
    integral: sees ? user.integral : null,
    consumeMoney: sees ? toYuan(user.consumeMoneyFen) : null,
    payCount: user.payCount,
    pastMoney: sees ? toYuan(user.pastMoneyFen) : null,
    pastCount: user.pastCount,
    status: user.status,
    closeReason: user.closeReason,
    userType: user.userType,
    isPromoter: user.isPromoter,
    country: user.country,
    province: user.province,
    city: user.city,
    mark: user.mark,
    createTime: toWireTime(user.createdAt),
    lastLoginTime: wireTime(user.lastLoginTime),
    lastPayTime: wireTime(user.lastPayTime),
  }
}

/** Accounts that see their stores alone see no balances (docs/stores.md, Accounts that see stores alone). */
export const seesBalances = ({ actor }: Ctx): boolean => actor.scope.storeIds === undefined

/**
 * Adds a customer by phone, as when one stands at the counter.
 * @throws 409 when the phone has one
 */
export function saveUser(ctx: Ctx, { phone, nickname, groupId = 0 }: UserDraft) {
  return retried(ctx, async (tx) => {
    requireAll(tx)
    await requireGroup(tx, groupId)
    const saved = await users.insert(tx, {
      account: phone,
      phone,
      nickname,
      groupId: groupId || null,
      userType: 'admin',
      loginType: 'admin',
      addIp: tx.origin.ip,
    })
    if (!saved) throw phoneTaken()
    await recogniseFormer(tx, saved.id, phone)
    await trail(tx, saved.id, { action: 'create' })
    return saved
  })
}

/**
 * Adds a customer with everything known, as at a registration.
 * @param tx a transaction
 * @throws 409 when the account or phone has one
 */
export async function addCustomer(tx: Ctx, row: users.NewUser): Promise<number> {
  const id = await users.add(tx, row)
  if (!id) throw phoneTaken()
  if (row.phone) await recogniseFormer(tx, id, row.phone)
  return id
}

/**
 * Changes what staff keep of a customer.
 * @throws 400 for no day or no identity number, 404, 409 for another version
 */
export function updateUser(ctx: Ctx, { id, version, groupId, tagIds, isPromoter, clear = [], ...change }: UserChange) {
  if (change.birthday) checkBirthday(change.birthday, ctx.now())
  const badCard = problemWith('idNumber', change.cardId)
  if (badCard) throw new BadInput(badCard, 'cardId')
  return retried(ctx, async (tx) => {
    const [user] = await lockLiving(tx, [id])
    if (groupId !== undefined && groupId !== user?.groupId) await requireGroup(tx, groupId)
    if (tagIds) await requireTags(tx, tagIds)
    const before = await getUser(tx, id)
    const becomes = isPromoter && !user?.isPromoter
    const saved = await users.update(tx, id, version, {
      ...change,
      ...Object.fromEntries(clear.map((field) => [field, field === 'birthday' ? null : ''])),
      ...(groupId !== undefined && { groupId: groupId || null }),
      ...(tagIds && { tagIds }),
      ...(isPromoter !== undefined && { isPromoter, ...(becomes && { promoterTime: tx.now() }) }),
    })
    if (!saved) throw versionConflict(before)
    await trail(tx, id, { before })
    return saved
  })
}

function checkBirthday(day: string, now: Date): void {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '1900-01-01' ? parseWireTime(day) : undefined
  if (!at || day > toWireDay(now)) throw new BadInput('请选择正确的生日', 'birthday')
}

/** Gives a customer another phone, and signs them out everywhere: the old one may be in other hands. @throws 404, 409 when somebody has it */
export function changePhone(ctx: Ctx, { id, phone }: { id: number; phone: string }) {
  return retried(ctx, async (tx) => {
    const [user] = await lockLiving(tx, [id])
    const followsPhone = user && (user.account === user.phone || user.account === phone)
    const change = users.update(tx, id, undefined, { phone, ...(followsPhone && { account: phone }) })
    const saved = await refuseTaken(change, phoneTaken)
    if (!saved) throw notFound(WHAT)
    await recogniseFormer(tx, id, phone)
    const named = { objectId: id, objectName: nameOf(user) }
    if (user?.phone !== phone) {
      await endBuyerSessions(tx, [id], 'phone')
      await audit(tx, { ...named, action: 'phone', after: { phone: maskPhone(phone) }, labels: { phone: '手机号' } })
    }
    return saved
  })
}

const phoneTaken = () => conflict('该手机号已被使用', 'phone')

/** Puts customers into a group, or into none. @throws 404 */
export function setGroup(ctx: Ctx, { ids, groupId }: { ids: readonly number[]; groupId: number }) {
  return changeAll(ctx, ids, async (tx) => {
    await requireGroup(tx, groupId)
    await users.change(tx, ids, { groupId: groupId || null })
  })
}

type Tagging = { ids: readonly number[]; tagIds: readonly number[]; mode?: 'replace' | 'add' | 'remove' }

/** Replaces, adds or removes tags of customers. @throws 404; 400 for nothing to add or remove */
export function setTags(ctx: Ctx, { ids, tagIds, mode = 'replace' }: Tagging) {
  if (mode !== 'replace' && !tagIds.length) throw new BadInput('请选择用户标签', 'tagIds')
  return changeAll(ctx, ids, async (tx) => {
    await requireTags(tx, tagIds)
    await users.change(tx, ids, { tagIds: users.tagsAfter(mode, tagIds) })
  })
}

/** Enables or disables customers; the sessions of disabled ones end at once. @throws 404, 422 for an account that its owner ended */
export function setStatus(
  ctx: Ctx,
  { ids, status, closeReason = '' }: { ids: readonly number[]; status: boolean; closeReason?: string },
) {
  if (closeReason === ENDED_BY_BUYER) throw new BadInput('请填写其他禁用原因', 'closeReason')
  const change = async (tx: Ctx) => {
    await lockLiving(tx, ids)
    await users.change(tx, ids, { status, closeReason: status ? '' : closeReason })
    if (!status) await endBuyerSessions(tx, ids, 'disabled')
  }
  return changeAll(ctx, ids, change, 'status')
}

/** Makes customers promoters, or ordinary ones again. @throws 404, also for an account that its owner ended */
export function setPromoter(ctx: Ctx, { ids, isPromoter }: { ids: readonly number[]; isPromoter: boolean }) {
  const change = async (tx: Ctx) => {
    const locked = await lockMany(tx, ids)
    if (isPromoter && locked.some(hasEnded)) throw notFound(WHAT)
    const changing = locked.filter((user) => user.isPromoter !== isPromoter).map(({ id }) => id)
    if (changing.length) await users.change(tx, changing, { isPromoter, ...(isPromoter && { promoterTime: tx.now() }) })
  }
  return changeAll(ctx, ids, change, 'promoter')
}

/** Changes several customers, all or none, each with its entry in the audit trail. */
async function changeAll(
  ctx: Ctx,
  ids: readonly number[],
  work: (tx: Ctx) => Promise<void>,
  action?: AuditAction,
): Promise<Record<never, never>> {
  return retried(ctx, async (tx) => {
    await lockUsers(tx, ids)
    const before = await users.findMany(tx, ids)
    await work(tx)
    const after = new Map((await users.findMany(tx, ids)).map((found) => [found.user.id, found]))
    const media = await readMedia(tx)
    for (const found of before) {
      const changed = after.get(found.user.id)
      await audit(tx, {
        ...(action && { action }),
        // Also where an object of a later area acts on them.
        objectType: 'shop-user',
        objectId: found.user.id,
        objectName: nameOf(found.user),
        before: describe(tx, found, media),
        after: changed && describe(tx, changed, media),
        labels: LABELS,
      })
    }
    return {}
  })
}

/** Adds a note about a customer. @throws 404 */
export function saveNote(ctx: Ctx, { uid, content }: { uid: number; content: string }): Promise<{ id: number }> {
  return retried(ctx, async (tx) => {
    const [user] = await lockLiving(tx, [uid])
    const id = await notes.insert(tx, uid, content)
    await audit(tx, { action: 'note', objectId: uid, objectName: nameOf(user), after: { content } })
    return { id }
  })
}

/** What a buyer can spend. */
export async function getBuyerFunds(ctx: Ctx, uid: number): Promise<{ nowMoneyFen: number; integral: number }> {
  return (await users.findFunds(ctx, uid)) ?? { nowMoneyFen: 0, integral: 0 }
}

/** Locks customers that the caller may change. @throws 404, 422 for accounts that only see their stores */
async function lockUsers(tx: Ctx, ids: readonly number[]): Promise<users.ShopUser[]> {
  const locked = await lockMany(tx, ids)
  if (locked.length < ids.length) throw notFound(WHAT)
  requireAll(tx)
  return locked
}

/** The same, of those who have not ended their account: nobody is left whom the change could be about. @throws also 422 for one who has */
export async function lockLiving(tx: Ctx, ids: readonly number[]): Promise<users.ShopUser[]> {
  const locked = await lockUsers(tx, ids)
  if (locked.some(hasEnded)) throw new Refusal('该账号已注销，不能修改')
  return locked
}

export const hasEnded = ({ status, closeReason }: users.ShopUser) => !status && closeReason === ENDED_BY_BUYER

/** @throws 422 for accounts that see their stores alone */
export function requireAll(ctx: Ctx): void {
  if (!seesBalances(ctx)) throw new Refusal('门店账号只能查看用户，不能修改')
}

async function requireGroup(tx: Ctx, id: number): Promise<void> {
  if (id && !(await users.lockGroup(tx, id))) throw notFound('用户分组')
}

/** What a field's change is called in the audit trail. */
const LABELS = {
  nickname: '昵称',
  realName: '真实姓名',
  phone: '手机号',
  birthday: '生日',
  cardId: '身份证号',
  mark: '备注',
  sex: '性别',
  groupId: '分组编号',
  groupName: '分组',
  tags: '标签',
  isPromoter: '推广员',
  status: '状态',
  closeReason: '禁用原因',
  spreadUid: '推荐人编号',
  spreadNickname: '推荐人',
  level: '等级编号',
  levelName: '等级',
  levelGrade: '等级序号',
  levelDiscount: '等级折扣',
  experience: '经验',
  levelAuto: '自动升级',
  hasAddress: '有详细地址',
  spreadTime: '绑定时间',
}

/** Writes what a change made of a customer into the audit trail. @param before undefined for a new one */
export async function trail(
  tx: Ctx,
  id: number,
  { action, before }: { action?: AuditAction; before?: UserInfo },
): Promise<void> {
  const after = await getUser(tx, id)
  await audit(tx, { ...(action && { action }), objectId: id, objectName: nameOf(after), before, after, labels: LABELS })
}

/** What a customer is called in the trail: by nickname, else by name, else by number. */
export function nameOf(user: { id: number; nickname: string; realName: string } | undefined): string {
  return user ? user.nickname || user.realName || String(user.id) : ''
}
