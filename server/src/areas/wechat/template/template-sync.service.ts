import type { Synced } from '@zhanggui/contract/wechat/wechat-template.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { keywordProblem, type TemplateKind } from '@zhanggui/domain/wechat/default-template.ts'
import { fieldsOf, remapFields } from '@zhanggui/domain/wechat/template-field.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { WechatRefusal } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat, wordsOf } from '../../../platform/outside/wechat/wechat-errors.ts'
import { freeTurn, takeTurn } from '../tag/fan-tag.repository.ts'
import {
  openTemplates,
  type PlatformTemplate,
  type TemplatePlatform,
  WrongKeywords,
} from './template-platform.service.ts'
import * as templates from './wechat-template.repository.ts'
import { templatesChanged } from './wechat-template.service.ts'

/** Refusals after which the others of the library are refused too. */
const FULL = [45026, 200012]
/** Longer than a sync takes; after it, one whose process died is forgotten. */
const TURN_MS = 5 * 60_000

type Row = templates.TemplateRow
type Failure = Synced['failed'][number]

/**
 * Brings our templates and those of an account together: by the platform's id, else by name and fields, else from the library. What
 * the account has besides is taken over, so that staff can choose it; nothing is deleted on either side. A second run changes nothing.
 * @throws 409 while another runs; 422 NOT_CONFIGURED, UPSTREAM_REFUSED; 502, 504 when the platform is not heard
 */
export async function syncTemplates(ctx: Ctx, kind: TemplateKind): Promise<Synced> {
  const turn = `template sync ${kind}`
  // Two at once would both add what the account lacks.
  if (!(await takeTurn(ctx, turn, TURN_MS))) throw new HttpError(409, 'STATE_CONFLICT', '正在同步，请稍后再试')
  try {
    return await bringTogether(ctx, kind)
  } finally {
    await freeTurn(ctx, turn)
  }
}

async function bringTogether(ctx: Ctx, kind: TemplateKind): Promise<Synced> {
  const platform = await openTemplates(ctx, kind)
  const theirs = await platform.list().catch(refuseWechat)
  const free = new Map(theirs.map((template) => [template.tempId, template]))
  const result: Synced = { added: 0, kept: 0, bound: 0, failed: [] }
  const left: Row[] = []
  for (const row of await templates.listOfKind(ctx, kind)) {
    const same = row.tempId ? free.get(row.tempId) : undefined
    if (!same) {
      left.push(row)
      continue
    }
    free.delete(same.tempId)
    await bind(ctx, row, same)
    result.kept++
  }
  const wanted: Row[] = []
  for (const row of left) {
    const match = [...free.values()].find((template) => isSame(row, template))
    if (match) {
      free.delete(match.tempId)
      await bind(ctx, row, match)
      result.bound++
    } else if (row.tempKey && row.status) wanted.push(row)
    else if (row.tempId) await noteMissing(ctx, row, '')
  }
  result.failed = await addAll(ctx, platform, wanted)
  result.added = wanted.length - result.failed.length
  for (const template of free.values()) result.bound += await takeOver(ctx, kind, template)
  await inTransaction(ctx, async (tx) => {
    const { added, kept, bound, failed } = result
    await audit(tx, {
      action: 'synchronize',
      objectType: 'wechat-template',
      objectId: kind,
      objectName: kind === 1 ? '公众号模板消息' : '小程序订阅消息',
      after: { added, kept, bound, failed: failed.map(({ name }) => name) },
    })
    await templatesChanged(tx)
  })
  return result
}

/** Adds templates of the library to the account, one after the other. @returns what was not added, and why */
async function addAll(ctx: Ctx, platform: TemplatePlatform, wanted: readonly Row[]): Promise<Failure[]> {
  const failed: Failure[] = []
  const added = new Map<string, Row>()
  let full: Pick<Failure, 'errcode' | 'message'> | undefined
  for (const row of wanted) {
    const failure = full ?? (await addOne(platform, row, added))
    if (!failure) continue
    if (FULL.includes(failure.errcode)) full = failure
    failed.push({ ...failure, name: row.name })
    await noteMissing(ctx, row, failure.message)
  }
  if (!added.size) return failed
  // The platform alone knows the keys of the fields.
  const theirs = await platform.list().catch(refuseWechat)
  for (const [tempId, row] of added) {
    const template = theirs.find((each) => each.tempId === tempId)
    await bind(
      ctx,
      row,
      template ?? { tempId, title: row.name, content: row.content, choices: {}, isLasting: false },
      true,
    )
  }
  return failed
}

async function addOne(platform: TemplatePlatform, row: Row, added: Map<string, Row>) {
  const { name, kind, tempKey, kidList } = row
  const problem = keywordProblem(kind, tempKey, kidList)
  if (problem) return { errcode: 0, message: problem }
  const labels = kind === 2 ? fieldsOf(row.content).map(({ label }) => label) : []
  try {
    added.set(await platform.add({ name, tempKey, kidList, labels }), row)
    return undefined
  } catch (error) {
    if (error instanceof WrongKeywords) return { errcode: 0, message: error.message }
    if (error instanceof WechatRefusal) return { errcode: error.errcode, message: libraryWords(error) }
    return refuseWechat(error)
  }
}

const ofLibrary: Readonly<Record<number, string>> = {
  40246: '关键词与模板库不一致，请按模板库的名称和顺序填写',
  40247: '旧模板库已停用，请改用类目模板库的编号',
  200014: '模板库没有这个编号，或账号的类目不提供它',
  200020: '关键词编号不在这个模板里',
  200021: '场景说明不合要求',
  200022: '已有同名、同关键词的模板，请再同步一次',
}
const libraryWords = (error: WechatRefusal): string => ofLibrary[error.errcode] ?? wordsOf(error)

const labelsOf = (content: string): string =>
  fieldsOf(content)
    .map(({ label }) => label)
    .sort()
    .join('\n')

const isSame = (row: Row, template: PlatformTemplate): boolean =>
  row.name === template.title && row.content !== '' && labelsOf(row.content) === labelsOf(template.content)

/** A row is the platform's template from now on; written only where that is news. */
async function bind(ctx: Ctx, row: Row, template: PlatformTemplate, isOurs = row.isOurs): Promise<void> {
  const { tempId, title, content, choices, isLasting } = template
  const isKnown =
    row.tempId === tempId &&
    row.name === cutText(title, 64) &&
    row.content === content &&
    !row.isMissing &&
    !row.syncError
  if (isKnown && JSON.stringify(row.choices) === JSON.stringify(choices)) return
  const fieldMap = remapFields(row.content, content, row.fieldMap)
  const change = { tempId, name: cutText(title, 64), content, choices, isLasting, fieldMap, isOurs }
  await templates.update(ctx, row.id, undefined, { ...change, isMissing: false, syncError: '', syncTime: ctx.now() })
}

async function noteMissing(ctx: Ctx, row: Row, message: string): Promise<void> {
  const isMissing = row.tempId !== ''
  const syncError = cutText(message, 200)
  if (row.isMissing === isMissing && row.syncError === syncError) return
  await templates.update(ctx, row.id, undefined, { isMissing, syncError, syncTime: ctx.now() })
}

/** A template that only the account has. */
async function takeOver(ctx: Ctx, kind: TemplateKind, template: PlatformTemplate): Promise<number> {
  const { tempId, title, content, choices, isLasting } = template
  if (!tempId) return 0
  const row = { kind, tempId, name: cutText(title, 64), content, choices, isLasting, syncTime: ctx.now() }
  return (await templates.insert(ctx, row)) ? 1 : 0
}
