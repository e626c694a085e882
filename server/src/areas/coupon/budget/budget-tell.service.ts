import { amountText } from '@zhanggui/domain/money.ts'
import { activityLists, activityObjects, activityTypes } from '@zhanggui/domain/promotion/activity.ts'
import type { BudgetKind } from '@zhanggui/domain/promotion/budget.ts'
import type { Ctx, Platform } from '../../../platform/http/context.ts'
import { notify } from '../../message/notice/notification.service.ts'
import * as budgets from './budget.repository.ts'

/** What has a budget, by its type on the wire. */
const objects = { ...activityObjects, 4: 'coupon' } as const
const words = { ...activityTypes, 4: '优惠券' } as const

/** Staff are told when a budget is used to a large part, and when it is used up. */
export function registerBudgetTelling({ outbox }: Platform): void {
  outbox.consume('budget-tell', ['budget.reached'], (tx, { data }) =>
    tell(tx, { kind: data.kind as BudgetKind, refId: Number(data.refId) }, Number(data.reached)),
  )
}

async function tell(tx: Ctx, key: budgets.BudgetKey, reached: number): Promise<void> {
  const subject = await budgets.findSubject(tx, key)
  const row = await budgets.find(tx, key)
  if (!subject || !row) return
  const { refId: id } = key
  const type = subject.type as keyof typeof objects
  const name = `${words[type]}「${subject.title}」`
  const left = `预算 ${amountText(row.budgetFen)} 元，已用 ${amountText(row.usedFen)} 元`
  await notify(tx, {
    event: 'promotion.budget',
    level: 'warn',
    title: reached === 100 ? `预算用完：${name}` : `预算已用 ${reached}%：${name}`,
    content: reached === 100 ? `${left}，买家不能再用它下单；要继续请提高预算` : left,
    link:
      type === 4
        ? `/marketing/coupon/list?name=${encodeURIComponent(subject.title)}`
        : `${activityLists[type]}?keywords=${id}`,
    object: { type: objects[type], id },
    payload: { type, id, reached },
  })
}
