import { type BuyerMark, buyerMarkKeys, type OuterChannel, outerChannels } from '@zhanggui/domain/wechat/buyer-mark.ts'
import { contentOf, defaultTemplates, keywordsOf } from '@zhanggui/domain/wechat/default-template.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import * as templates from '../template/wechat-template.repository.ts'
import * as rules from './message-rule.repository.ts'

/** A rule with its templates. */
export type Rule = Awaited<ReturnType<typeof rules.listAll>>[number]

/** Switches of SMS to buyers that the settings had before rules took them over. */
const formerSwitches: Partial<Record<BuyerMark, string>> = {
  paySuccess: 'lowerOrder',
  deliverGoods: 'deliverGoods',
  modifyOrderPrice: 'priceRevision',
  groupSuccess: 'groupSuccess',
  groupFail: 'groupFail',
  bargainingSuccess: 'bargainingSuccess',
  bargainFail: 'bargainFail',
}
const QUIET = { quietFrom: '22:00', quietTo: '08:00' }
const cacheOf = (ctx: Ctx) => ctx.platform.caches.named<Rule[]>('buyer-message-rules', { ttlSeconds: 60, max: 1 })

/** All rules, as this process keeps them. */
export const readRules = (ctx: Ctx): Promise<Rule[]> => cacheOf(ctx).get('all', () => rules.listAll(ctx))

/** Drops what processes keep of rules, with the change. */
export const rulesChanged = (tx: Ctx): Promise<void> => cacheOf(tx).drop(tx.db)

/** Whether there is something to send by. */
export function isReady({ wechat, routine, hasSms }: Rule, channel: OuterChannel): boolean {
  if (channel === 'sms') return hasSms
  const template = channel === 'wechat' ? wechat : routine
  return Boolean(template?.status && template.tempId) && !template?.isMissing
}

const switchOf = { wechat: 'isWechat', routine: 'isRoutine', sms: 'isSms' } as const

/** Whether a channel is switched on, ready or not. */
export const isOn = ({ rule }: Rule, channel: OuterChannel): boolean => rule[switchOf[channel]]

/** The channels to try, in their order. An SMS text may still be waiting for its review, so it is looked for when one is sent. */
export const channelsOf = (rule: Rule): OuterChannel[] =>
  rule.rule.channelOrder.filter((channel) => isOn(rule, channel) && (channel === 'sms' || isReady(rule, channel)))

/** Gives each mark its rule, with templates of the platform's libraries; those that are there stay as they are. */
export async function addDefaultRules(tx: Ctx): Promise<void> {
  const known = new Set(await rules.listMarks(tx))
  const missing = buyerMarkKeys.filter((mark) => !known.has(mark))
  if (!missing.length) return
  const former = await rules.readFormerSettings(tx, Object.values(formerSwitches))
  for (const mark of missing) {
    const [wechatTemplateId, routineTemplateId] = [await addTemplate(tx, mark, 1), await addTemplate(tx, mark, 2)]
    await rules.insertFirst(tx, {
      mark,
      wechatTemplateId,
      routineTemplateId,
      isSms: former.get(formerSwitches[mark] ?? '') === true,
      channelOrder: [...outerChannels],
      ...QUIET,
    })
  }
}

async function addTemplate(tx: Ctx, mark: BuyerMark, kind: 1 | 2): Promise<number> {
  const template = defaultTemplates.find((each) => each.mark === mark && each.kind === kind)
  if (!template) return 0
  const { tempKey, name, fields } = template
  return templates.insertFirst(tx, {
    kind,
    tempKey,
    name,
    content: contentOf(fields),
    kidList: keywordsOf(template),
    fieldMap: Object.fromEntries(fields.map(([, key, text]) => [key, text])),
  })
}
