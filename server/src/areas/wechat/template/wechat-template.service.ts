import type { TemplateDraft, TemplateQuery, WechatTemplate } from '@zhanggui/contract/wechat/wechat-template.ts'
import { BadInput } from '@zhanggui/domain/errors.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { buyerMarks } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { keywordProblem } from '@zhanggui/domain/wechat/default-template.ts'
import { fieldsOf } from '@zhanggui/domain/wechat/template-field.ts'
import { isSameMap, variableProblem } from '@zhanggui/domain/wechat/template-map.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, inUse, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { openTemplates } from './template-platform.service.ts'
import * as templates from './wechat-template.repository.ts'

/** Told of every change of a template, in its transaction. */
export const templateFollowers = defineHook<(tx: Ctx) => Promise<void>>('template followers')

const WHAT = '消息模板'
/** The account no longer has the template to delete. */
const GONE = [40037, 200014, 41028]

/** Calls the followers of templates after a change. */
export async function templatesChanged(tx: Ctx): Promise<void> {
  for (const follow of tx.platform.hooks.of(templateFollowers)) await follow(tx)
}

/** A page of templates, newest first, with the events they are used for. */
export async function listTemplates(ctx: Ctx, { page, limit, ...filter }: TemplateQuery) {
  const paging = readPage({ page, limit })
  const { rows, total } = await templates.list(ctx, filter, paging)
  return { list: await describe(ctx, rows), total, page: paging.page, limit: paging.limit }
}

/** @throws 404 */
export async function getTemplate(ctx: Ctx, id: number): Promise<WechatTemplate> {
  const row = await templates.find(ctx, id)
  const [described] = row ? await describe(ctx, [row]) : []
  if (!described) throw notFound(WHAT)
  return described
}

/** Adds a template, which the next sync brings to the account. @throws 400, 409 for an id that another has */
export function saveTemplate(ctx: Ctx, draft: TemplateDraft): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = readDraft(draft)
    const saved = await templates.insert(tx, { ...row, kind: draft.kind })
    if (!saved) throw taken()
    await audit(tx, { objectId: saved.id, objectName: row.name, after: await getTemplate(tx, saved.id) })
    await templatesChanged(tx)
    return saved
  })
}

/** Changes a template. Its kind stays. @throws as {@link saveTemplate}; 404, 409 for another version */
export function updateTemplate(
  ctx: Ctx,
  id: number,
  { version, ...draft }: TemplateDraft & { version?: number | undefined },
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await templates.lock(tx, id)
    if (!row) throw notFound(WHAT)
    if (draft.kind !== row.kind) throw new BadInput('模板的种类不能修改', 'kind')
    const before = await getTemplate(tx, id)
    const change = readDraft({ ...row, ...draft })
    await checkMap(tx, row, change.fieldMap)
    const saved = await refuseTaken(
      templates.update(tx, id, version, {
        ...change,
        ...(change.tempId !== row.tempId && { isOurs: false, isMissing: false }),
      }),
      taken,
    )
    if (!saved) throw versionConflict(before)
    await audit(tx, { objectId: id, objectName: change.name, before, after: await getTemplate(tx, id) })
    await templatesChanged(tx)
    return saved
  })
}

/** Switches a template; one that is off is neither sent nor added by a sync. @throws 404 */
export function useTemplate(ctx: Ctx, id: number, status: boolean): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const row = await templates.lock(tx, id)
    if (!row) throw notFound(WHAT)
    if (row.status === status) return { id, version: row.version }
    const before = await getTemplate(tx, id)
    const saved = await templates.update(tx, id, undefined, { status })
    if (!saved) throw notFound(WHAT)
    await audit(tx, { action: 'status', objectId: id, objectName: row.name, before, after: await getTemplate(tx, id) })
    await templatesChanged(tx)
    return saved
  })
}

/**
 * Deletes a template; what our sync added to the account is deleted there first.
 * @throws 404; 422 IN_USE while a message rule uses it; 422, 502, 504 as the platform answers
 */
export async function removeTemplate(ctx: Ctx, id: number): Promise<Record<never, never>> {
  const row = await templates.find(ctx, id)
  if (!row) throw notFound(WHAT)
  await refuseUsed(ctx, id)
  if (row.isOurs && row.tempId && !row.isMissing) {
    const platform = await openTemplates(ctx, row.kind)
    await platform.remove(row.tempId).catch((error: unknown) => {
      if (!(error instanceof WechatRefusal && GONE.includes(error.errcode))) refuseWechat(error)
    })
  }
  return inTransaction(ctx, async (tx) => {
    await templates.lock(tx, id)
    await refuseUsed(tx, id)
    const before = await getTemplate(tx, id)
    await templates.remove(tx, [id])
    await audit(tx, { action: 'delete', objectId: id, objectName: row.name, before })
    await templatesChanged(tx)
    return {}
  })
}

async function refuseUsed(ctx: Ctx, id: number): Promise<void> {
  const uses = await templates.listUses(ctx, [id])
  if (uses.length)
    throw inUse(
      '这个模板正用于通知，请先在「消息通知」里换掉',
      uses.map((use) => ({ type: 'buyer-message', id: use.id, name: buyerMarks[use.mark].title })),
    )
}

/** The values of the fields must suit all events that the template is used for. */
async function checkMap(tx: Ctx, row: templates.TemplateRow, fieldMap: Record<string, string>): Promise<void> {
  if (isSameMap(fieldMap, row.fieldMap)) return
  const uses = await templates.listUses(tx, [row.id])
  const problem = variableProblem(
    uses.map(({ mark }) => mark),
    fieldMap,
  )
  if (problem) throw new BadInput(problem, 'fieldMap')
}

const taken = () => conflict('这个模板ID已经在列表里', 'tempId')

function readDraft(draft: Omit<TemplateDraft, 'kind'> & { kind: number }) {
  const { name, tempKey = '', kidList = [], tempId = '', content = '', fieldMap = {}, status = true } = draft
  const kind = draft.kind === 2 ? 2 : 1
  if (!tempKey && !tempId) throw new BadInput('请填写模板库编号，或平台上已有的模板ID', 'tempKey')
  const problem = tempKey ? keywordProblem(kind, tempKey, kidList) : undefined
  if (problem) throw new BadInput(problem, /编号是数字；/.test(problem) ? 'tempKey' : 'kidList')
  if (content && !fieldsOf(content).length)
    throw new BadInput('模板内容一行一个字段，如 订单号:{{character_string1.DATA}}', 'content')
  return { name, tempKey, kidList: [...kidList], tempId, content, fieldMap, status }
}

async function describe(ctx: Ctx, rows: readonly templates.TemplateRow[]): Promise<WechatTemplate[]> {
  const uses = await templates.listUses(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ createdAt, syncTime, isMissing, ...row }) => {
    const { id, version, kind, name, tempKey, kidList, tempId, content, fieldMap, page, url, status, syncError } = row
    return {
      id,
      version,
      kind,
      name,
      tempKey,
      kidList,
      tempId,
      content,
      fieldMap,
      page,
      url,
      status,
      syncError,
      state: isMissing ? 3 : tempId ? 1 : 2,
      syncTime: wireTime(syncTime),
      marks: uses
        .filter((use) => use.wechatTemplateId === id || use.routineTemplateId === id)
        .map(({ mark }) => buyerMarks[mark].title),
      createTime: toWireTime(createdAt),
    }
  })
}
