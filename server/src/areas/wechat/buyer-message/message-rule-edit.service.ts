import type { RuleChange, TestMessageForm } from '@zhanggui/contract/wechat/buyer-message.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import {
  buyerMarks,
  messageChannels,
  type OuterChannel,
  sampleOf,
  variablesOf,
} from '@zhanggui/domain/wechat/buyer-mark.ts'
import { fieldsOf } from '@zhanggui/domain/wechat/template-field.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, holds, inTransaction } from '../../../platform/http/context.ts'
import { forbidden, HttpError, notFound, versionConflict } from '../../../platform/http/errors.ts'
import { sendSms } from '../../message/sms/sms.service.ts'
import { openidOf } from '../permit/subscribe-permit.service.ts'
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
 * Changes how buyers are told of something: the template of a channel and what its fields say, its switch, the order of channels, the
 * quiet hours.
 * @throws 400, 403 without the right to the switch, 404, 409 for another version, 422
 */
export function updateRule(ctx: Ctx, form: RuleChange): Promise<Saved> {
  const { id, version, detailType, status, channelOrder, quietFrom, quietTo } = form
  return change(ctx, id, version, async (tx, rule) => {
    if (((quietFrom ?? rule.rule.quietFrom) === '') !== ((quietTo ?? rule.rule.quietTo) === ''))
      throw new BadInput('夜间时段的开始和结束要一起填写', 'quietTo')
    const set: Partial<rules.RuleRow> = {
      ...(channelOrder && { channelOrder: [...channelOrder] }),
      ...(quietFrom !== undefined && { quietFrom }),
      ...(quietTo !== undefined && { quietTo }),
    }
    if (detailType === 'inner') return set
    Object.assign(set, await readTemplate(tx, rule.rule.mark, { ...form, detailType }))
    const isWanted = status === undefined ? isOn(rule, detailType) : status === 1
    if (isWanted !== isOn(rule, detailType)) {
      const right = `admin:system:notification:${detailType}:switch` as const
      if (!holds(tx.actor, right)) throw forbidden(right)
      set[switches[detailType]] = isWanted
    }
    return set
  })
}

type OuterForm = RuleChange & { detailType: OuterChannel }

/** The template that a form chooses for a channel; what its fields say is stored with it. */
async function readTemplate(tx: Ctx, mark: rules.RuleRow['mark'], form: OuterForm): Promise<Partial<rules.RuleRow>> {
  const { id, detailType, tempId, fieldMap, page, url } = form
  if (detailType === 'sms') {
    if (tempId === undefined) return {}
    if (tempId === NONE) return { smsTempId: '' }
    const texts = tempId ? await rules.listSmsTexts(tx, mark) : []
    if (tempId && !texts.some((text) => text.tempId === tempId))
      throw new BadInput('请选择这个通知的、审核通过的短信模板', 'tempId')
    return { smsTempId: tempId }
  }
  const column = templateColumns[detailType]
  const current = (await rules.find(tx, id))?.[column] ?? 0
  const chosen = tempId === undefined ? current : Number(tempId) || 0
  const isEdited = fieldMap !== undefined || page !== undefined || url !== undefined
  if (!chosen) {
    if (tempId && tempId !== NONE) throw new BadInput('请选择模板', 'tempId')
    if (isEdited && (page || url || Object.keys(fieldMap ?? {}).length)) throw new BadInput('请先选择模板', 'tempId')
    return { [column]: 0 }
  }
  const template = await templates.lock(tx, chosen)
  if (!template || template.kind !== kindOf[detailType])
    throw new BadInput(`请选择${messageChannels[detailType]}的模板`, 'tempId')
  if (isEdited) {
    if (fieldMap) checkMap(mark, template, fieldMap)
    await templates.update(tx, chosen, undefined, {
      ...(fieldMap && { fieldMap }),
      ...(page !== undefined && { page }),
      ...(url !== undefined && { url }),
    })
  }
  return { [column]: chosen }
}

function checkMap(mark: rules.RuleRow['mark'], { content }: templates.TemplateRow, map: Record<string, string>): void {
  const [keys, names] = [new Set(fieldsOf(content).map(({ key }) => key)), new Set<string>(variablesOf(mark))]
  for (const [key, text] of Object.entries(map)) {
    if (!keys.has(key)) throw new BadInput(`模板没有字段 ${key.slice(0, 40)}`, 'fieldMap')
    const unknown = [...text.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !names.has(name))
    if (unknown) throw new BadInput(`「${buyerMarks[mark].title}」没有变量 ${unknown[0].slice(0, 40)}`, 'fieldMap')
  }
}

/** Sends made-up values to a person, at once and whether the channel is on or not. @throws 400, 404, 422, 429, 502, 504 */
export async function testRule(
  ctx: Ctx,
  { id, detailType, uid, phone }: TestMessageForm,
): Promise<Record<never, never>> {
  const rule = await getRule(ctx, id)
  const { mark, smsTempId } = rule.rule
  if (detailType === 'inner') throw new BadInput('站内通知不用测试', 'detailType')
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
  await inTransaction(ctx, (tx) => trail(tx, rule.rule, `用户 ${uid}`))
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
): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    if (!(await rules.lock(tx, id))) throw notFound('买家通知')
    const rule = await getRule(tx, id)
    const before = typed(rule)
    const saved = await rules.update(tx, id, version, await read(tx, rule))
    if (!saved) throw versionConflict(before)
    await audit(tx, {
      objectType: OBJECT,
      objectId: id,
      objectName: before.name,
      before,
      after: typed(await getRule(tx, id)),
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
    routineTemplate: routine?.name ?? '',
    smsTempId: rule.rule.smsTempId,
  }
}
