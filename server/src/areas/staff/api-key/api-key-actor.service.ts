import { mayKeyHold } from '@zhanggui/domain/staff/api-key.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Actor, type Ctx, inTransaction, type Scope } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { isAddressAllowed } from '../../../platform/http/networks.ts'
import { hashToken } from '../../../platform/security/token.ts'
import { withImplied } from '../default-menu/default-menu.ts'
import { getRights, NO_LEVEL, type Rights, WILDCARD } from '../role/rights.service.ts'
import * as keys from './api-key.repository.ts'

/** Minimum time between two notes of a key's last use. */
const TOUCH_MS = 60_000
const DAY_MS = 24 * 3600_000
/** API keys have this form; session tokens are shorter. */
const KEY = /^sk_[A-Za-z0-9_-]{51}$/

type KeyRights = { permissions: ReadonlySet<string>; scope: Scope }

/** Whether the credential of a call is an API key, valid or not. */
export function isApiKey(token: string | undefined): boolean {
  return token !== undefined && KEY.test(token)
}

/**
 * The actor of an API key: it has the permissions that it was granted and that its user still holds.
 * @throws 401 TOKEN_INVALID, TOKEN_EXPIRED or KEY_DISABLED, 403 IP_REFUSED
 */
export async function authenticateKey(ctx: Ctx): Promise<Actor> {
  const { token = '', ip } = ctx.origin
  const key = await keys.findByHash(ctx, hashToken(token))
  if (!key) throw new HttpError(401, 'TOKEN_INVALID', 'API密钥不存在或已被删除')
  if (!key.enabled) throw new HttpError(401, 'KEY_DISABLED', 'API密钥已停用')
  if (key.expiresAt <= ctx.now()) throw new HttpError(401, 'TOKEN_EXPIRED', 'API密钥已过期')
  if (!key.ownerActive) throw new HttpError(401, 'KEY_DISABLED', 'API密钥的创建人已停用')
  if (!isAddressAllowed(ip, key.ipAllow.join('\n')))
    throw new HttpError(403, 'IP_REFUSED', `不允许从 ${ip} 使用此API密钥，请检查IP白名单`)
  await noteUse(ctx, key)
  const { permissions, scope } = await getKeyRights(ctx, key)
  // Logs and records show staff by this name that a key acted, not a person.
  const name = `API密钥·${key.name}`
  return {
    userId: key.userId,
    username: name,
    name,
    sessionId: `key-${key.id}`,
    key: { id: key.id, name, perMinute: key.rateLimit },
    roles: [],
    level: NO_LEVEL,
    permissions,
    scope,
    permVersion: key.permVersion,
    reauthAt: new Date(0),
    duty: undefined,
  }
}

/** Notes time and address of a key's last use; the first of a day or an address also in the audit trail. */
async function noteUse(ctx: Ctx, key: keys.UsedKey): Promise<void> {
  const { lastUsedAt, lastIp, id, name } = key
  const { ip } = ctx.origin
  const at = ctx.now()
  const restedMs = at.getTime() - (lastUsedAt?.getTime() ?? 0)
  if (restedMs < TOUCH_MS) return
  const use = { at, before: new Date(at.getTime() - TOUCH_MS), ip }
  if (ip === lastIp && restedMs < DAY_MS) {
    await keys.touch(ctx, id, use)
    return
  }
  await inTransaction(ctx, async (tx) => {
    if (!(await keys.touch(tx, id, use))) return
    const actor = { type: 'apikey', id, name: `API密钥·${name}` } as const
    await audit(tx, { action: 'use', objectType: 'api-key', objectId: id, objectName: name, actor })
  })
}

/**
 * The rights of a key, cached by its version and that of its user's rights; any change raises one, so never stale
 * (decision 0002).
 */
function getKeyRights(ctx: Ctx, key: keys.UsedKey): Promise<KeyRights> {
  const cache = ctx.platform.caches.named<KeyRights>('keyRights', { ttlSeconds: 600, max: 1000 })
  return cache.get(`${key.id}:${key.version}:${key.permVersion}`, async () => {
    const owner = await getRights(ctx, key.userId, key.permVersion, key.deptId)
    return { permissions: permissionsOf(key, owner), scope: await scopeOf(ctx, key, owner) }
  })
}

function permissionsOf({ scopes }: keys.UsedKey, { permissionSet }: Rights): ReadonlySet<string> {
  const isHeld = (permission: string) => permissionSet.has(permission) || permissionSet.has(WILDCARD)
  const held = scopes.filter((permission) => mayKeyHold(permission) && isHeld(permission))
  return new Set([...withImplied(held)].filter(mayKeyHold))
}

/** The data that both the key and its user see. */
async function scopeOf(ctx: Ctx, { dataScope, deptIds, deptId }: keys.UsedKey, owner: Rights): Promise<Scope> {
  if (dataScope === '全部') return owner.scope
  const chosen = dataScope === '自定义' ? deptIds : dataScope === '本级' ? await keys.listDeptTree(ctx, deptId) : []
  return {
    all: false,
    deptIds: owner.scope.all ? chosen : chosen.filter((id) => owner.scope.deptIds.includes(id)),
    storeIds: dataScope === '本级' || dataScope === '自定义' ? owner.scope.storeIds : owner.storeIds,
  }
}
