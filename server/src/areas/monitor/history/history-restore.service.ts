import { isDeepStrictEqual } from 'node:util'
import type { RestorePreview } from '@zhanggui/contract/monitor/history.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { APPROVED_BY, RESTORED_FROM } from '../../../platform/data/audit.ts'
import { hiddenFields, withoutFields } from '../../../platform/data/guarded-fields.ts'
import { isRow, type Row } from '../../../platform/data/masked.ts'
import type { Editing, Versioned } from '../../../platform/data/versioned.ts'
import { type Ctx, inTransaction, withContext } from '../../../platform/http/context.ts'
import { forbidden, HttpError, notFound, versionConflict } from '../../../platform/http/errors.ts'
import { may } from '../../../platform/http/gate.ts'
import { makeReader } from '../../../platform/http/input/validation.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import * as entries from './history.repository.ts'
import { type Asked, openObject, whoChanged } from './history.service.ts'
import { formFields, reasonOf, titleOfField } from './history-fields.ts'
import { describeChanges, findGone, isCopy, nameKeyOf } from './history-words.ts'

/** The entry before which the object is restored, and the path of the one field that is asked for. */
export type Wish = { entry: number; field?: string }

/** What a restoration does: fields with their former values, those that stay and why, and the moment in words. */
type Plan = { edit: Editing; fields: Map<string, unknown>; kept: { field: string; reason: string }[]; from: string }

/**
 * What a restoration would change, from now to then, and what would stay and why.
 * @throws 403, 404; 422 where nothing of the object can be restored
 */
export async function previewRestore(ctx: Ctx, of: Asked, wish: Wish): Promise<RestorePreview> {
  const { kept, found } = await openObject(ctx, of)
  const { fields, kept: staying } = await planOf(ctx, of, kept, found, wish)
  const then = { ...found, ...Object.fromEntries(fields) }
  const raws = [...fields].map(([path, after]) => ({
    change: { path, label: titleOfField(kept, path), before: found[path] ?? null, after },
    before: found,
    after: without(then, nameKeyOf(path, then)),
  }))
  const changes = (await describeChanges(ctx, kept, raws)).flat()
  return {
    version: Number(found.version ?? 0),
    changes: changes.filter(({ path }) => !isLedgers(path)),
    kept: namedIn(kept, staying),
  }
}

const namedIn = (kept: Versioned, staying: Plan['kept']) =>
  staying.map(({ field, reason }) => ({ label: titleOfField(kept, field), reason }))

/** Figures of rows that stay as they are. */
const isLedgers = (path: string) => /\.(stock|sales|stockBase)$/.test(path)

const without = (row: Row, key: string | undefined): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== key))

/**
 * Puts an object, or one field of it, back to what it was before an entry, and tells which fields stay and why: by the service, the permission and the checks of an
 * ordinary edit.
 * @throws 403, 404; 409 naming who changed it, when the version is not the one seen; 422 where it cannot be restored; whatever
 *   the edit refuses
 */
export async function restore(ctx: Ctx, of: Asked, { version, ...wish }: Wish & { version: number }) {
  const { kept, found } = await openObject(ctx, of)
  const { edit, fields, kept: staying, from } = await planOf(ctx, of, kept, found, wish)
  const stays = namedIn(kept, staying)
  // Somebody else may have restored the same just now: that is a conflict, not “nothing to restore”.
  if (version !== Number(found.version ?? 0)) throw await withChanger(ctx, of, versionConflict(found))
  if (!fields.size && stays.length)
    throw new Refusal(`没有可以恢复的内容：${stays.map(({ label, reason }) => `${label}（${reason}）`).join('；')}`)
  if (!fields.size) throw new Refusal('现在的内容与当时相同，不需要恢复')
  const body = makeReader(edit.route.body ?? {})({
    ...edit.toBody({ ...found, ...Object.fromEntries(fields) }, of.id),
    version,
  }) as never
  const origin = { ...ctx.origin, route: edit.route, restores: { object: of.object, id: of.id, from } }
  try {
    return await inTransaction(ctx, async (tx) => {
      await edit.change(withContext(tx, { origin }), body, of.id)
      const after = await kept.find(tx, of.id)
      for (const [field, value] of fields) {
        const stayed = isDeepStrictEqual(after[field], found[field]) && !isRow(value) && !Array.isArray(value)
        if (stayed) throw new Refusal(`「${titleOfField(kept, field)}」按现在的规则不能改回当时的内容，没有恢复`)
      }
      return { version: Number(after.version ?? 0), kept: stays }
    })
  } catch (error) {
    throw await withChanger(ctx, of, error)
  }
}

