import type { ApiKey, ApiKeyChange, ApiKeyDraft, ApiKeyQuery, ScopeGroup } from '@zhanggui/contract/staff/api-key.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { mayKeyHold } from '@zhanggui/domain/staff/api-key.ts'
import { parseWireTime, toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readNetworks } from '../../../platform/http/networks.ts'
import { screens } from '../../../platform/http/page/screens.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { hashToken, newToken } from '../../../platform/security/token.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { actorOf } from '../admin-user/actor.service.ts'
import * as users from '../admin-user/admin-user.repository.ts'
import * as menus from '../menu/menu.repository.ts'
import { requireHeld, requireOver, requireScope } from '../role/rights.service.ts'
import * as keys from './api-key.repository.ts'

const YEAR_DAYS = 365
const DAY_MS = 24 * 3600_000
const PREFIX_LENGTH = 11

const nameTaken = () => conflict('名称已存在', 'name')
const labels = {
  name: '名称',
  prefix: '前缀',
  scopes: '权限',
  dataScope: '数据范围',
  depts: '部门',
  ipAllow: 'IP白名单',
  rateLimit: '每分钟调用上限',
  expiresAt: '到期时间',
  status: '状态',
  owner: '创建人',
}

/** A page of all keys, newest first. */
export async function listKeys(ctx: Ctx, { createTime, page, limit, ...filter }: ApiKeyQuery) {
  const paging = readPage({ page, limit })
  const { rows, total } = await keys.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, paging)
  return { list: rows.map((row) => describe(ctx, row)), total, page: paging.page, limit: paging.limit }
}

/** Permissions the caller may grant to a key, by menu page in menu order; only pages this version has. */
export async function listScopes(ctx: Ctx): Promise<ScopeGroup[]> {
  const rows = await menus.listAll(ctx)
  const below = Map.groupBy(rows, ({ pid }) => pid)
  const seen = new Set<string>()
  const mayGive = (permission: string) =>
    mayKeyHold(permission) && holds(ctx.actor, permission) && !seen.has(permission) && seen.add(permission)
  const groupsOf = (pid: number, above: readonly string[]): ScopeGroup[] =>
    (below.get(pid) ?? []).flatMap((row) => {
      const path = [...above, row.name]
      if (row.type === 0) return groupsOf(row.id, path)
      if (row.type !== 1 || !row.component || !screens.has(row.component)) return []
      const buttons = (below.get(row.id) ?? []).filter(({ type }) => type === 2)
      const scopes = [{ ...row, name: '查看' }, ...buttons].flatMap(({ name, permissions }) =>
        permissions.filter(mayGive).map((permission) => ({ permission, label: name })),
      )
      const own = scopes.length ? [{ title: path.join(' / '), scopes }] : []
      return [...own, ...groupsOf(row.id, path)]
    })
  return groupsOf(0, [])
}

/**
 * Creates a key for the caller.
 * @returns the key itself, which is not shown again
 * @throws {BadInput} for an invalid network or time; 409 for a taken name; 422 for permissions the caller cannot grant
 */
export async function saveKey(ctx: Ctx, { depts, expiresAt, status = true, ...draft }: ApiKeyDraft) {
  const key = `sk_${newToken().slice(0, PREFIX_LENGTH - 3)}${newToken()}`
  const { dataScope = '仅本人', ipAllow = [], rateLimit, name, scopes } = draft
  return inTransaction(ctx, async (tx) => {
    const row = {
      name,
      scopes,
      dataScope,
      ipAllow: readIpAllow(ipAllow),
      rateLimit,
      enabled: status,
      deptIds: await readDepts(tx, dataScope, depts),
      expiresAt: expiresAt ? readExpiry(tx, expiresAt) : new Date(tx.now().getTime() + YEAR_DAYS * DAY_MS),
      userId: tx.actor.userId,
      prefix: key.slice(0, PREFIX_LENGTH),
      keyHash: hashToken(key),
    }
    refuseClosed(scopes)
    requireHeld(tx.actor, scopes)
    await requireScope(tx, dataScope, row.deptIds)
    const saved = await keys.insert(tx, row)
    if (!saved) throw nameTaken()
    await notifyOwner(tx, row, '已创建')
    await audit(tx, { objectId: saved.id, after: await snapshot(tx, saved.id), labels })
    return { ...saved, key }
  })
}

/**
 * Changes a key's rights at once, if the caller may act on its user. Both must hold every new permission.
 * @throws as {@link saveKey}; 404, 409 for another version
 */
export async function updateKey(ctx: Ctx, { id, version, depts, expiresAt, ...draft }: ApiKeyChange) {
  return inTransaction(ctx, async (tx) => {
    const [row] = await keys.lock(tx, [id])
    if (!row) throw notFound('API密钥')
    await requireOverOwners(tx, [row])
    if (version !== undefined && version !== row.version) throw versionConflict(await currentKey(tx, id))
    const { name, scopes, rateLimit, dataScope = row.dataScope, ipAllow = row.ipAllow, status = row.enabled } = draft
    const deptIds = dataScope === '自定义' && !depts ? row.deptIds : await readDepts(tx, dataScope, depts)
    const change = {
      name,
      scopes,
      dataScope,
      deptIds,
      rateLimit,
      enabled: status,
      ipAllow: readIpAllow(ipAllow),
      expiresAt: !expiresAt || isSameMoment(expiresAt, row.expiresAt) ? row.expiresAt : readExpiry(tx, expiresAt),
    }
    const added = scopes.filter((permission) => !row.scopes.includes(permission))
    refuseClosed(added)
    requireHeld(tx.actor, added)
    const owner = await actorOf(tx, row.userId)
    if (!added.every((permission) => owner && holds(owner, permission)))
      throw new Refusal('密钥的权限不能超过其创建人的权限')
    if (dataScope !== row.dataScope || deptIds.some((dept) => !row.deptIds.includes(dept)))
      await requireScope(tx, dataScope, deptIds)
    const find = () => snapshot(tx, id)
    return audited(tx, { objectId: id, labels }, find, async () => {
      const saved = await refuseTaken(keys.update(tx, id, change), nameTaken)
      const what = row.enabled === status ? '已修改' : status ? '已启用' : '已停用'
      await notifyOwner(tx, { ...row, name }, what)
      return saved
    })
  })
}

