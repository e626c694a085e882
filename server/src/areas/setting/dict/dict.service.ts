import type { Dict, DictDraft, DictQuery } from '@zhanggui/contract/setting/dict.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { keep, wireRow } from '../../../platform/data/keep.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { readSizedPage } from '../../../platform/http/paging.ts'
import * as dicts from './dict.repository.ts'
import { changeDictionaries } from './dict-detail.service.ts'

/** Dictionaries. A built-in one keeps its name and cannot be deleted: 422. */
export const dictService = keep(dicts, {
  what: '字典',
  taken: ['字典名称已存在', 'name'],
  toRow: (draft: DictDraft) => draft,
  toChange: (draft: DictDraft, _, { builtin, name }) => {
    if (builtin && draft.name !== name) throw new Refusal('系统内置字典不能改名')
    return draft
  },
  show: wireRow,
  removed: (_, { builtin }) => {
    if (builtin) throw new Refusal('系统内置字典不能删除')
  },
  transaction: changeDictionaries,
})

/** A page of dictionaries by part of their name or remark, newest first by default. */
export async function listDicts(ctx: Ctx, query: DictQuery) {
  const { page: number, size, limit } = query
  const page = readSizedPage({ page: number, size, limit })
  const { rows, total } = await dicts.list(ctx, query, page)
  return page.answer(rows.map(wireRow), total)
}

/** All dictionaries, by name. */
export async function listAllDicts(ctx: Ctx): Promise<Dict[]> {
  return (await dicts.listAll(ctx)).map(wireRow)
}