async function withChanger(ctx: Ctx, { object, id }: Asked, error: unknown): Promise<unknown> {
  if (!(error instanceof HttpError) || error.code !== 'VERSION_CONFLICT') return error
  const changedBy = await whoChanged(ctx, object, id)
  const message = changedBy ? `数据已被${changedBy}修改，请刷新后重试` : error.message
  return new HttpError(409, error.code, message, { ...error.extra, changedBy })
}

/** @throws 403, 404, 422, 428 */
async function planOf(ctx: Ctx, of: Asked, kept: Versioned, found: Row, { entry, field }: Wish): Promise<Plan> {
  const { edit, refusal } = kept
  if (!edit) throw new Refusal(refusal ?? '不能恢复')
  if (!may(ctx.actor, edit.route.permission)) throw forbidden([edit.route.permission].flat()[0])
  if (edit.route.reauth) requireProof(ctx)
  const row = await entries.find(ctx, of, entry)
  if (!row) throw notFound('修改记录')
  if (!row.entry.before) throw new Refusal('新增之前没有内容，不能恢复')
  const from = `${toWireTime(row.entry.time)} ${row.nickName || row.entry.actorName}修改之前`
  const was = field ? ownField(kept, found, row.entry, field) : await entries.findBefore(ctx, of, entry)
  if (!was) throw new Refusal('此后的修改太多，不能整体恢复，请逐项恢复')
  const hidden = hiddenFields(ctx, kept.object)
  const plan: Plan = { edit, from, fields: new Map(), kept: [] }
  const names = new Set([...was.keys()].map((key) => nameKeyOf(key, found)))
  // As the form has them: the name before the price.
  const form = Object.keys(formFields(kept))
  const inOrder = [...was].toSorted(([one], [other]) => form.indexOf(one) - form.indexOf(other))
  for (const [key, value] of inOrder) {
    if (key === RESTORED_FROM || key === APPROVED_BY || names.has(key) || isCopy(kept, key)) continue
    const former = withoutFields(value, hidden)
    if (isSame(edit, found, of.id, key, former)) continue
    const reason = reasonOf(ctx, kept, field ?? key)
    if (!reason) plan.fields.set(key, former)
    else if (field) throw new Refusal(reason)
    else plan.kept.push({ field: key, reason })
  }
  await keepWhatIsGone(ctx, kept, plan, field !== undefined)
  return plan
}

/**
 * Leaves fields as they are whose former values refer to rows that are deleted since.
 * @throws 422 where that field alone is asked for
 */
async function keepWhatIsGone(ctx: Ctx, kept: Versioned, { fields, kept: staying }: Plan, alone: boolean) {
  for (const [field, gone] of await findGone(ctx, kept, fields)) {
    const reason = `当时选的 ${gone.join('、')} 已被删除`
    if (alone) throw new Refusal(`${reason}，不能改回`)
    fields.delete(field)
    staying.push({ field, reason })
  }
}

/** Whether a field is as it was, as far as the form knows it: figures that it does not set may differ. */
function isSame({ toBody }: Editing, found: Row, id: string, key: string, former: unknown): boolean {
  if (isDeepStrictEqual(former, found[key] ?? null)) return true
  const [now, then] = [toBody(found, id), toBody({ ...found, [key]: former }, id)]
  return key in now && key in found && isDeepStrictEqual(now, then)
}

/** What one field was before an entry; of a row of a list, the list as it is with only that field put back. */
function ownField(kept: Versioned, found: Row, { before, diff }: entries.HistoryRow['entry'], path: string) {
  const [key = '', id, ...rest] = path.split('.')
  if (!diff.some((change) => change.path.split('.')[0] === key)) throw notFound('此项修改')
  const former = before?.[key] ?? null
  const now = found[key]
  const member = rest.join('.')
  if (member && Array.isArray(now) && Array.isArray(former)) {
    const was = (former as Row[]).find((row) => String(row.id) === id)
    if (was && member in was && (now as Row[]).some((row) => String(row.id) === id))
      return new Map([
        [key, (now as Row[]).map((row) => (String(row.id) === id ? { ...row, [member]: was[member] } : row))],
      ])
  }
  const keys = kept.together?.includes(key) ? kept.together : [key]
  return new Map(keys.map((each) => [each, before?.[each] ?? null]))
}
