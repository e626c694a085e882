import {
  type AdminUser,
  type AdminUserChange,
  type AdminUserDraft,
  type AdminUserQuery,
  adminUser,
} from '@zhanggui/contract/staff/admin-user.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskEmail, maskPhone } from '@zhanggui/domain/mask.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { notifyOwner } from '../../message/notice/owner-notice.service.ts'
import * as depts from '../dept/dept.repository.ts'
import {
  grantRefused,
  raisePermVersion,
  requireHeld,
  requireLevel,
  requireOver,
  WILDCARD,
} from '../role/rights.service.ts'
import { requireGrantable } from '../role/role.service.ts'
import { SUPER_ROLE } from '../role/role.tables.ts'
import * as proofs from '../sign-in/account-proof.repository.ts'
import { unlock } from '../sign-in/login.service.ts'
import * as passwords from '../sign-in/password.repository.ts'
import {
  hashNewPassword,
  notifyPasswordChanged,
  REMEMBERED_PASSWORDS,
  randomPassword,
} from '../sign-in/password.service.ts'
import { forgetDevices } from '../sign-in/second-factor.repository.ts'
import { disableTotp } from '../sign-in/second-factor.service.ts'
import { endSessions } from '../sign-in/session.service.ts'
import * as users from './admin-user.repository.ts'
import { readEmail, readPhone } from './contact.ts'

type Described = NonNullable<Awaited<ReturnType<typeof users.find>>>
type Held = Awaited<ReturnType<typeof users.listHeld>>
type Role = Awaited<ReturnType<typeof users.lockRoles>>[number]

/** What else ends with a user who is deleted, in the same transaction. */
export const userRemovals = defineHook<(tx: Ctx, userId: number) => Promise<void>>('user removals')

const OWN_ACCOUNT = '不能操作当前登录账号'

/** A page of the users the caller sees, newest first. */
export async function listUsers(ctx: Ctx, { createTime, page, limit, ...filter }: AdminUserQuery) {
  const read = readPage({ page, limit })
  const { rows, total } = await users.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, read)
  return { list: rows.map(describe), total, page: read.page, limit: read.limit }
}

/** Names of the users the caller sees. */
export function listUserNames(ctx: Ctx) {
  return users.listNames(ctx)
}

/** @throws 404, also for a user outside the caller's data scope */
export async function getUser(ctx: Ctx, id: number): Promise<AdminUser> {
  return describe(await findUser(ctx, id))
}

/**
 * Adds a user, with a random password unless one is given; the user must change it at the first sign-in.
 * @returns the random password, which is not shown again
 * @throws {BadInput} for a password that breaks the policy; 403 for a role not below the caller, 409 for a taken name, phone
 *   or e-mail, 422 for a department, post, role or store that cannot be assigned
 */
export async function saveUser(
  ctx: Ctx,
  { dept, job, roles: given, storeIds = [], password, ...draft }: AdminUserDraft,
) {
  const initialPassword = password === undefined ? await randomPassword(ctx, draft) : undefined
  const passwordHash = await hashNewPassword(ctx, password ?? initialPassword ?? '', draft, 'password')
  return inTransaction(ctx, async (tx) => {
    const held = await lockGiven(tx, idsOf(given))
    await refuseGrant(tx, held)
    refuseStores(tx, held, storeIds, [])
    const place = { deptId: dept?.id ?? null, jobId: job?.id ?? null }
    await refuseDept(tx, place.deptId)
    await refuseJob(tx, place)
    const user = { ...draft, ...place, phone: readPhone(draft.phone), email: readEmail(draft.email) }
    const saved = await refuseTaken(users.insert(tx, { ...user, passwordHash, mustChangePassword: true }), takenError)
    await users.replaceRoles(tx, saved.id, idsOf(given))
    await users.replaceStores(tx, saved.id, storeIds)
    await audit(tx, { objectId: saved.id, after: await snapshot(tx, saved.id) })
    return { ...saved, ...(initialPassword && { initialPassword }) }
  })
}

/**
 * Changes a user. Omitted texts, department and post are cleared; other omitted fields stay. The caller's own
 * roles, stores and state stay in any case.
 * @throws as {@link saveUser}; 403 for locking or unlocking without that right; 404, 409 for another version, 422 when no super administrator would be left, and for another
 *   phone or e-mail of the caller: the names to sign in with change with the password, in 个人中心
 */
