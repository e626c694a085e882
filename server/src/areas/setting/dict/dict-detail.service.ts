import type {
  DictDetail,
  DictDetailChange,
  DictDetailDraft,
  DictDetailQuery,
} from '@zhanggui/contract/setting/dict-detail.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction, withoutTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readSizedPage, readSort } from '../../../platform/http/paging.ts'
import * as dicts from './dict.repository.ts'
import * as details from './dict-detail.repository.ts'

/** Forms read a dictionary whole (ER-30). */
const MOST_VALUES = 9999
const valueTaken = () => conflict('字典值已存在', 'value')

/**
 * The values of a dictionary in display order, or those found by dictionary id or part of their label. An unknown name
 * has none.
 * @throws {BadInput} when neither is said
 */
export async function listDetails(ctx: Ctx, { dictName, dictId, label, sort, ...query }: DictDetailQuery) {
  const page = readSizedPage(query, MOST_VALUES)
  const order = readSort(sort, details.sortable, details.usualOrder)
  if (!dictName && !dictId && !label) throw new BadInput('请指定字典名称', 'dictName')
  if (dictName && !dictId && !label && !sort) {
    const all = await valuesOf(ctx, dictName)
    return page.answer(all.slice(page.offset, page.offset + page.limit), all.length)
  }
  const { rows, total } = await details.list(ctx, { dictName, dictId, label }, order, page)
  return page.answer(rows.map(describe), total)
}

/** The values of several dictionaries by name, each in display order; none for an unknown name. */
export async function mapDetails(
  ctx: Ctx,
  { dictName, ...query }: { dictName: string[]; page?: number; size?: number; limit?: number },
): Promise<Record<string, DictDetail[]>> {
  const { offset, limit } = readSizedPage({ size: MOST_VALUES, ...query }, MOST_VALUES)
  const lists = await Promise.all(dictName.map((name) => valuesOf(ctx, name)))
  return Object.fromEntries(dictName.map((name, index) => [name, lists[index]?.slice(offset, offset + limit) ?? []]))
}

/**
 * Adds a value to a dictionary.
 * @throws 409 when the dictionary has it already, 422 for a dictionary that does not exist
 */
export async function saveDetail(ctx: Ctx, { dict, ...draft }: DictDetailDraft) {
  return changeDictionaries(ctx, async (tx) => {
    const owner = await dicts.lock(tx, dict.id)
    if (!owner) throw new Refusal('字典不存在，请重新选择')
    const saved = await details.insert(tx, { ...draft, dictId: dict.id })
    if (!saved) throw valueTaken()
    await audit(tx, { objectId: saved.id, after: { ...draft, dict: { id: owner.id, name: owner.name } } })
    return saved
  })
}

/**
 * Changes a value.
 * @throws 404, 409 for a value that is taken or another version, 422 when it would leave its dictionary or be one that
 *   the system itself uses
 */
export async function updateDetail(ctx: Ctx, { id, version, dict, ...draft }: DictDetailChange) {
  return changeDictionaries(ctx, async (tx) => {
    const row = await details.lock(tx, id)
    if (!row) throw notFound('字典值')
    if (dict.id !== row.dictId) throw new Refusal('字典值不能移到另一个字典，请在那里新增')
    if (row.builtin && draft.value !== row.value) throw new Refusal('系统内置字典值不能修改')
    const saved = await refuseTaken(details.update(tx, id, version, draft), valueTaken)
    if (!saved) throw versionConflict(describe(row))
    await audit(tx, { objectId: id, before: describe(row), after: { ...describe(row), ...draft } })
    return saved
  })
}

/**
 * Deletes a value.
 * @throws 404, 422 for one that the system itself uses
 */
export async function removeDetail(ctx: Ctx, id: number): Promise<void> {
  await changeDictionaries(ctx, async (tx) => {
    const row = await details.lock(tx, id)
    if (!row) throw notFound('字典值')
    if (row.builtin) throw new Refusal('系统内置字典值不能删除')
    await details.remove(tx, id)
    await audit(tx, { objectId: id, before: describe(row) })
  })
}

/** Runs a change of dictionaries in one transaction, after which every process reads them anew. */
export async function changeDictionaries<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  const result = await inTransaction(ctx, async (tx) => {
    const done = await work(tx)
    await dropDictionaries(tx)
    return done
  })
  cacheOf(ctx).dropHere()
  return result
}

/** Makes every process read the dictionaries anew, once the transaction is through. */
export async function dropDictionaries(tx: Ctx): Promise<void> {
  await cacheOf(tx).drop(tx.db)
}

function valuesOf(ctx: Ctx, dictName: string): Promise<DictDetail[]> {
  return cacheOf(ctx).get(dictName, async () => {
    const rows = await details.listAllOf(withoutTransaction(ctx), dictName)
    return rows.map(describe)
  })
}

function cacheOf({ platform }: Ctx) {
  return platform.caches.named<DictDetail[]>('dict')
}

function describe(row: details.DetailRow): DictDetail {
  const { id, version, label, value, sort, dictId, dictName, color, enabled, remark, createdAt } = row
  const dict = { id: dictId, name: dictName }
  return { id, version, label, value, sort, dict, color, enabled, remark, createTime: toWireTime(createdAt) }
}
