import type { Dict, DictChange, DictDraft, DictQuery } from '@zhanggui/contract/setting/dict.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { parseTimeRange } from '@zhanggui/domain/time-range.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readSizedPage, readSort } from '../../../platform/http/paging.ts'
import * as dicts from './dict.repository.ts'
import { changeDictionaries } from './dict-detail.service.ts'

const nameTaken = () => conflict('字典名称已存在', 'name')

/** Dictionaries by part of their name or remark, new ones first unless said. */
export async function listDicts(ctx: Ctx, { blurry, createTime, sort, ...query }: DictQuery) {
  const page = readSizedPage(query)
  const order = readSort(sort, dicts.sortable, dicts.usualOrder)
  const { rows, total } = await dicts.list(ctx, { blurry, ...parseTimeRange(createTime, ctx.now()) }, order, page)
  return page.answer(rows.map(describe), total)
}

/** All dictionaries, by name. */
export async function listAllDicts(ctx: Ctx): Promise<Dict[]> {
  return (await dicts.listAll(ctx)).map(describe)
}

/**
 * Adds a dictionary.
 * @throws 409 when the name is taken
 */
export async function saveDict(ctx: Ctx, draft: DictDraft) {
  return changeDictionaries(ctx, async (tx) => {
    const saved = await dicts.insert(tx, draft)
    if (!saved) throw nameTaken()
    await audit(tx, { objectId: saved.id, after: draft })
    return saved
  })
}

/**
 * Changes a dictionary.
 * @throws 404, 409 for a taken name or another version, 422 for a new name of one that the system itself uses
 */
export async function updateDict(ctx: Ctx, { id, version, ...draft }: DictChange) {
  return changeDictionaries(ctx, async (tx) => {
    const row = await dicts.lock(tx, id)
    if (!row) throw notFound('字典')
    if (row.builtin && draft.name !== row.name) throw new Refusal('系统内置字典不能改名')
    const saved = await refuseTaken(dicts.update(tx, id, version, draft), nameTaken)
    if (!saved) throw versionConflict(describe(row))
    await audit(tx, { objectId: id, before: describe(row), after: { ...describe(row), ...draft } })
    return saved
  })
}

/**
 * Deletes a dictionary with its values.
 * @throws 404, 422 for one that the system itself uses
 */
export async function removeDict(ctx: Ctx, id: number): Promise<void> {
  await changeDictionaries(ctx, async (tx) => {
    const row = await dicts.lock(tx, id)
    if (!row) throw notFound('字典')
    if (row.builtin) throw new Refusal('系统内置字典不能删除')
    await dicts.remove(tx, id)
    await audit(tx, { objectId: id, before: describe(row) })
  })
}

function describe({ id, version, name, remark, builtin, createdAt }: dicts.DictRow): Dict {
  return { id, version, name, remark, builtin, createTime: toWireTime(createdAt) }
}
