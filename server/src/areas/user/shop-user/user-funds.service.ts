import { randomUUID } from 'node:crypto'
import { type FundsChange, shopUser } from '@zhanggui/contract/user/shop-user.ts'
import type { Asked } from '@zhanggui/contract/work/approval.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { amountText, toFen, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { parseWireTime, toWireDay } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { approvable, askApproval } from '../../work/approval/approval.service.ts'
import { addBalance, changePoints, sumMovedByStaff, takeBalance } from '../ledger/ledger.service.ts'
import { lockMany } from '../scope/customer-lock.repository.ts'
import type { ShopUser } from './shop-user.repository.ts'
import { lockLiving, nameOf } from './shop-user.service.ts'

/** Whoever has it gives, or takes, more than `founds_limit` in a day. */
export const LARGE = 'admin:user:operate:founds:large'

/**
 * Adds to or takes from a customer's balance and points, both or neither.
 * @throws 400 for no amount, 403 for a large one, 404, 422 when either would fall below zero
 */
export async function changeFunds(ctx: Ctx, body: FundsChange): Promise<Record<never, never> | Accepted<Asked>> {
  if (!toFen(body.moneyValue ?? 0) && !body.integralValue) throw new BadInput('请填写要调整的余额或积分', 'moneyValue')
  return retried(ctx, (tx) => {
    const call = { route: shopUser.funds, input: body, reason: body.mark }
    return approvable(tx, call, (own) => moveFunds(own, body))
  })
}

async function moveFunds(tx: Ctx, body: FundsChange): Promise<Record<never, never>> {
  const { uid, integralType = 1, integralValue = 0, moneyType = 1, moneyValue = 0, mark } = body
  const fen = toFen(moneyValue)
  const points = integralType === 1 ? [integralValue, 0] : [0, integralValue]
  const money = moneyType === 1 ? [fen, 0] : [0, fen]
  const large = await requireLarge(tx, money, points)
  const [user] = await lockLiving(tx, [uid])
  const move = { uid, numberFen: fen, mark }
  if (fen && moneyType === 1 && !(await addBalance(tx, { ...move, type: 'system_add' })))
    throw new Refusal('余额超出上限，请减少金额')
  if (fen && moneyType === 2 && !(await takeBalance(tx, { ...move, type: 'system_sub' })))
    throw new Refusal('余额扣减后不能小于0')
  const change = {
    uid,
    type: integralType,
    integral: integralValue,
    linkType: 'system',
    title: '后台积分操作',
  } as const
  if (!(await changePoints(tx, { ...change, mark, status: 3 })))
    throw new Refusal(integralType === 1 ? '积分超出上限，请减少积分' : '积分扣减后不能小于0')
  const [after] = await lockMany(tx, [uid])
  if (fen)
    await tellBuyer(tx, {
      mark: 'balanceChanged',
      uid,
      bizId: randomUUID(),
      link: '/user/balance',
      values: {
        amount: `${moneyType === 1 ? '' : '-'}${amountText(fen)}`,
        balance: amountText(after?.nowMoneyFen ?? 0),
        reason: moneyType === 1 ? '商家增加' : '商家扣减',
      },
    })
  if (large) await askForFunds(tx, { uid, name: nameOf(user), before: fundsOf(user), after: fundsOf(after), ...large })
  await audit(tx, {
    action: 'funds',
    objectId: uid,
    objectName: nameOf(user),
    before: fundsOf(user),
    after: { ...fundsOf(after), mark },
    labels: { nowMoney: '余额', integral: '积分', mark: '备注' },
  })
  return {}
}

type Funds = ReturnType<typeof fundsOf>

/** A large change waits for a second person, in shops where anything does. */
async function askForFunds(
  tx: Ctx,
  given: { uid: number; name: string; before: Funds; after: Funds; worthFen: number; limitFen: number },
): Promise<void> {
  const { uid, name, before, after, worthFen: amountFen, limitFen } = given
  const [money, points] = [toFen(after.nowMoney) - toFen(before.nowMoney), after.integral - before.integral]
  const said = [
    money && `${money > 0 ? '增加' : '扣减'}余额 ${yuanText(Math.abs(money))}`,
    points && `${points > 0 ? '增加' : '扣减'}积分 ${Math.abs(points)}`,
  ].filter(Boolean)
  await askApproval(tx, {
    kind: 'balance',
    amountFen,
    title: `给 ${name} ${said.join('，')}`,
    object: { type: 'shop-user', id: uid, name, link: `/member/detail/${uid}` },
    rule: `一人一天调整超过 ${yuanText(limitFen)}`,
    needs: [LARGE],
    changes: [
      ...(money
        ? [{ name: `${name} 的余额`, now: yuanText(toFen(before.nowMoney)), after: yuanText(toFen(after.nowMoney)) }]
        : []),
      ...(points ? [{ name: `${name} 的积分`, now: String(before.integral), after: String(after.integral) }] : []),
    ],
  })
}

/**
 * Refuses what a member of staff adds, or takes, in a day above the large amount, whoever the customers are: else it would be split.
 * Points count with what they take off an order.
 * @param tx a transaction, in which further changes of the same person wait for this one
 * @returns what it is worth, where it is large
 * @throws 403 without the right to large amounts
 */
async function requireLarge(
  tx: Ctx,
  money: readonly number[],
  points: readonly number[],
): Promise<{ worthFen: number; limitFen: number } | undefined> {
  const { integral_ratio: ratio, founds_limit: limitFen, approval_amount: asksFrom } = await getSettings(tx)
  const worth = (fen = 0, many = 0) => fen + Math.round(many * ratio * 100)
  const worthFen = worth(money[0], points[0]) + worth(money[1], points[1])
  // Its applicant had the right to it, and still has.
  if (tx.origin.approved) return { worthFen, limitFen }
  if (holds(tx.actor, LARGE) && !asksFrom) return undefined
  const since = parseWireTime(`${toWireDay(tx.now())} 00:00:00`) ?? tx.now()
  const earlier = await sumMovedByStaff(tx, tx.actor.userId, since)
  for (const at of [0, 1]) {
    const [now, before] = [worth(money[at], points[at]), worth(earlier.money[at], earlier.points[at])]
    if (!now || now + before <= limitFen) continue
    if (holds(tx.actor, LARGE)) return { worthFen, limitFen }
    const limit = `${toYuan(limitFen)} 元（积分按抵扣金额计）`
    const message = before
      ? `今天已${at ? '扣减' : '增加'} ${toYuan(before)} 元，加上这次超过 ${limit}，需要「大额调整」权限`
      : `一次调整超过 ${limit}，需要「大额调整」权限`
    throw new HttpError(403, 'FORBIDDEN', message, { permission: LARGE })
  }
  return undefined
}

const fundsOf = (user: ShopUser | undefined) => ({
  nowMoney: toYuan(user?.nowMoneyFen ?? 0),
  integral: user?.integral ?? 0,
})
