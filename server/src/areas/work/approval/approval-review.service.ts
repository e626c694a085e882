import type { Approval, ApprovalQuery, ReviewForm } from '@zhanggui/contract/work/approval.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { personName } from '@zhanggui/domain/staff/person-name.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { type ApprovalState, approvalKinds, approvalStates, isBelowCost } from '@zhanggui/domain/work/approval.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import {
  type Actor,
  type Ctx,
  holds,
  inTransaction,
  isSuper,
  type Platform,
  withContext,
} from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { forbidden, notFound, stateConflict } from '../../../platform/http/errors.ts'
import { may } from '../../../platform/http/gate.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { type TodoCounter, todoChanged } from '../../message/live/todo.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import * as approvals from './approval.repository.ts'
import { type ApprovalAct, approvalActs, LABELS, MAY_REVIEW, PAGE } from './approval.service.ts'

const WHAT = '审批'
const SEE_COST = 'admin:product:cost:view'
const OWN = '不能审批自己的申请'
const NO_RIGHT = '您没有这项操作的权限，要由有权限的同事审批'
const EXPIRED = '审批已过期'
const BATCH = 200

/** A page of approvals, the newest first. */
export async function listApprovals(
  ctx: Ctx,
  { page, limit, ...filter }: ApprovalQuery & { page?: number; limit?: number },
) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await approvals.list(ctx, filter, decidableBy(ctx), paging)
  return { list: rows.map((row) => toWire(ctx, row)), ...counted, page: paging.page, limit: paging.limit }
}

function toWire(ctx: Ctx, row: approvals.FoundApproval): Approval {
  const { id, kind, title, objectType, objectId, objectName, link, reason, rule, changes, applicantId } = row
  const { applicantName, applicantRoles, reviewerName, remark, message } = row
  const state = stateOf(ctx, row)
  // What is lost says what it cost.
  const isHidden = isBelowCost(kind) && !holds(ctx.actor, SEE_COST)
  return {
    id,
    kind,
    title,
    objectType,
    objectId,
    objectName,
    link,
    reason,
    rule,
    changes: isHidden ? [] : changes,
    state,
    applicantId,
    applicantName,
    applicantRoles,
    reviewerName,
    remark,
    message,
    amount: isHidden ? null : toYuan(row.amountFen),
    isMine: applicantId === ctx.actor.userId,
    blocked: state === 0 ? (refusalOf(ctx, row) ?? '') : '',
    createTime: toWireTime(row.createdAt),
    expireTime: toWireTime(row.expireTime),
    reviewTime: wireTime(row.reviewTime),
  }
}

/** By the clock: the job that stores it may come later. */
function stateOf({ now }: Ctx, { state, expireTime }: approvals.ApprovalRow): ApprovalState {
  return state === 0 && expireTime <= now() ? 3 : state
}

/** Why the caller cannot decide about it. */
function refusalOf(ctx: Ctx, row: approvals.ApprovalRow): string | undefined {
  if (row.applicantId === ctx.actor.userId) return OWN
  return holds(ctx.actor, MAY_REVIEW) && mayDo(ctx.actor, findAct(ctx, row.route), row) ? undefined : NO_RIGHT
}

const findAct = ({ platform }: Ctx, name: string): ApprovalAct | undefined =>
  platform.hooks.of(approvalActs).find(({ route }) => route.name === name)

const mayDo = (actor: Actor, act: ApprovalAct | undefined, { needs }: approvals.ApprovalRow): boolean =>
  act !== undefined && may(actor, act.route.permission) && needs.every((permission) => holds(actor, permission))

/** The same for many: what waits for somebody who may not decide it is not waiting for them. */
const decidableBy = ({ actor, platform }: Ctx): approvals.Decidable => ({
  routes: holds(actor, MAY_REVIEW)
    ? platform.hooks
        .of(approvalActs)
        .filter(({ route }) => may(actor, route.permission))
        .map(({ route }) => route.name)
    : [],
  permissions: isSuper(actor) ? undefined : [...actor.permissions],
})

/** How many wait, and when the first of them expires. */
export async function countApprovals(ctx: Ctx) {
  const { soonest, ...numbers } = await approvals.count(ctx, decidableBy(ctx))
  return { ...numbers, soonest: wireTime(soonest) }
}

/**
 * Agrees to what somebody asked for, which is done at once in the same transaction, or refuses it.
 * @returns the state it has now: one that was agreed to and could not be done has failed
 * @throws 400 for a refusal without a reason; 404; 409 for one that waits no longer; 422 for one's own, and for acts that the caller has
 *   no right to; 403 for API keys
 */
