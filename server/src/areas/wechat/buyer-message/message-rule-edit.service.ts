import type { RuleChange, TestMessageForm } from '@zhanggui/contract/wechat/buyer-message.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import {
  type BuyerMark,
  buyerMarks,
  messageChannels,
  type OuterChannel,
  sampleOf,
} from '@zhanggui/domain/wechat/buyer-mark.ts'
import { fieldsOf } from '@zhanggui/domain/wechat/template-field.ts'
import { isSameMap, variableProblem } from '@zhanggui/domain/wechat/template-map.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, HttpError, notFound, versionConflict } from '../../../platform/http/errors.ts'
import { sendSms, takeTest } from '../../message/sms/sms.service.ts'
import { openidOf, usePermit } from '../permit/subscribe-permit.service.ts'
import * as templates from '../template/wechat-template.repository.ts'
import { sendTemplate } from './message-channel.service.ts'
import * as rules from './message-rule.repository.ts'
import { isOn, isReady, rulesChanged } from './message-rule.service.ts'
import { describe, getRule } from './message-rule-list.service.ts'

const OBJECT = 'buyer-message'
/** Chosen for no template. */
const NONE = '0'
const switches = { wechat: 'isWechat', routine: 'isRoutine', sms: 'isSms' } as const
const templateColumns = { wechat: 'wechatTemplateId', routine: 'routineTemplateId' } as const
const kindOf = { wechat: 1, routine: 2 } as const
/** This right changes a template for all messages that use it. */
const MAY_EDIT_TEMPLATE = 'admin:wechat:template:update'

/** Switches a channel of a rule on or off. @throws 404; 422 NOT_CONFIGURED without a template */
export function switchChannel(ctx: Ctx, id: number, channel: OuterChannel): Promise<Saved> {
  return change(ctx, id, undefined, async (_, rule) => {
    if (!isReady(rule, channel)) throw notReady(channel)
    return { [switches[channel]]: !isOn(rule, channel) }
  })
}

const notReady = (channel: OuterChannel) =>
  new HttpError(422, 'NOT_CONFIGURED', `通知没有配置${messageChannels[channel]}模板`)

/**
 * Changes the messages about an event: the template of a channel and what its fields say, its switch, the order of channels, the
 * quiet hours.
 * @throws 400, 403 without the right to the switch, 404, 409 for another version, 422
 */
export function updateRule(ctx: Ctx, form: RuleChange): Promise<Saved> {
  const { id, version, detailType, status, channelOrder, quietFrom, quietTo } = form
  const read = async (tx: Ctx, rule: Rule) => {
    if (((quietFrom ?? rule.rule.quietFrom) === '') !== ((quietTo ?? rule.rule.quietTo) === ''))
      throw new BadInput('夜间时段的开始和结束要一起填写', 'quietTo')
    const set: Partial<rules.RuleRow> = {
      ...(channelOrder && { channelOrder: [...channelOrder] }),
      ...(quietFrom !== undefined && { quietFrom }),
      ...(quietTo !== undefined && { quietTo }),
    }
    if (detailType === 'inner') return set
    Object.assign(set, await readTemplate(tx, rule.rule, { ...form, detailType }))
    if (status !== undefined) set[switches[detailType]] = status === 1
    return set
  }
  return change(ctx, id, version, read, detailType === 'inner' ? undefined : refuseSwitching(ctx, detailType))
}

/** Whoever may not switch a channel neither silences it by taking its template away nor starts it by choosing one. */
function refuseSwitching({ actor }: Ctx, channel: OuterChannel) {
  const right = `admin:system:notification:${channel}:switch` as const
  const sends = (rule: Rule) => isOn(rule, channel) && isReady(rule, channel)
  return (before: Rule, after: Rule): void => {
    const isSwitched = isOn(before, channel) !== isOn(after, channel) || sends(before) !== sends(after)
    if (isSwitched && !holds(actor, right)) throw forbidden(right)
  }
}

type OuterForm = RuleChange & { detailType: OuterChannel }

/** The template that a form chooses for a channel; what its fields say is stored with it. */
async function readTemplate(tx: Ctx, rule: rules.RuleRow, form: OuterForm): Promise<Partial<rules.RuleRow>> {
  const { detailType, tempId, fieldMap, page, url } = form
  if (detailType === 'sms') {
    if (tempId === undefined) return {}
    if (tempId === NONE) return { smsTempId: '' }
    const texts = tempId ? await rules.listSmsTexts(tx, rule.mark) : []
    if (tempId && !texts.some((text) => text.tempId === tempId))
      throw new BadInput('请选择这个通知的、审核通过的短信模板', 'tempId')
    return { smsTempId: tempId }
  }
  const column = templateColumns[detailType]
  const current = rule[column]
  const chosen = tempId === undefined ? current : Number(tempId) || 0
  if (!chosen) {
    if (tempId && tempId !== NONE) throw new BadInput('请选择模板', 'tempId')
    if (page || url || Object.keys(fieldMap ?? {}).length) throw new BadInput('请先选择模板', 'tempId')
    return { [column]: 0 }
  }
  const template = await templates.lock(tx, chosen)
  if (!template || template.kind !== kindOf[detailType])
    throw new BadInput(`请选择${messageChannels[detailType]}的模板`, 'tempId')
  const marks = await marksOf(tx, template, rule)
  if (chosen !== current) checkVariables(marks, fieldMap ?? template.fieldMap)
  await fillTemplate(tx, template, marks, form)
  return { [column]: chosen }
}

