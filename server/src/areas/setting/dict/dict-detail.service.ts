import type { DictDetail, DictDetailDraft, DictDetailQuery } from '@zhanggui/contract/setting/dict-detail.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { keep } from '../../../platform/data/keep.ts'
import { type Ctx, inTransaction, withoutTransaction } from '../../../platform/http/context.ts'
import { readSizedPage } from '../../../platform/http/paging.ts'
import * as dicts from './dict.repository.ts'
import * as details from './dict-detail.repository.ts'

/** The maximum number of values in an answer: forms read a dictionary as a whole. */
const MAX_VALUES = 9999

/**
 * The values of a dictionary in display order, or those matching a dictionary id or part of their label. An unknown name
 * has none.
 * @throws {BadInput} when none of these is given
 */
export async function listDetails(ctx: Ctx, { dictName, dictId, label, sort, ...query }: DictDetailQuery) {
  const page = readSizedPage(query, MAX_VALUES)
  if (!dictName && !dictId && !label) throw new BadInput('请指定字典名称', 'dictName')
  if (dictName && !dictId && !label && !sort) {
    const all = await valuesOf(ctx, dictName)
    return page.answer(all.slice(page.offset, page.offset + page.limit), all.length)
  }
  const { rows, total } = await details.list(ctx, { dictName, dictId, label, sort }, page)
  return page.answer(rows.map(describe), total)
}

/** The values of several dictionaries by name, each in display order; none for an unknown name. */
export async function mapDetails(
  ctx: Ctx,
  { dictName, ...query }: { dictName: string[]; page?: number; size?: number; limit?: number },
): Promise<Record<string, DictDetail[]>> {
  const { offset, limit } = readSizedPage({ size: MAX_VALUES, ...query }, MAX_VALUES)
  const lists = await Promise.all(dictName.map((name) => valuesOf(ctx, name)))
  return Object.fromEntries(dictName.map((name, index) => [name, lists[index]?.slice(offset, offset + limit) ?? []]))
}

/**
 * The values of dictionaries. A value stays in its dictionary, which must exist: 422. Of a built-in value only the label
 * may change: 422.
 */
export const detailService = keep(details, {
  what: '字典值',
  taken: ['字典值已存在', 'value'],
  toRow: async ({ dict, ...draft }: DictDetailDraft, tx) => {
    if (!(await dicts.lock(tx, dict.id))) throw new Refusal('字典不存在，请重新选择')
    return { ...draft, dictId: dict.id }
  },
  toChange: ({ dict, ...draft }: DictDetailDraft, _, row) => {
    if (dict.id !== row.dictId) throw new Refusal('字典值不能移到另一个字典，请在那里新增')
    if (row.builtin && draft.value !== row.value) throw new Refusal('系统内置字典值不能修改')
    return draft
  },
  show: describe,
  removed: (_, { builtin }) => {
    if (builtin) throw new Refusal('系统内置字典值不能删除')
  },
  transaction: changeDictionaries,
})

/** Changes dictionaries in one transaction, after which every process reads them again. */
export async function changeDictionaries<Result>(ctx: Ctx, work: (tx: Ctx) => Promise<Result>): Promise<Result> {
  const result = await inTransaction(ctx, async (tx) => {
    const done = await work(tx)
    await dropDictionaries(tx)
    return done
  })
  cacheOf(ctx).dropHere()
  return result
}

/** Makes every process read the dictionaries again, once the transaction has committed. */
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
