import { createHash } from 'node:crypto'
import type { Route, RouteInput } from '@zhanggui/contract/routes.ts'
import type { Asked } from '@zhanggui/contract/work/approval.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import {
  APPROVAL_MS,
  type ApprovalChange,
  type ApprovalKind,
  approvalKinds,
  isBelowCost,
} from '@zhanggui/domain/work/approval.ts'
import { audit } from '../../../platform/data/audit.ts'
import { defineHook } from '../../../platform/hooks.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction, withContext } from '../../../platform/http/context.ts'
import { stateConflict } from '../../../platform/http/errors.ts'
import { hasProof } from '../../../platform/security/proof.ts'
import { todoChanged } from '../../message/live/todo.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import * as approvals from './approval.repository.ts'

export const PAGE = '/finance/approval'
export const MAY_REVIEW = 'admin:finance:approval:review'

/** A call of staff that may be stored and done later. */
export type ApprovalAct = {
  route: Route
  /** Does it, within the transaction; each of its own transactions becomes a part of that one. */
  run: (tx: Ctx, body: never) => Promise<unknown>
}

/** The calls that may have to wait for a second person, added by the areas that own them. */
export const approvalActs = defineHook<ApprovalAct>('acts that may wait for approval')

/** An act: its route, and the service of it. */
export function approvalAct<Spec extends Route, Result>(
  route: Spec,
  run: (tx: Ctx, body: RouteInput<Spec>['body']) => Promise<Result>,
) {
  return { route, run }
}

/** A call as it is served: it waits where its service finds that it must. */
export function callAct<Spec extends Route, Result>(
  ctx: Ctx,
  { route, run }: { route: Spec; run: (tx: Ctx, body: RouteInput<Spec>['body']) => Promise<Result> },
  body: RouteInput<Spec>['body'],
): Promise<Result | Accepted<Asked>> {
  return inTransaction(ctx, (tx) => approvable(tx, { route, input: body }, (own) => run(own, body)))
}

/** What somebody is asked to agree to. */
export type Wish = {
  kind: ApprovalKind
  /** Money that leaves the shop, or by how much something is sold below its cost; what is done later may be less, not more. */
  amountFen: number
  /** What is to be done, in words: 退款 ¥1,999.00，订单 …207716. */
  title: string
  object: { type: string; id: number | string; name: string; link?: string }
  /** Which rule makes it wait: 退款超过 ¥1,000.00. */
  rule: string
  /** What it changes. */
  changes?: readonly ApprovalChange[]
  /** The permissions it takes besides that of its route. */
  needs?: readonly string[]
  /** What is agreed to besides the sum: whoever changes it meanwhile makes the review fail. Written as JSON. */
  pinned?: unknown
}

/** Thrown to leave what an act has begun: a second person is asked first. */
class AsksFirst extends Error {
  readonly wish: Wish
  constructor(wish: Wish) {
    super(`${wish.kind} waits for approval`)
    this.wish = wish
  }
}

/**
 * Does what staff called for, unless somewhere in it {@link askApproval} finds that a second person must agree: then nothing of it is
 * kept, and the call is stored instead.
 * @param tx a transaction; what the call has locked in it stays locked
 * @param call what is stored: the route must be one of {@link approvalActs}
 * @returns what the work returns, or that it waits, which the route answers with status 202
 * @throws 409 while another one waits for the same object
 */
export async function approvable<Spec extends Route, Result>(
  tx: Ctx,
  { route, input, reason = '' }: { route: Spec; input: RouteInput<Spec>['body']; reason?: string | undefined },
  work: (tx: Ctx) => Promise<Result>,
): Promise<Result | Accepted<Asked>> {
  if (!tx.caller || tx.origin.approved) return work(tx)
  const origin = { ...tx.origin, asking: { route, input: input as object, reason } }
  const { approval_amount, approval_below_cost } = await getSettings(tx)
  // In most shops nothing waits, and no savepoint is paid for.
  if (!approval_amount && !approval_below_cost) return work(tx)
  try {
    return await inTransaction(withContext(tx, { origin }), work)
  } catch (error) {
    if (!(error instanceof AsksFirst)) throw error
    return new Accepted({ approvalId: await store(withContext(tx, { origin }), error.wish) })
  }
}

