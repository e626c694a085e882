import { randomBytes } from 'node:crypto'
import type { Webhook, WebhookChange, WebhookDraft, WebhookQuery } from '@zhanggui/contract/message/webhook.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { isReservedHeader, webhookEventLabel } from '@zhanggui/domain/message/webhook.ts'
import { SECRET_MASK } from '@zhanggui/domain/setting/setting-registry.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit, audited } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { refusePrivate, UnsafeAddress } from '../../../platform/outside/safe-fetch.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as webhooks from './webhook.repository.ts'

type Header = { name: string; value: string }

const nameTaken = () => conflict('名称已存在', 'name')
const labels = {
  ...{
    name: '名称',
    url: '推送地址',
    events: '事件',
    headers: '自定义请求头',
    status: '状态',
    secretChanged: '签名密钥',
  },
}

/** A page of webhooks, the newest first, each with how its last delivery went. */
export async function listWebhooks(ctx: Ctx, { createTime, page, limit, ...filter }: WebhookQuery) {
  const asked = readPage({ page, limit })
  const { rows, total } = await webhooks.list(ctx, { ...filter, ...parseTimeRange(createTime, ctx.now()) }, asked)
  return { list: rows.map(describe), total, page: asked.page, limit: asked.limit }
}

/**
 * Adds a webhook.
 * @returns with it what its deliveries are signed with, made up unless given, which nobody sees again
 * @throws {BadInput} for an address that may not be called or headers that may not be sent; 409 for a taken name
 */
export async function saveWebhook(ctx: Ctx, { status = true, headers = [], ...draft }: WebhookDraft) {
  const { name, url, events } = draft
  await refuseUrl(ctx, url)
  const secret = draft.secret || `whsec_${randomBytes(24).toString('base64url')}`
  return inTransaction(ctx, async (tx) => {
    const { secrets } = tx.platform
    const row = { name, url, events, headers: sealHeaders(tx, headers), enabled: status, secret: secrets.seal(secret) }
    const saved = await webhooks.insert(tx, row)
    if (!saved) throw nameTaken()
    await audit(tx, { objectId: saved.id, after: await snapshot(tx, saved.id), labels })
    return { ...saved, secret }
  })
}

/**
 * Changes a webhook; one that is switched on again starts without failures. An empty secret and headers whose values are
 * dots stay as they are.
 * @throws as {@link saveWebhook}; 404, 409 for another version
 */
export async function updateWebhook(ctx: Ctx, { id, version, status, headers, ...draft }: WebhookChange) {
  const { name, url, events, secret } = draft
  await refuseUrl(ctx, url)
  return inTransaction(ctx, async (tx) => {
    const [row] = await webhooks.lock(tx, [id])
    if (!row) throw notFound('Webhook')
    if (version !== undefined && version !== row.version) throw versionConflict(await currentWebhook(tx, id))
    const enabled = status ?? row.enabled
    const change = {
      ...{ name, url, events, enabled },
      headers: headers ? sealHeaders(tx, headers, row.headers) : row.headers,
      ...(secret && { secret: tx.platform.secrets.seal(secret) }),
      ...(enabled && !row.enabled && { failures: 0, disabledReason: '' }),
    }
    const before = await snapshot(tx, id)
    const saved = await refuseTaken(webhooks.update(tx, id, change), nameTaken)
    const after = await snapshot(tx, id)
    await audit(tx, { objectId: id, before, after: after && { ...after, secretChanged: Boolean(secret) }, labels })
    return saved
  })
}

/**
 * Deletes webhooks with the log of their deliveries, all or none.
 * @throws 404
 */
export async function removeWebhooks(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if ((await webhooks.lock(tx, ids)).length < ids.length) throw notFound('Webhook')
    for (const id of ids) await audit(tx, { objectId: id, before: await snapshot(tx, id), labels })
    await webhooks.remove(tx, ids)
  })
}

/**
 * Switches a webhook off that has failed too often; it is locked.
 * @param reason for staff
 */
export async function switchOff(tx: Ctx, { id, name }: webhooks.WebhookRow, reason: string): Promise<void> {
  const change = { objectType: 'webhook', action: 'status', objectId: id, objectName: name, labels }
  const find = () => snapshot(tx, id)
  await audited(tx, change, find, () => webhooks.update(tx, id, { enabled: false, disabledReason: reason }))
}

/** Whether deliveries may go into private networks, and unencrypted. */
export async function mayCallPrivate(ctx: Ctx): Promise<boolean> {
  return (await getSettings(ctx)).private_network_allowed
}

async function refuseUrl(ctx: Ctx, url: string): Promise<void> {
  const allowPrivate = await mayCallPrivate(ctx)
  if (!allowPrivate && !/^https:/i.test(url)) throw new BadInput('推送地址须以 https:// 开头', 'url')
  await refusePrivate(url, allowPrivate).catch((error: unknown) => {
    throw error instanceof UnsafeAddress ? new BadInput(error.message, 'url') : error
  })
}

/** @param stored whose values stay where dots are given */
function sealHeaders({ platform }: Ctx, given: readonly Header[], stored: readonly Header[] = []): Header[] {
  const names = new Set<string>()
  return given.map(({ name, value }, index) => {
    const lower = name.toLowerCase()
    const field = `headers[${index}]`
    if (isReservedHeader(name)) throw new BadInput(`请求头 ${name} 由系统设置，不能自定义`, `${field}.name`)
    if (names.has(lower)) throw new BadInput(`请求头 ${name} 重复`, `${field}.name`)
    names.add(lower)
    if (!value.includes('•')) return { name, value: platform.secrets.seal(value) }
    const kept = value === SECRET_MASK && stored.find((header) => header.name.toLowerCase() === lower)
    if (!kept) throw new BadInput(`请重新填写请求头 ${name} 的值`, `${field}.value`)
    return { name, value: kept.value }
  })
}

async function currentWebhook(ctx: Ctx, id: number): Promise<Webhook | undefined> {
  const row = await webhooks.find(ctx, id)
  return row && describe(row)
}

/** A webhook as the audit trail shows it. */
async function snapshot(tx: Ctx, id: number) {
  const row = await webhooks.find(tx, id)
  if (!row) return undefined
  const { name, url, events, headers, enabled } = row
  return {
    name,
    url,
    events: events.map(webhookEventLabel),
    headers: headers.map((header) => header.name),
    status: enabled,
  }
}

function describe({ createdAt, lastAt, enabled, ...row }: webhooks.ListedWebhook): Webhook {
  const { id, version, name, url, events, headers, failures, disabledReason, lastState } = row
  return {
    ...{ id, version, name, url, events, failures, disabledReason, lastState },
    headers: headers.map((header) => ({ name: header.name, value: SECRET_MASK })),
    status: enabled,
    lastTime: lastAt && toWireTime(lastAt),
    createTime: toWireTime(createdAt),
  }
}
