import type { RouteInput } from '@zhanggui/contract/routes.ts'
import type {
  LoginLogRow,
  OperationLogRow,
  PasswordForm,
  ProfileForm,
  userCenter,
} from '@zhanggui/contract/staff/user-center.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError, refuseTaken, stateConflict } from '../../../platform/http/errors.ts'
import type { ReceivedFile } from '../../../platform/http/input/uploads.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { discardFile, storeAvatar } from '../../file/file/file.service.ts'
import { fileKeysIn, useFiles } from '../../file/file/file-ref.service.ts'
import { notifyOwner } from '../../message/notice/owner-notice.service.ts'
import * as users from '../admin-user/admin-user.repository.ts'
import { takenError } from '../admin-user/admin-user.service.ts'
import { readPhone } from '../admin-user/contact.ts'
import { verifyOwnPassword } from '../sign-in/login.service.ts'
import * as passwords from '../sign-in/password.repository.ts'
import {
  hashNewPassword,
  notifyPasswordChanged,
  REMEMBERED_PASSWORDS,
  refuseReuse,
} from '../sign-in/password.service.ts'
import { forgetDevices } from '../sign-in/second-factor.repository.ts'
import { endSessions } from '../sign-in/session.service.ts'
import * as center from './user-center.repository.ts'

const PREFERENCES_BYTES = 32 * 1024

type LogQuery = RouteInput<typeof userCenter.operationLogs>['query']

/**
 * Changes the caller's own profile. Omitted texts are cleared. Another phone, a name to sign in with, needs the password.
 * @throws 409 for another user's phone; 422 for a wrong password, which counts as a failed sign-in
 */
export async function updateProfile(ctx: Ctx, form: ProfileForm): Promise<void> {
  const { nickName, phone, sex, introduction, password } = form
  if (password !== undefined) await verifyOwnPassword(ctx, password, '密码错误')
  await inTransaction(ctx, async (tx) => {
    const user = await center.lockOwn(tx)
    const profile = {
      nickName,
      phone: readPhone(phone, user.phone),
      sex: sex ?? null,
      introduction: introduction ?? '',
    }
    const isOther = profile.phone !== user.phone
    if (isOther && password === undefined) throw new BadInput('修改手机号码须输入登录密码', 'password')
    await refuseTaken(users.update(tx, user.id, profile), takenError)
    if (isOther) await notifyOwner(tx, user.id, 'phone.changed', '手机号码已修改')
    const { id, username: objectName } = user
    const before = { nickName: user.nickName, phone: user.phone, sex: user.sex, introduction: user.introduction }
    await audit(tx, { objectType: 'admin-user', objectId: id, objectName, before, after: profile })
  })
}

/**
 * Makes an uploaded picture the caller's avatar and removes the previous one.
 * @throws 413, 415 for refused pictures; 502 when the cloud storage refuses it
 */
export async function updateAvatar(ctx: Ctx, received: ReceivedFile[]): Promise<{ avatar: string }> {
  const { url: avatar } = await storeAvatar(ctx, received)
  const before = await inTransaction(ctx, async (tx) => {
    const user = await center.lockOwn(tx)
    await users.update(tx, user.id, { avatar })
    await useFiles(
      tx,
      { type: 'adminUser', id: user.id, field: 'avatar', title: `用户「${user.username}」的头像` },
      avatar,
    )
    return user.avatar ?? ''
  })
  for (const key of fileKeysIn(before)) await discardFile(ctx, key, 'avatar')
  return { avatar }
}

/**
 * Changes the caller's password and ends their other sessions.
 * @throws 422 for a wrong old password, which counts as a failed sign-in, or for a recently used one; {BadInput} for a new
 *   one that breaks the policy; 409 when it was changed elsewhere meanwhile
 */
export async function updatePassword(ctx: Ctx, { oldPass, newPass }: PasswordForm): Promise<void> {
  const present = await verifyOwnPassword(ctx, oldPass, '修改失败，旧密码错误')
  const { actor } = ctx
  const found = await users.find(ctx, actor.userId)
  if (!found) throw stateConflict()
  const { user } = found
  const hash = await hashNewPassword(ctx, newPass, user, 'newPass')
  await refuseReuse(newPass, present, user.passwordHistory)
  const history = [present, ...user.passwordHistory].slice(0, REMEMBERED_PASSWORDS)
  await inTransaction(ctx, async (tx) => {
    if (!(await passwords.updatePassword(tx, user.id, present, { hash, history, mustChange: false })))
      throw stateConflict()
    await endSessions(tx, user.id, 'password', actor.sessionId)
    await forgetDevices(tx, user.id)
    await notifyPasswordChanged(
      tx,
      user.id,
      '您的登录密码已修改，其他设备已退出登录。若不是您本人操作，请立即联系管理员。',
    )
    await audit(tx, { action: 'password', objectType: 'admin-user', objectId: user.id, objectName: user.username })
  })
}

/** The caller's preferences. */
export function getPreferences(ctx: Ctx): Promise<Record<string, unknown>> {
  return center.findPreferences(ctx)
}

/** @throws 413 beyond 32 KB */
export async function savePreferences(ctx: Ctx, data: Record<string, unknown>): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(data)) > PREFERENCES_BYTES)
    throw new HttpError(413, 'TOO_LARGE', '个人偏好不能超过32KB，请减少保存的内容')
  await center.storePreferences(ctx, data)
}

/** The caller's own operation log, newest first. */
export async function listOwnOperations(ctx: Ctx, { createTime, ...left }: LogQuery) {
  const page = readPage(left)
  const { rows, ...count } = await center.listOperations(ctx, parseTimeRange(createTime, ctx.now()), page)
  const list = rows.map(
    (row): OperationLogRow => ({
      id: row.id,
      description: row.description,
      method: row.method,
      requestIp: row.requestIp,
      address: row.address,
      browser: row.browser,
      time: row.time,
      status: row.status,
      requestId: row.requestId,
      createTime: toWireTime(row.createdAt),
    }),
  )
  return { list, ...count, page: page.page, limit: page.limit }
}

/** The caller's sign-ins, newest first. */
export async function listOwnLogins(ctx: Ctx, { createTime, ...left }: LogQuery) {
  const page = readPage(left)
  const { rows, ...count } = await center.listLogins(ctx, parseTimeRange(createTime, ctx.now()), page)
  const list = rows.map(
    (row): LoginLogRow => ({
      id: row.id,
      username: row.username,
      result: row.result,
      reason: row.reason,
      ip: row.ip,
      address: row.address,
      browser: row.browser,
      os: row.os,
      createTime: toWireTime(row.createdAt),
    }),
  )
  return { list, ...count, page: page.page, limit: page.limit }
}
