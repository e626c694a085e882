import { isDeepStrictEqual } from 'node:util'
import type { AuditAction } from '@zhanggui/contract/audit-actions.ts'
import { fieldTitles } from '@zhanggui/contract/field-titles.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { type Ctx, gathering, type Platform } from '../http/context.ts'
import { announce } from '../work/bus.ts'
import { defineLive } from '../work/live.ts'
import { type ActorType, auditEntries, type FieldChange } from './audit.tables.ts'
import { cleanJson, cleanText } from './logged-text.ts'
import { isRow, mask, maskRow, type Row, secretTest } from './masked.ts'

type Draft = Omit<typeof auditEntries.$inferSelect, 'id'>

/** A change as its service tells it. What is left out comes from the route that was called. */
export type Change = {
  /** create, update or delete by which of the rows there is; otherwise the word for it: `grant`, `login`, `refund`. */
  action?: AuditAction
  /** The contract's object: `dept`. */
  objectType?: string
  objectId: number | string
  /** What staff call it; the row's name if omitted. */
  objectName?: string
  /** The row as the wire shows it, before and after; neither for an action that changes no field. */
  before?: object | undefined
  after?: object | undefined
  /** Chinese names of fields that the route's body has no title for. */
  labels?: Readonly<Record<string, string>>
  /** Fields that follow from others and from the time: where they alone differ, nothing was changed. */
  reckoned?: readonly string[]
  /** Further fields whose values are not shown. */
  secret?: readonly string[]
  /** Who did it, where the call itself does not say: signing in. */
  actor?: { type?: ActorType; id?: number | undefined; name: string; sessionId?: string | undefined }
}

/** The path under which an entry says which moment was restored. */
export const RESTORED_FROM = '@restored'
/** The path under which an entry says who agreed to what its actor had asked for. */
export const APPROVED_BY = '@approved'

