import { mayKeyHold } from '@zhanggui/domain/staff/api-key.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Actor, type Ctx, inTransaction, type Scope } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { isAddressAllowed } from '../../../platform/http/networks.ts'
import { hashToken } from '../../../platform/security/token.ts'
import { withImplied } from '../menu/default-menu.ts'
import { getRights, NO_LEVEL, type Rights, WILDCARD } from '../role/rights.service.ts'
import * as keys from './api-key.repository.ts'

/** The last use is noted at most so often. */
const TOUCH_MS = 60_000
const DAY_MS = 24 * 3600_000
/** Tells keys from tokens of sessions, which are shorter. */
const KEY = /^sk_[A-Za-z0-9_-]{51}$/

type KeyRights = { permissions: ReadonlySet<string>; scope: Scope }

/** Whether what a call was sent with is an API key, good or not. */
export function isApiKey(token: string | undefined): boolean {
  return token !== undefined && KEY.test(token)
}

/**
 * Who an API key is: an actor of its own, who may do what it was given and its user still may, and no more.
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
  // Staff tell it from people by this name, in logs and beside what it did.
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

/** Notes when and from where a key was last used; in the audit trail, the first time in a day or from an address (SEC-41). */
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
 * What a key may do. Kept by its version and that of its user's rights, so never stale: a change of either is a new one
 * (decision 0002).
 */
function getKeyRights(ctx: Ctx, key: keys.UsedKey): Promise<KeyRights> {
  const cache = ctx.platform.caches.named<KeyRights>('keyRights', { ttlSeconds: 600, most: 1000 })
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

/** What both the key and its user see. */
async function scopeOf(ctx: Ctx, { dataScope, deptIds, deptId }: keys.UsedKey, owner: Rights): Promise<Scope> {
  if (dataScope === '全部') return owner.scope
  const chosen = dataScope === '自定义' ? deptIds : dataScope === '本级' ? await keys.listDeptTree(ctx, deptId) : []
  return {
    all: false,
    deptIds: owner.scope.all ? chosen : chosen.filter((id) => owner.scope.deptIds.includes(id)),
    storeIds: dataScope === '本级' || dataScope === '自定义' ? owner.scope.storeIds : owner.storeIds,
  }
}