export function updateUser(ctx: Ctx, { id, version, roles: given, dept, job, ...form }: AdminUserChange) {
  const isOwn = id === ctx.actor.userId
  return inTransaction(ctx, async (tx) => {
    const wanted = await lockGiven(tx, isOwn ? [] : idsOf(given))
    const user = await lockUser(tx, id)
    const held = await users.listHeld(tx, [id])
    if (!isOwn) requireOver(tx.actor, held)
    if (version !== undefined && version !== user.version) throw versionConflict(await getUser(tx, id))
    const place = { deptId: dept?.id ?? null, jobId: job?.id ?? null }
    if (place.deptId !== user.deptId) {
      // The scope 本级 follows the department: nobody may widen his own.
      if (isOwn && !tx.actor.scope.all) throw new Refusal('不能修改自己的部门，请联系管理员')
      await refuseDept(tx, place.deptId)
    }
    await refuseJob(tx, place)
    const { storeIds, enabled = user.enabled, ...texts } = form
    if (!isOwn) requireSwitch(tx, adminUser.updateStatus.permission, user.enabled, enabled)
    const change = {
      ...texts,
      ...place,
      phone: readPhone(form.phone, user.phone),
      email: readEmail(form.email, user.email),
      sex: form.sex ?? null,
      remark: form.remark ?? '',
      introduction: form.introduction ?? '',
      enabled: isOwn ? user.enabled : enabled,
    }
    const isRenamed = change.phone !== user.phone || change.email !== user.email
    if (isOwn && isRenamed) throw new Refusal('请到「个人中心」修改自己的手机号码和邮箱')
    const before = await snapshot(tx, id)
    const saved = await refuseTaken(users.update(tx, id, change), takenError)
    if (!isOwn) {
      const had = held.map(({ roleId }) => roleId)
      await refuseGrant(
        tx,
        wanted.filter((role) => !had.includes(role.id)),
      )
      const stores = await users.listStoreIds(tx, id)
      refuseStores(tx, wanted, storeIds ?? stores, stores)
      await users.replaceRoles(tx, id, idsOf(given))
      await users.replaceStores(tx, id, storeIds ?? stores)
      if (!isSame(had, idsOf(given))) await notifyRolesChanged(tx, id, wanted)
      await refuseLosingSuper(tx, held)
      if (!enabled && user.enabled) await endSessions(tx, id, 'disabled')
    }
    if (change.phone !== user.phone) await notifyOwner(tx, id, 'phone.changed', '手机号码已修改')
    if (change.email !== user.email) {
      await proofs.forgetResets(tx, id)
      await notifyOwner(tx, id, 'email.changed', '邮箱已修改')
    }
    await raisePermVersion(tx, { userIds: [id] })
    await audit(tx, { objectId: id, before, after: await snapshot(tx, id) })
    return saved
  })
}

/**
 * Enables users or locks them out at once. Users already in the requested state stay unchanged.
 * @throws 403 for a user not below the caller, 404, 422 for the caller or the last super administrator
 */
export function updateUserStatus(ctx: Ctx, id: number, enabled: boolean) {
  return changeOther(ctx, id, async (tx, user, held) => {
    if (user.enabled === enabled) return { id, version: user.version }
    const change = { action: 'status', objectId: id } as const
    return audited(
      tx,
      change,
      () => snapshot(tx, id),
      async () => {
        const saved = await users.update(tx, id, { enabled })
        await refuseLosingSuper(tx, held)
        if (!enabled) await endSessions(tx, id, 'disabled')
        return saved
      },
    )
  })
}

/**
 * Deletes users: they can no longer sign in, their names become free, records of their actions keep their nicknames.
 * @throws 403 for a user not below the caller, 404, 422 for the caller or the last super administrator
 */
export async function removeUsers(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.includes(ctx.actor.userId)) throw new Refusal(OWN_ACCOUNT)
  await inTransaction(ctx, async (tx) => {
    await users.lockRoles(tx, [])
    const locked = await users.lock(tx, ids)
    if (locked.length < ids.length) throw notFound('管理员')
    const held = await users.listHeld(tx, ids)
    for (const id of ids)
      requireOver(
        tx.actor,
        held.filter(({ userId }) => userId === id),
      )
    for (const id of ids) await audit(tx, { objectId: id, before: await snapshot(tx, id) })
    await users.remove(tx, ids)
    await refuseLosingSuper(tx, held)
    for (const id of ids) {
      await endSessions(tx, id, 'disabled')
      for (const forget of tx.platform.hooks.of(userRemovals)) await forget(tx, id)
    }
  })
}