/**
 * Deletes keys, all or none; later calls with them are refused.
 * @throws 404
 */
export async function removeKeys(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const rows = await keys.lock(tx, ids)
    if (rows.length < ids.length) throw notFound('API密钥')
    await requireOverOwners(tx, rows)
    for (const row of rows) {
      await audit(tx, { objectId: row.id, before: await snapshot(tx, row.id), labels })
      await notifyOwner(tx, row, '已删除')
    }
    await keys.remove(tx, ids)
  })
}

/** @throws 403 for a key of a user the caller may not act on */
async function requireOverOwners(tx: Ctx, rows: readonly { userId: number }[]): Promise<void> {
  const others = [...new Set(rows.map(({ userId }) => userId))].filter((userId) => userId !== tx.actor.userId)
  const held = await users.listHeld(tx, others)
  for (const userId of others)
    requireOver(
      tx.actor,
      held.filter((role) => role.userId === userId),
    )
}

/** Disables the keys of a deleted user. */
export async function revokeKeysOf(tx: Ctx, userId: number): Promise<void> {
  const revoked = await keys.disableOf(tx, userId)
  for (const { id, name } of revoked)
    await audit(tx, { action: 'status', objectType: 'api-key', objectId: id, objectName: name })
}

function readIpAllow(lines: readonly string[]): string[] {
  const given = lines.map((line) => line.trim()).filter(Boolean)
  try {
    readNetworks(given.join('\n'))
  } catch (error) {
    throw error instanceof BadInput ? new BadInput(error.message, 'ipAllow') : error
  }
  return given
}

async function readDepts(tx: Ctx, dataScope: ApiKey['dataScope'], depts: ApiKeyDraft['depts'] = []): Promise<number[]> {
  if (dataScope !== '自定义') return []
  const ids = [...new Set(depts.map(({ id }) => id))]
  if (!ids.length) throw new BadInput('请选择部门', 'depts')
  if ((await keys.countDepts(tx, ids)) < ids.length) throw new Refusal('部门不存在，请重新选择')
  return ids
}

function readExpiry(ctx: Ctx, text: string): Date {
  const at = parseWireTime(text)
  if (!at) throw new BadInput('到期时间格式不正确', 'expiresAt')
  if (at <= ctx.now()) throw new BadInput('到期时间须晚于现在', 'expiresAt')
  return at
}

function isSameMoment(text: string, at: Date): boolean {
  return parseWireTime(text)?.getTime() === Math.floor(at.getTime() / 1000) * 1000
}

function refuseClosed(scopes: readonly string[]): void {
  const closed = scopes.find((permission) => !mayKeyHold(permission))
  if (closed) throw new Refusal(`权限 ${closed} 不能授予API密钥`)
}

/** The user of a key is notified of every change. */
async function notifyOwner(tx: Ctx, { userId, name }: { userId: number; name: string }, what: string): Promise<void> {
  const by = tx.actor.userId === userId ? `IP ${tx.origin.ip}` : `由管理员 ${tx.actor.name} 操作`
  await notify(tx, {
    event: 'key.changed',
    to: { userIds: [userId] },
    level: 'warn',
    title: `您的API密钥「${name}」${what}`,
    content: `${toWireTime(tx.now())}，${by}。如非本人操作或授权，请立即停用密钥、修改密码并联系管理员。`,
    link: '/system-tools/apikey',
  })
}

async function currentKey(ctx: Ctx, id: number): Promise<ApiKey | undefined> {
  const row = await keys.find(ctx, id)
  return row && describe(ctx, row)
}

/** A key as the audit trail shows it. */
async function snapshot(tx: Ctx, id: number) {
  const key = await currentKey(tx, id)
  if (!key) return undefined
  const { name, prefix, scopes, dataScope, depts, ipAllow, rateLimit, expiresAt, status, owner } = key
  return { name, prefix, scopes, dataScope, depts, ipAllow, rateLimit, expiresAt, status, owner: owner.name }
}

function describe({ now }: Ctx, { key, ownerName, ownerActive }: keys.ApiKeyRow): ApiKey {
  const { id, version, name, prefix, scopes, dataScope, deptIds, ipAllow, rateLimit, expiresAt, lastUsedAt } = key
  return {
    id,
    version,
    name,
    prefix,
    scopes,
    dataScope,
    ipAllow,
    rateLimit,
    ownerActive,
    depts: deptIds.map((dept) => ({ id: dept })),
    expiresAt: toWireTime(expiresAt),
    expired: expiresAt <= now(),
    status: key.enabled,
    lastUsedTime: lastUsedAt && toWireTime(lastUsedAt),
    lastIp: key.lastIp,
    owner: { id: key.userId, name: ownerName },
    createTime: toWireTime(key.createdAt),
  }
}
