import type {
  ParamTemplate,
  ParamTemplateChange,
  ParamTemplateDraft,
  ParamTemplateQuery,
} from '@zhanggui/contract/product/param-template.ts'
import { tidyParams } from '@zhanggui/domain/product/param-template.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import * as templates from './param-template.repository.ts'

const taken = () => conflict('模板已存在', 'name')

/** A page of parameter templates, new ones first. */
export async function listParamTemplates(ctx: Ctx, query: ParamTemplateQuery) {
  const page = readPage(query)
  const { rows, total } = await templates.list(ctx, query.keywords, page)
  return { list: rows.map(describe), total, page: page.page, limit: page.limit }
}

/** @throws 404 */
export async function getParamTemplate(ctx: Ctx, id: number): Promise<ParamTemplate> {
  const row = await templates.find(ctx, id)
  if (!row) throw notFound('参数模板')
  return describe(row)
}

/**
 * Adds a parameter template.
 * @throws {BadInput} for parameters without a name or named twice
 * @throws 409 when the name is taken
 */
export async function saveParamTemplate(ctx: Ctx, { name, params }: ParamTemplateDraft) {
  return inTransaction(ctx, async (tx) => {
    const saved = await templates.insert(tx, { name, params: tidyParams(params) })
    if (!saved) throw taken()
    await audit(tx, { objectId: saved.id, after: await getParamTemplate(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a parameter template; products made from it stay as they are.
 * @throws {BadInput} as {@link saveParamTemplate}
 * @throws 404, 409 for a taken name or another version
 */
export async function updateParamTemplate(ctx: Ctx, { id, version, name, params }: ParamTemplateChange) {
  return inTransaction(ctx, async (tx) => {
    const before = await getParamTemplate(tx, id)
    const saved = await refuseTaken(templates.update(tx, id, version, { name, params: tidyParams(params) }), taken)
    if (!saved) throw versionConflict(before)
    await audit(tx, { objectId: id, before, after: await getParamTemplate(tx, id) })
    return saved
  })
}

/**
 * Deletes a parameter template; products made from it stay as they are.
 * @throws 404
 */
export async function removeParamTemplate(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await templates.remove(tx, id)
    if (!row) throw notFound('参数模板')
    await audit(tx, { objectId: id, before: describe(row) })
  })
}

function describe({ id, version, name, params, createdAt }: templates.ParamTemplateRow): ParamTemplate {
  return { id, version, name, params, createTime: toWireTime(createdAt) }
}
