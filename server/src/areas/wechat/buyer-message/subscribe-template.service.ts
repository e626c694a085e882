import { type SubscribeMoment, subscribeMoments } from '@zhanggui/domain/wechat/buyer-mark.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isOn, isReady, readRules } from './message-rule.service.ts'

/** The platform asks a person for three templates at most. */
const MAX_ASKED = 3

/** The templates for which a mini-program asks its buyer's leave at a moment. */
export async function listWanted(ctx: Ctx, moment: SubscribeMoment) {
  const rules = await readRules(ctx)
  return subscribeMoments[moment]
    .flatMap((mark) => {
      const rule = rules.find((each) => each.rule.mark === mark)
      if (!rule?.routine || !isOn(rule, 'routine') || !isReady(rule, 'routine')) return []
      const { name, tempId, tempKey } = rule.routine
      return [{ mark, name, tempId, tempKey }]
    })
    .slice(0, MAX_ASKED)
}