/**
 * Call this where all guards of an act have passed and a rule says that a second person must agree. Whatever the act has done before is
 * undone. Jobs, call-backs and buyers ask nobody, and what was agreed to is done.
 * @throws 409 while another one waits for the same object; 422 for a larger sum than was agreed to, or where what was agreed to has changed
 */
export async function askApproval(tx: Ctx, wish: Wish): Promise<void> {
  if (!tx.caller) return
  const { approved, asking } = tx.origin
  if (approved) {
    if (approved.kind !== wish.kind || wish.amountFen > approved.amountFen) throw new Refusal('金额已变化，请重新申请')
    if (approved.pinned !== digestOf(wish)) throw new Refusal('申请之后内容已被修改，请重新申请')
    return
  }
  // A way to it that nobody has made an act of.
  if (!asking) throw new Refusal('该操作须审批，请在它自己的页面上操作')
  throw new AsksFirst(wish)
}

const digestOf = ({ pinned }: Wish): string =>
  pinned === undefined ? '' : createHash('sha256').update(JSON.stringify(pinned)).digest('hex')

/** Whether money of a sum waits for a second person. What was agreed to asks again, so that a larger sum is found. */
export async function asksAbove(tx: Ctx, fen: number): Promise<boolean> {
  if (!tx.caller) return false
  if (tx.origin.approved) return true
  const { approval_amount: limit } = await getSettings(tx)
  return limit > 0 && fen > limit
}

/** Whether what sells below its cost waits for a second person. What was agreed to asks again, so that a larger loss is found. */
export async function asksBelowCost(tx: Ctx): Promise<boolean> {
  if (!tx.caller) return false
  return Boolean(tx.origin.approved) || (await getSettings(tx)).approval_below_cost
}

const WAITING = '该操作正在等待审批'

async function store(tx: Ctx, wish: Wish): Promise<number> {
  const { kind, title, amountFen, object, rule, changes = [], needs = [] } = wish
  const { asking } = tx.origin
  if (!asking) throw new Error('nothing is stored')
  const { route, input, reason } = asking
  const key = { kind, objectType: object.type, objectId: String(object.id) }
  const waiting = await approvals.findWaiting(tx, key)
  if (waiting && !(waiting.expireTime <= tx.now() && (await approvals.expire(tx, waiting.id))))
    throw stateConflict(WAITING)
  const { actor } = tx
  const row = await approvals.insert(tx, {
    ...key,
    title: cutText(title, 120),
    amountFen,
    objectName: cutText(object.name, 120),
    link: object.link ?? '',
    reason: cutText(reason, 500),
    rule: cutText(rule, 120),
    changes: [...changes],
    route: route.name,
    input,
    needs: [...needs],
    pinned: digestOf(wish),
    applicantId: actor.userId,
    proven: hasProof(tx),
    expireTime: new Date(tx.now().getTime() + APPROVAL_MS),
    createdBy: actor.userId,
    createdAt: tx.now(),
    updatedAt: tx.now(),
  })
  if (!row) throw stateConflict(WAITING)
  await audit(tx, {
    action: 'ask',
    objectType: 'approval',
    objectId: row.id,
    objectName: row.title,
    after: {
      kind: approvalKinds[kind],
      // What is lost says what it cost, which not everybody may see.
      ...(!isBelowCost(kind) && { amount: toYuan(amountFen) }),
      reason: row.reason,
      expireTime: row.expireTime,
    },
    labels: LABELS,
  })
  await notify(tx, {
    event: 'approval.asked',
    to: { permission: MAY_REVIEW, except: actor.userId },
    level: 'warn',
    title: `${actor.name || actor.username}申请审批：${row.title}`,
    content: `${row.reason ? `${row.reason}。` : ''}请在 ${toWireTime(row.expireTime)} 前审批，过时作废`,
    link: `${PAGE}?id=${row.id}`,
    object: { type: 'approval', id: row.id },
  })
  await todoChanged(tx)
  return row.id
}

/** Words of the audit trail. */
export const LABELS = {
  kind: '审批类型',
  amount: '审批金额',
  reason: '申请说明',
  expireTime: '过期时间',
  remark: '审批意见',
  message: '失败原因',
  state: '审批状态',
}