/**
 * Gives a user a random password, which they must change, and ends their sessions.
 * @returns the password, which is not shown again
 * @throws 403 for a user not below the caller, 404, 422 for the caller
 */
export async function resetPassword(ctx: Ctx, id: number): Promise<{ password: string }> {
  const { user } = await findUser(ctx, id)
  const password = await randomPassword(ctx, user)
  const hash = await hashNewPassword(ctx, password, user, 'password')
  return changeOther(ctx, id, async (tx, { passwordHash, passwordHistory, username }) => {
    const history = [passwordHash, ...passwordHistory].slice(0, REMEMBERED_PASSWORDS)
    if (!(await passwords.updatePassword(tx, id, passwordHash, { hash, history, mustChange: true })))
      throw stateConflict()
    await endSessions(tx, id, 'password')
    await forgetDevices(tx, id)
    await notifyPasswordChanged(tx, id, `管理员 ${tx.actor.name} 重置了您的登录密码，登录后请修改。`)
    await audit(tx, { action: 'password', objectId: id, objectName: username })
    return { password }
  })
}

/** Unlocks a user locked by wrong passwords. */
export function unlockUser(ctx: Ctx, id: number): Promise<void> {
  return changeOther(ctx, id, async (tx, { username }) => {
    await unlock(tx, id)
    await audit(tx, { action: 'unlock', objectId: id, objectName: username })
  })
}

/**
 * Switches off the second factor of a user who has lost it.
 * @throws as {@link resetPassword}; 422 when it is off already
 */
export function removeTotp(ctx: Ctx, id: number): Promise<void> {
  return changeOther(ctx, id, async (tx, { username }) => {
    await disableTotp(tx, id)
    await notifyOwner(tx, id, 'mfa.changed', '两步验证已关闭')
    await audit(tx, { action: 'mfa', objectId: id, objectName: username })
  })
}

/** Ends every session of a user. */
export function kickUser(ctx: Ctx, id: number): Promise<void> {
  return changeOther(ctx, id, async (tx, { username }) => {
    await endSessions(tx, id, 'kicked')
    await audit(tx, { action: 'kick', objectId: id, objectName: username })
  })
}

/**
 * Lets an account see a store, or no longer; it counts at its next call.
 * @throws 403 for a user not below the caller, 404
 */
export async function setStoreOfUser(tx: Ctx, id: number, storeId: number, works: boolean): Promise<void> {
  await users.lockRoles(tx, [])
  await lockUser(tx, id)
  if (id !== tx.actor.userId) requireOver(tx.actor, await users.listHeld(tx, [id]))
  const before = await users.listStoreIds(tx, id)
  if (before.includes(storeId) === works) return
  const after = works ? [...before, storeId] : before.filter((each) => each !== storeId)
  await users.replaceStores(tx, id, after)
  await raisePermVersion(tx, { userIds: [id] })
}

/** Locks a user below the caller and acts on them; refuses the caller. */
function changeOther<Result>(
  ctx: Ctx,
  id: number,
  change: (tx: Ctx, user: users.AdminUserRow, held: Held) => Promise<Result>,
): Promise<Result> {
  return inTransaction(ctx, async (tx) => {
    await users.lockRoles(tx, [])
    const user = await lockUser(tx, id)
    if (id === tx.actor.userId) throw new Refusal(OWN_ACCOUNT)
    const held = await users.listHeld(tx, [id])
    requireOver(tx.actor, held)
    return change(tx, user, held)
  })
}

/** A user as the audit trail compares it, with phone and e-mail in the clear: the trail masks them itself. */
async function snapshot(tx: Ctx, id: number) {
  const found = await users.find(tx, id)
  if (!found) return undefined
  const { user, dept, job, roles: held, storeIds } = found
  return {
    username: user.username,
    nickName: user.nickName,
    phone: user.phone ?? '',
    email: user.email ?? '',
    sex: user.sex ?? '',
    enabled: user.enabled,
    dept: dept?.name ?? '',
    job: job?.name ?? '',
    roles: held.map(({ name }) => name),
    storeIds,
    isSms: user.isSms,
    remark: user.remark,
    introduction: user.introduction,
  }
}

async function findUser(ctx: Ctx, id: number): Promise<Described> {
  const found = await users.find(ctx, id)
  if (!found) throw notFound('管理员')
  return found
}

