import type { SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { maskEmail, maskPhone } from '@zhanggui/domain/mask.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getRights } from '../role/rights.service.ts'
import { viewerOf } from '../see-as/see-as.service.ts'
import { seenRights } from '../see-as/seen-rights.service.ts'
import { asksForFactor, PASSWORD_DUTY } from './session.service.ts'
import { findProfile } from './signed-in.repository.ts'

const DAY_MS = 24 * 3600_000

/** The answer of /auth/info about the caller, without any proof of identity. */
export async function describeSignedIn(ctx: Ctx): Promise<SignedIn> {
  const { userId, sessionId, permVersion, duty, seeing } = ctx.actor
  const row = await findProfile(ctx, userId)
  if (!row) throw notFound('账号')
  const { user } = row
  const rights = seeing
    ? (await seenRights(ctx, await viewerOf(ctx), seeing)).rights
    : await getRights(ctx, userId, permVersion, user.deptId)
  const { password_max_age_days, mfa_policy } = await getSettings(ctx)
  const age = ctx.now().getTime() - user.passwordTime.getTime()
  return {
    id: user.id,
    username: user.username,
    name: user.nickName,
    sex: user.sex ?? '',
    avatar: user.avatar ?? '',
    email: maskEmail(user.email),
    phone: maskPhone(user.phone),
    introduction: user.introduction,
    dept: row.dept?.id ? row.dept : null,
    job: row.job?.id ? row.job : null,
    storeIds: rights.storeIds,
    dataScopes: rights.dataScopes,
    enabled: user.enabled,
    createTime: toWireTime(user.createdAt),
    lastLoginTime: user.lastLoginTime && toWireTime(user.lastLoginTime),
    lastLoginIp: user.lastLoginIp ?? '',
    roles: rights.roles,
    roleNames: rights.roleNames,
    roleLevel: rights.level,
    permissions: rights.permissions,
    mustChangePassword: duty?.code === PASSWORD_DUTY,
    passwordExpireDays: password_max_age_days ? Math.max(0, Math.ceil(password_max_age_days - age / DAY_MS)) : null,
    mfaEnabled: user.mfaEnabled,
    mfaRequired: !seeing && asksForFactor(mfa_policy, rights.level),
    preferences: row.preferences ?? {},
    sessionId,
    ...(seeing && { seeing: { ...seeing, since: toWireTime(seeing.since) } }),
  }
}