/** The events that a template is used for: of this rule, then of others. */
async function marksOf(tx: Ctx, { id }: templates.TemplateRow, rule: rules.RuleRow): Promise<readonly BuyerMark[]> {
  const others = (await templates.listUses(tx, [id])).filter((use) => use.id !== rule.id)
  return [rule.mark, ...others.map(({ mark }) => mark)]
}

/** Stores what a template says and where it leads, where that is news: other rules that use it would say the same. */
async function fillTemplate(
  tx: Ctx,
  template: templates.TemplateRow,
  marks: readonly BuyerMark[],
  { fieldMap = template.fieldMap, page = template.page, url = template.url }: OuterForm,
): Promise<void> {
  const isSame = isSameMap(fieldMap, template.fieldMap)
  if (isSame && page === template.page && url === template.url) return
  const others = marks.slice(1).map((mark) => `「${buyerMarks[mark].title}」`)
  if (others.length && !holds(tx.actor, MAY_EDIT_TEMPLATE))
    throw new Refusal(`这个模板也用于${others.join('')}，请由能编辑消息模板的同事修改`)
  if (!isSame) {
    const keys = new Set(fieldsOf(template.content).map(({ key }) => key))
    const unknown = Object.keys(fieldMap).find((key) => !keys.has(key))
    if (unknown !== undefined) throw new BadInput(`模板没有字段 ${unknown.slice(0, 40)}`, 'fieldMap')
    checkVariables(marks, fieldMap)
  }
  await templates.update(tx, template.id, undefined, { fieldMap, page, url })
}

function checkVariables(marks: readonly BuyerMark[], fieldMap: Record<string, string>): void {
  const problem = variableProblem(marks, fieldMap)
  if (problem) throw new BadInput(problem, 'fieldMap')
}

/** Sends made-up values to a person, at once and whether the channel is on or not. @throws 400, 404, 422, 429, 502, 504 */
export async function testRule(
  ctx: Ctx,
  { id, detailType, uid, phone }: TestMessageForm,
): Promise<Record<never, never>> {
  const rule = await getRule(ctx, id)
  const { mark, smsTempId } = rule.rule
  if (detailType === 'inner') throw new BadInput('站内通知不用测试', 'detailType')
  await takeTest(ctx)
  if (detailType === 'sms') {
    if (!phone) throw new BadInput('请填写手机号码', 'phone')
    return inTransaction(ctx, async (tx) => {
      const which = smsTempId ? { tempId: smsTempId } : { tempKey: mark }
      await sendSms(tx, { phone, purpose: 'test' }, which, sampleOf(mark))
      await trail(tx, rule.rule, maskPhone(phone))
      return {}
    })
  }
  if (!uid) throw new BadInput('请填写用户编号', 'uid')
  const template = rule[detailType]
  if (!template?.tempId || template.isMissing) throw notReady(detailType)
  const openid = await openidOf(ctx, uid, detailType)
  if (!openid) throw new Refusal(`这位用户没有${messageChannels[detailType]}的 openid`)
  const payload = { values: sampleOf(mark), link: '' }
  const row = { id: ctx.now().getTime(), uid, payload, firstTriedAt: null, channel: detailType, openid }
  const outcome = await sendTemplate(ctx, template, row)
  if (outcome.kind === 'unknown') throw new HttpError(504, 'UPSTREAM_TIMEOUT', '微信没有答复，请稍后再试')
  if (outcome.kind !== 'sent')
    throw new HttpError(422, 'UPSTREAM_REFUSED', outcome.errmsg, { errcode: outcome.errcode })
  await inTransaction(ctx, async (tx) => {
    // The platform counts a test like any message.
    if (detailType === 'routine') await usePermit(tx, openid, template.tempId)
    await trail(tx, rule.rule, `用户 ${uid}`)
  })
  return {}
}

const trail = (tx: Ctx, { id, mark }: rules.RuleRow, to: string) =>
  audit(tx, { action: 'test', objectType: OBJECT, objectId: id, objectName: `${buyerMarks[mark].title} → ${to}` })

type Rule = Awaited<ReturnType<typeof getRule>>

async function change(
  ctx: Ctx,
  id: number,
  version: number | undefined,
  read: (tx: Ctx, rule: Rule) => Promise<Partial<rules.RuleRow>>,
  judge?: (before: Rule, after: Rule) => void,
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    if (!(await rules.lock(tx, id))) throw notFound('买家通知')
    const rule = await getRule(tx, id)
    const before = typed(rule)
    const saved = await rules.update(tx, id, version, await read(tx, rule))
    if (!saved) throw versionConflict(before)
    const changed = await getRule(tx, id)
    judge?.(rule, changed)
    await audit(tx, {
      objectType: OBJECT,
      objectId: id,
      objectName: before.name,
      before,
      after: typed(changed),
    })
    await rulesChanged(tx)
    return saved
  })
}

/** A rule as the audit trail keeps it. */
function typed(rule: Rule) {
  const { sent: _1, failed: _2, ...own } = describe(rule)
  const { wechat, routine } = rule
  return {
    ...own,
    wechatTemplate: wechat?.name ?? '',
    wechatFieldMap: wechat?.fieldMap ?? {},
    wechatPage: wechat?.page ?? '',
    wechatUrl: wechat?.url ?? '',
    routineTemplate: routine?.name ?? '',
    routineFieldMap: routine?.fieldMap ?? {},
    routinePage: routine?.page ?? '',
    smsTempId: rule.rule.smsTempId,
  }
}