export async function reviewApproval(ctx: Ctx, { id, pass, remark = '' }: ReviewForm) {
  // A second person is to look at it, not a program.
  if (ctx.actor.key) throw forbidden(MAY_REVIEW)
  if (!pass && !remark.trim()) throw new BadInput('请填写拒绝原因', 'remark')
  const settled = await retried(ctx, async (tx) => {
    const row = await approvals.lock(tx, id)
    if (!row) throw notFound(WHAT)
    if (row.state === 3) throw stateConflict(EXPIRED)
    if (row.state !== 0) throw stateConflict(`该审批${approvalStates[row.state]}`)
    const refusal = refusalOf(tx, row)
    if (refusal) throw new Refusal(refusal)
    if (row.expireTime <= tx.now()) return settle(tx, row, { state: 3 })
    const by = { reviewerId: tx.actor.userId, reviewTime: tx.now(), remark: remark.trim() }
    const message = pass ? await doIt(tx, row) : undefined
    return settle(tx, row, { ...by, state: pass ? (message === undefined ? 1 : 5) : 2, message: message ?? '' })
  })
  // It has expired all the same, which is stored.
  if (settled.state === 3) throw stateConflict(EXPIRED)
  return { id, state: settled.state, message: settled.message }
}

/**
 * Does what was asked for under a savepoint: as its applicant with the rights of now, and the proof of identity given then.
 * @returns why it was refused: then nothing of it is left, nor of what it had gathered for the commit
 */
async function doIt(tx: Ctx, row: approvals.ApprovalRow): Promise<string | undefined> {
  try {
    const { act, applicant } = await findApplicant(tx, row)
    const { actor, now } = tx
    const caller = { ...applicant, reauthAt: row.proven ? now() : new Date(0) }
    const approved = {
      id: row.id,
      by: personName(actor.name, actor.username),
      kind: row.kind,
      amountFen: row.amountFen,
      pinned: row.pinned,
    }
    const origin = { ...tx.origin, route: act.route, key: `approval-${row.id}`, approved }
    await inTransaction(withContext(tx, { caller, origin }), async (own) => {
      const result = await act.run(own, row.input as never)
      if (result instanceof Accepted && 'approvalId' in result.body) throw new Error(`${row.route} asks a second time`)
    })
    return undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    return cutText(error.message, 500)
  }
}

async function findApplicant(tx: Ctx, row: approvals.ApprovalRow) {
  const act = findAct(tx, row.route)
  if (!act) throw new Refusal('该操作已不能执行，请重新申请')
  const applicant = await tx.platform.gate.actorOf(tx, row.applicantId)
  if (!applicant) throw new Refusal('申请人的账号已停用')
  if (!mayDo(applicant, act, row)) throw new Refusal('申请人已没有该操作的权限')
  return { act, applicant }
}

type Settled = Partial<approvals.ApprovalRow> & { state: Exclude<ApprovalState, 0> }

const actions = { 1: 'approve', 2: 'refuse', 3: 'expire', 4: 'withdraw', 5: 'failed' } as const
const outcomes = { 1: '已通过并执行', 2: '被拒绝', 3: '已过期，请重新申请', 5: '已同意，但未能执行' } as const

/** Ends a locked approval, and tells its applicant. */
async function settle(tx: Ctx, row: approvals.ApprovalRow, set: Settled): Promise<approvals.ApprovalRow> {
  const settled = await approvals.settle(tx, row.id, set)
  if (!settled) throw stateConflict()
  const { state, remark, message, title } = settled
  await audit(tx, {
    action: actions[set.state],
    objectType: 'approval',
    objectId: row.id,
    objectName: title,
    before: { state: approvalStates[row.state] },
    after: { state: approvalStates[state], remark, message },
    labels: LABELS,
  })
  await todoChanged(tx)
  if (set.state === 4) return settled
  await notify(tx, {
    event: 'approval.decided',
    to: { userIds: [row.applicantId] },
    level: set.state === 1 ? 'info' : 'warn',
    title: `您申请的${approvalKinds[row.kind]}${outcomes[set.state]}`,
    content: [title, message, remark && `审批意见：${remark}`].filter(Boolean).join('；'),
    link: row.link || PAGE,
    object: { type: 'approval', id: row.id },
  })
  return settled
}

/** The applicant takes back what waits. @throws 404, 409 */
export function withdrawApproval(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return retried(ctx, async (tx) => {
    const row = await approvals.lock(tx, id)
    if (row?.applicantId !== tx.actor.userId) throw notFound(WHAT)
    const state = stateOf(tx, row)
    if (state !== 0) throw stateConflict(`该审批${approvalStates[state]}，不能撤回`)
    await settle(tx, row, { state: 4 })
    return {}
  })
}

/** Stores which approvals have expired, and tells their applicants. Returns how many. */
export async function expireApprovals(ctx: Ctx, signal: AbortSignal): Promise<number> {
  let expired = 0
  while (!signal.aborted) {
    const done = await inTransaction(ctx, async (tx) => {
      const rows = await approvals.listExpired(tx, BATCH)
      for (const row of rows) await settle(tx, row, { state: 3 })
      return rows.length
    })
    expired += done
    if (done < BATCH) break
  }
  return expired
}

export function registerApprovals({ scheduler }: Platform): void {
  scheduler.handle('approvalExpire', {
    title: '审批过期',
    cron: '30 */5 * * * ?',
    run: (ctx, _, signal) => expireApprovals(ctx, signal),
  })
}

/** What waits to be decided, on bell and menu. */
export const approvalsToReview: TodoCounter = {
  name: 'approvalsToReview',
  page: 'finance/approval-list',
  permission: MAY_REVIEW,
  personal: true,
  count: (ctx) => approvals.countWaiting(ctx, decidableBy(ctx)),
}