/** What every change changes: no news. */
const BOOKKEEPING = new Set([
  ...['id', 'version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'createTime', 'updateTime', 'permVersion'],
  ...['children', 'available'],
])
const usualLabels: Readonly<Record<string, string>> = {
  name: '名称',
  sort: '排序',
  enabled: '状态',
  status: '状态',
  remark: '备注',
  builtin: '系统内置',
  nickName: '昵称',
  password: '密码',
  passwordHash: '密码',
}

/** An object that was changed: open forms of it ask what became of it. */
export const objectChanged = defineLive<{ object: string; id: string }>('object.changed')

/** A process hints at most so many objects of a kind in a second; forms of the others ask when they are looked at again. */
const MAX_HINTED = 20
const hinted = new WeakMap<Platform, Map<string, { second: number; count: number }>>()

const storeAtCommit = gathering<Draft>(async (tx, drafts) => {
  await tx.db.insert(auditEntries).values(drafts)
  // What runs in the background may change every object of the shop, each in its own transaction.
  if (!tx.origin.route) return
  for (const { before, objectType: object, objectId: id } of drafts)
    if (before && mayHint(tx, object)) announce(tx, objectChanged.name, JSON.stringify({ object, id }))
})

function mayHint({ platform, now }: Ctx, object: string): boolean {
  const kinds = hinted.get(platform) ?? new Map<string, { second: number; count: number }>()
  hinted.set(platform, kinds)
  const second = Math.floor(now().getTime() / 1000)
  const known = kinds.get(object)
  const count = known?.second === second ? known.count + 1 : 1
  kinds.set(object, { second, count })
  return count <= MAX_HINTED
}

/**
 * Adds a change to the audit trail, in the transaction of the change: `audit(tx, { objectId: id, before, after })`.
 * All entries of a transaction are stored by one statement at its end, and sealed into the chain after the commit (decision
 * 0025), so no writer waits for another. What buyers change is not the trail's, as orders and ledgers keep it, unless the change
 * names its actor: that of a phone. Where both rows are given and nothing differs but what is `reckoned`, nothing is written;
 * secrets appear as `***`.
 */
export async function audit(ctx: Ctx, change: Change): Promise<void> {
  const draft = ctx.shopper && !change.actor ? undefined : toDraft(ctx, change)
  if (draft) await storeAtCommit(ctx, [draft])
}

/**
 * Does the work and adds what it changed of one object to the audit trail.
 * @param find the object as the wire shows it; undefined where there is none, before it is made or after it is gone
 */
export async function audited<Result>(
  tx: Ctx,
  change: Omit<Change, 'before' | 'after'>,
  find: () => Promise<object | undefined>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await find()
  const result = await work()
  await audit(tx, { ...change, before, after: await find() })
  return result
}

function toDraft({ caller, origin, now }: Ctx, change: Change): Draft | undefined {
  const { before, after, actor } = change
  const { route } = origin
  const from = toJson(before)
  const to = toJson(after)
  const isSecret = secretTest([...(change.secret ?? []), ...(route?.secret ?? [])])
  const labels = { ...usualLabels, ...labelsOf(route?.body), ...change.labels }
  const diff = compare(from ?? {}, to ?? {}).map(
    ({ path, before: was, after: is }): FieldChange => ({
      path,
      label: labelFor(path, labels),
      before: mask(path, was, isSecret),
      after: mask(path, is, isSecret),
    }),
  )
  if (from && to && diff.every(({ path }) => change.reckoned?.includes(path))) return undefined
  const objectType = change.objectType ?? route?.object ?? ''
  const { restores } = origin
  const isRestored = restores?.object === objectType && restores.id === String(change.objectId)
  if (isRestored) diff.push({ path: RESTORED_FROM, label: '恢复自', before: null, after: restores.from })
  if (origin.approved) diff.push({ path: APPROVED_BY, label: '审批人', before: null, after: origin.approved.by })
  const named = to ?? from ?? {}
  const name = change.objectName ?? named.name ?? named.nickName ?? named.username ?? named.label ?? named.title ?? ''
  return {
    time: now(),
    actorType: actor?.type ?? (caller?.key ? 'apikey' : caller || actor ? 'admin' : 'system'),
    actorId: actor?.id ?? caller?.key?.id ?? caller?.userId ?? null,
    actorName: cleanText(actor?.name ?? caller?.username ?? '系统', 100),
    sessionId: actor?.sessionId ?? caller?.sessionId ?? '',
    ip: origin.ip,
    requestId: origin.requestId,
    permission: [route?.permission ?? ''].flat()[0] ?? '',
    action: isRestored
      ? 'restore'
      : (change.action ?? (from && to ? 'update' : to ? 'create' : from ? 'delete' : 'do')),
    objectType,
    objectId: cleanText(String(change.objectId), 60),
    objectName: cleanText(String(name), 200),
    before: from ? maskRow(from, isSecret) : null,
    after: to ? maskRow(to, isSecret) : null,
    diff,
  }
}

/** The row as JSON stores it: moments in the wire's form, texts as the database takes them. */
function toJson(row: object | undefined): Row | undefined {
  if (!row) return undefined
  const text = JSON.stringify(row, function (this: Row, key, value) {
    const given = this[key]
    return given instanceof Date ? toWireTime(given) : value
  })
  return cleanJson(JSON.parse(text) as Row)
}

type Difference = { path: string; before: unknown; after: unknown }

/** The fields that differ, nested objects by their members; lists are compared whole. */
function compare(from: Row, to: Row, prefix = ''): Difference[] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return keys.flatMap((key) => {
    const [before = null, after = null] = [from[key], to[key]]
    if (isDeepStrictEqual(before, after) || (!prefix && BOOKKEEPING.has(key))) return []
    const path = `${prefix}${key}`
    return isRow(before) && isRow(after) ? compare(before, after, `${path}.`) : [{ path, before, after }]
  })
}

type Titled = { title?: string; properties?: Record<string, Titled>; items?: Titled }

/** The titles of a schema's fields, by their paths: as {@link Change} takes them where no route's body says them. */
export function labelsOf(schema: unknown, prefix = ''): Record<string, string> {
  const { properties = {}, items } = (schema ?? {}) as Titled
  if (items) return labelsOf(items, prefix)
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, field]) => [
      ...(field.title ? [[`${prefix}${key}`, field.title]] : []),
      ...Object.entries(labelsOf(field, `${prefix}${key}.`)),
    ]),
  )
}

/** The nearest label: that of the field, else what such a field is called everywhere, else that of what it is in. */
function labelFor(path: string, labels: Readonly<Record<string, string>>): string {
  const own = labels[path]
  if (own) return own
  const dot = path.lastIndexOf('.')
  const usual = fieldTitles[path.slice(dot + 1)]
  if (usual) return usual
  return dot < 0 ? path : (labels[path.slice(0, dot)] ?? labelFor(path.slice(0, dot), labels))
}