async function lockUser(tx: Ctx, id: number): Promise<users.AdminUserRow> {
  const [user] = await users.lock(tx, [id])
  if (!user) throw notFound('管理员')
  return user
}

async function lockGiven(tx: Ctx, ids: readonly number[]): Promise<Role[]> {
  const locked = await users.lockRoles(tx, ids)
  if (locked.length < ids.length) throw new Refusal('角色不存在，请重新选择')
  return locked
}

/** Refuses roles at or above the caller's level, and roles with permissions or data the caller lacks. */
async function refuseGrant(tx: Ctx, given: readonly Role[]): Promise<void> {
  for (const { level } of given) requireLevel(tx.actor, level)
  if (given.some(({ permission }) => permission === SUPER_ROLE)) requireHeld(tx.actor, [WILDCARD])
  await requireGrantable(tx, given)
}

/** Refuses roles with the scope 本门店 without a store, and stores outside the caller's scope. */
function refuseStores(
  { actor }: Ctx,
  given: readonly Role[],
  storeIds: readonly number[],
  had: readonly number[],
): void {
  if (!storeIds.length && given.some(({ dataScope }) => dataScope === '本门店')) throw new Refusal('请选择门店')
  const own = actor.scope.storeIds
  if (own && !storeIds.every((id) => had.includes(id) || own.includes(id))) throw grantRefused()
}

/** Refuses a department outside the caller's scope: the caller would no longer see the user. */
async function refuseDept(tx: Ctx, deptId: number | null): Promise<void> {
  if (deptId !== null && !(await depts.lock(tx, deptId))) throw new Refusal('部门不存在，请重新选择')
  if (deptId === null && !tx.actor.scope.all) throw new Refusal('请选择部门')
}

async function refuseJob(tx: Ctx, { deptId, jobId }: { deptId: number | null; jobId: number | null }): Promise<void> {
  if (jobId !== null && (await users.findDeptOfPost(tx, jobId)) !== (deptId ?? 0))
    throw new Refusal('岗位不属于所选部门，请重新选择')
}

/** Refuses a change to a user who had these roles if it leaves no super administrator. */
async function refuseLosingSuper(tx: Ctx, had: Held): Promise<void> {
  if (had.some(({ code }) => code === SUPER_ROLE) && !(await users.hasSuper(tx)))
    throw new Refusal('至少保留一个超级管理员')
}

/** Notifies the owner of an account that their rights have changed. */
async function notifyRolesChanged(tx: Ctx, userId: number, given: readonly Role[]): Promise<void> {
  const names = given.map(({ name }) => name).join('、') || '无'
  await notify(tx, {
    event: 'role.changed',
    to: { userIds: [userId] },
    title: '您的角色已变更',
    content: `管理员 ${tx.actor.name} 将您的角色改为：${names}`,
    link: '/user/center',
  })
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return new Set(one).symmetricDifference(new Set(other)).size === 0
}

/** The refusal for a taken user name, phone or e-mail, by its index. */
export function takenError(index: string): Error {
  if (index === 'admin_user_phone') return conflict('手机号码已存在', 'phone')
  return index === 'admin_user_email' ? conflict('邮箱已存在', 'email') : conflict('用户名已存在', 'username')
}

function idsOf(list: readonly { id: number }[]): number[] {
  return [...new Set(list.map(({ id }) => id))]
}

function describe({ user, dept, job, roles: held, storeIds, lockedUntil }: Described): AdminUser {
  return {
    id: user.id,
    version: user.version,
    username: user.username,
    nickName: user.nickName,
    phone: maskPhone(user.phone),
    email: maskEmail(user.email),
    sex: user.sex ?? '',
    avatar: user.avatar ?? '',
    enabled: user.enabled,
    dept,
    job,
    roles: held,
    storeIds,
    isSms: user.isSms,
    remark: user.remark,
    introduction: user.introduction,
    mustChangePassword: user.mustChangePassword,
    mfaEnabled: user.totpSecret !== null,
    lockedUntil: lockedUntil && toWireTime(lockedUntil),
    passwordTime: toWireTime(user.passwordTime),
    lastLoginTime: user.lastLoginTime && toWireTime(user.lastLoginTime),
    lastLoginIp: user.lastLoginIp ?? '',
    loginCount: user.loginCount,
    createTime: toWireTime(user.createdAt),
  }
}
