import type { LoginLogRow, OperationLogRow, PasswordForm, ProfileForm } from '@zhanggui/contract/user-center.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { type Ctx, inTransaction } from '../../platform/context.ts'
import { HttpError, refuseTaken, stateConflict } from '../../platform/errors.ts'
import { readPage } from '../../platform/paging.ts'
import * as users from './admin-user.repository.ts'
import { takenError } from './admin-user.service.ts'
import { readPhone } from './contact.ts'
import { verifyOwnPassword } from './login.service.ts'
import { hashNewPassword, REMEMBERED_PASSWORDS, refuseReuse } from './password.service.ts'
import { forgetDevices } from './second-factor.repository.ts'
import { endSessions } from './session.service.ts'
import * as center from './user-center.repository.ts'

const PREFERENCES_BYTES = 32 * 1024

type LogQuery = { page?: number; limit?: number; createTime?: string[] }

/**
 * Changes the caller's own profile. Texts that are not given are cleared.
 * @throws 409 for a phone that somebody else has
 */
export async function updateProfile(ctx: Ctx, { nickName, phone, sex, introduction }: ProfileForm): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const user = await center.lockOwn(tx)
    const profile = {
      nickName,
      phone: readPhone(phone, user.phone),
      sex: sex ?? null,
      introduction: introduction ?? '',
    }
    await refuseTaken(users.update(tx, user.id, profile), takenError)
  })
}

/**
 * Changes the caller's password and ends his other sessions (AU-44, AU-52).
 * @throws 422 for a wrong old password, which counts as a failed sign-in, or for one he had lately; {BadInput} for a new
 *   one against the policy; 409 when it was changed elsewhere in the meantime
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
    if (!(await users.updatePassword(tx, user.id, present, { hash, history, mustChange: false }))) throw stateConflict()
    await endSessions(tx, user.id, 'password', actor.sessionId)
    await forgetDevices(tx, user.id)
  })
}

/** What the caller has set for himself. */
export function getPreferences(ctx: Ctx): Promise<Record<string, unknown>> {
  return center.findPreferences(ctx)
}

/** @throws 413 beyond 32 KB */
export async function savePreferences(ctx: Ctx, data: Record<string, unknown>): Promise<void> {
  if (Buffer.byteLength(JSON.stringify(data)) > PREFERENCES_BYTES)
    throw new HttpError(413, 'TOO_LARGE', '个人偏好不能超过32KB，请减少保存的内容')
  await center.storePreferences(ctx, data)
}

/** What the caller did, the newest first. */
export async function listOwnOperations(ctx: Ctx, query: LogQuery) {
  const page = readPage(query)
  const { rows, total } = await center.listOperations(ctx, parseTimeRange(query.createTime, ctx.now()), page)
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
  return { list, total, page: page.page, limit: page.limit }
}

/** The caller's sign-ins, the newest first. */
export async function listOwnLogins(ctx: Ctx, query: LogQuery) {
  const page = readPage(query)
  const { rows, total } = await center.listLogins(ctx, parseTimeRange(query.createTime, ctx.now()), page)
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
  return { list, total, page: page.page, limit: page.limit }
}
