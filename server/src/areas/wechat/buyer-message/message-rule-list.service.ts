import type { MessageRule, PreviewForm, RuleDetail } from '@zhanggui/contract/wechat/buyer-message.ts'
import { fillSms } from '@zhanggui/domain/message/sms.ts'
import {
  type BuyerMark,
  buyerMarks,
  fillMessage,
  type MessageChannel,
  messageChannels,
  messageVariables,
  sampleOf,
  variablesOf,
} from '@zhanggui/domain/wechat/buyer-mark.ts'
import { fieldHint, fillFields } from '@zhanggui/domain/wechat/template-field.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound } from '../../../platform/http/errors.ts'
import * as templates from '../template/wechat-template.repository.ts'
import { contentOf, faultOf } from './message-compose.service.ts'
import * as rules from './message-rule.repository.ts'
import { isOn, isReady, type Rule } from './message-rule.service.ts'

const WEEK_MS = 7 * 24 * 3600_000
const WHAT = '买家通知'
const weekAgo = ({ now }: Ctx) => new Date(now().getTime() - WEEK_MS)

/** All rules, with how many messages reached their buyers in the last seven days, and how many did not. */
export async function listRules(ctx: Ctx) {
  const [found, counted] = [await rules.listAll(ctx), await rules.countReached(ctx, weekAgo(ctx))]
  const of = (mark: BuyerMark) => counted.find((each) => each.mark === mark)
  const list = found.map((rule) => describe(rule, of(rule.rule.mark)))
  const sum = (key: 'sent' | 'failed') => list.reduce((total, row) => total + row[key], 0)
  return { list, sent: sum('sent'), failed: sum('failed') }
}

/** A rule with its templates, as it is stored. @throws 404 */
export async function getRule(ctx: Ctx, id: number): Promise<Rule> {
  const found = (await rules.listAll(ctx)).find(({ rule }) => rule.id === id)
  if (!found) throw notFound(WHAT)
  return found
}

export const describe = (rule: Rule, counted = { sent: 0, failed: 0 }): MessageRule => {
  const { id, version, mark, channelOrder, quietFrom, quietTo } = rule.rule
  const state = (channel: 'wechat' | 'routine' | 'sms') => (!isReady(rule, channel) ? 0 : isOn(rule, channel) ? 1 : 2)
  return {
    id,
    version,
    mark,
    channelOrder,
    quietFrom,
    quietTo,
    name: buyerMarks[mark].title,
    description: buyerMarks[mark].when,
    isWechat: state('wechat'),
    isRoutine: state('routine'),
    isSms: state('sms'),
    isInner: 1,
    sent: counted.sent,
    failed: counted.failed,
  }
}

/** A rule in one channel: its template, what its fields say, and how messages fared. @throws 404 */
export async function getDetail(
  ctx: Ctx,
  { id, detailType }: { id: number; detailType: MessageChannel },
): Promise<RuleDetail> {
  const rule = await getRule(ctx, id)
  const { mark, smsTempId } = rule.rule
  const [counted] = (await rules.countReached(ctx, weekAgo(ctx))).filter((each) => each.mark === mark)
  const template = detailType === 'wechat' || detailType === 'routine' ? rule[detailType] : null
  const shown = await preview(ctx, { id, detailType })
  const usable = detailType === 'wechat' || detailType === 'routine' ? await listUsable(ctx, detailType) : []
  return {
    ...describe(rule, counted),
    detailType,
    variables: variablesOf(mark).map((name) => ({ name, ...messageVariables[name] })),
    templates: detailType === 'sms' ? await listTexts(ctx, mark) : usable,
    templateId: template?.id ?? 0,
    tempId: detailType === 'sms' ? smsTempId : template ? String(template.id) : '',
    fieldMap: template?.fieldMap ?? {},
    fields: shown.fields,
    page: template?.page ?? '',
    url: template?.url ?? '',
    text: shown.text,
    channels: await listChannels(ctx, mark),
  }
}

const listTexts = async (ctx: Ctx, mark: BuyerMark) =>
  (await rules.listSmsTexts(ctx, mark)).map((text) => ({ ...text, usable: true, fieldMap: {}, page: '', url: '' }))

async function listUsable(ctx: Ctx, channel: 'wechat' | 'routine') {
  const rows = await templates.listOfKind(ctx, channel === 'wechat' ? 1 : 2)
  return rows.map(({ id, name, content, tempId, status, isMissing, fieldMap, page, url }) => ({
    id,
    name,
    content,
    tempId: String(id),
    usable: status && tempId !== '' && !isMissing,
    fieldMap,
    page,
    url,
  }))
}

async function listChannels(ctx: Ctx, mark: BuyerMark): Promise<RuleDetail['channels']> {
  const counted = await rules.countReasons(ctx, mark, weekAgo(ctx))
  const sum = (channel: string, ...states: number[]) =>
    counted.reduce((total, row) => total + (row.channel === channel && states.includes(row.status) ? row.count : 0), 0)
  return (Object.keys(messageChannels) as MessageChannel[]).map((channel) => ({
    channel,
    sent: sum(channel, 1),
    failed: sum(channel, 3, 4),
    reasons: counted
      .filter((row) => row.channel === channel && row.reason)
      .map(({ reason, count }) => ({ reason, count })),
  }))
}

/** What a buyer would read, with made-up values, and what is wrong with it. @throws 404 */
export async function preview(ctx: Ctx, { id, detailType, tempId, fieldMap }: PreviewForm) {
  const rule = await getRule(ctx, id)
  const { mark } = rule.rule
  const values = sampleOf(mark)
  const { title } = buyerMarks[mark]
  if (detailType === 'inner') return { title, text: fillMessage(buyerMarks[mark].text, values), fields: [], faults: [] }
  if (detailType === 'sms') {
    const texts = await rules.listSmsTexts(ctx, mark)
    const chosen = texts.find((text) => text.tempId === (tempId ?? rule.rule.smsTempId)) ?? texts[0]
    const faults = chosen ? [] : ['没有审核通过的短信模板，请到「短信管理」申请']
    return { title, text: chosen ? fillSms(chosen.content, values) : '', fields: [], faults }
  }
  const chosen = tempId === undefined ? undefined : await templates.find(ctx, Number(tempId) || 0)
  const template = tempId === undefined ? rule[detailType] : chosen
  if (!template) return { title, text: '', fields: [], faults: ['还没有选模板'] }
  const map = fieldMap ?? template.fieldMap
  const filled = fillFields(template.content, map, values, template.choices)
  const fields = filled.map((field) => ({
    ...field,
    text: map[field.key] ?? '',
    hint: fieldHint(field.key, template.choices),
  }))
  const fault = faultOf(filled)
  const faults = filled.flatMap((field) => (field.fault ? [`「${field.label}」${field.fault}`] : []))
  return { title: template.name, text: contentOf(filled), fields, faults: faults.length || !fault ? faults : [fault] }
}
