import { isDeepStrictEqual } from 'node:util'
import {
  type AccountForm,
  type StepResult,
  type Withdrawal,
  type WithdrawalQuery,
  type WithdrawalStep,
  withdrawal,
} from '@zhanggui/contract/finance/withdrawal.ts'
import type { Asked } from '@zhanggui/contract/work/approval.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { extractTypes, withdrawalStatusLabels } from '@zhanggui/domain/finance/withdrawal.ts'
import { maskNumber } from '@zhanggui/domain/mask.ts'
import { amountText, toYuan, yuanText } from '@zhanggui/domain/money.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import type { editableColumns } from '../../../platform/data/columns.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Accepted } from '../../../platform/http/accepted.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { notFound, stateConflict, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireProof } from '../../../platform/security/proof.ts'
import { addBrokerage, settleAsked } from '../../distribution/commission/commission.service.ts'
import { type Media, readMedia } from '../../file/attachment/media.service.ts'
import { type TodoCounter, todoChanged } from '../../message/live/todo.service.ts'
import type { Revealer } from '../../setting/reveal/reveal.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'
import { ENDED_BY_BUYER } from '../../user/shop-user/shop-user.tables.ts'
import { tellBuyer } from '../../wechat/buyer-message/buyer-message.service.ts'
import { approvable, askApproval, asksAbove, type Wish } from '../../work/approval/approval.service.ts'
import * as withdrawals from './withdrawal.repository.ts'

export const WHAT = '提现申请'

/** What was given as the account of a kind, and what it is called. */
const accounts = {
  bank: { field: 'cardNum', label: '银行卡号' },
  alipay: { field: 'alipayCode', label: '支付宝账号' },
  weixin: { field: 'wechat', label: '微信号' },
} as const

/** The account that the money goes to. */
export const accountOf = (row: withdrawals.WithdrawalRow): string => row[accounts[row.extractType].field]

/** First three and last four, as bank numbers are masked; short ones hide more. */
export const maskedAccount = (row: withdrawals.WithdrawalRow): string => maskNumber(accountOf(row))

/** The key of the record that a withdrawal took. */
export const keyOf = ({ id }: Pick<withdrawals.WithdrawalRow, 'id'>) => `extract:${id}`

/** A page of withdrawals, the newest first. */
export async function listWithdrawals(
  ctx: Ctx,
  { page, limit, ...filter }: WithdrawalQuery & { page?: number; limit?: number },
) {
  const paging = readPage({ page, limit })
  const { rows, ...counted } = await withdrawals.list(ctx, filter, paging)
  const media = await readMedia(ctx)
  return { list: rows.map((row) => toWire(row, media)), ...counted, page: paging.page, limit: paging.limit }
}

function toWire(row: withdrawals.FoundWithdrawal, media: Media): Withdrawal {
  const { id, version, extractNo, uid, nickname, realName, extractType, bankName, bankAddress, status } = row
  const { mark, failMsg, payVoucher, payNo, auditName } = row
  return {
    id,
    version,
    extractNo,
    uid,
    nickname,
    realName,
    extractType,
    bankName,
    bankAddress,
    status,
    mark,
    failMsg,
    payVoucher,
    payNo,
    auditName,
    avatar: media.toWire(row.avatar),
    account: maskedAccount(row),
    qrcodeUrl: media.toWire(row.qrcodeUrl),
    extractPrice: toYuan(row.extractPriceFen),
    fee: toYuan(row.feeFen),
    payPrice: toYuan(row.extractPriceFen - row.feeFen),
    balance: toYuan(row.balanceFen),
    brokeragePrice: toYuan(row.brokeragePriceFen),
    auditTime: wireTime(row.auditTime),
    payTime: wireTime(row.payTime),
    createTime: toWireTime(row.createdAt),
  }
}

/** Sums over all promoters; accounts that see their stores alone see none. */
export async function sumCommission(ctx: Ctx) {
  const { withdrawn, asked, left, toBalance } = ctx.actor.scope.storeIds
    ? { withdrawn: 0, asked: 0, left: 0, toBalance: 0 }
    : await withdrawals.sum(ctx)
  return {
    withdrawn: toYuan(withdrawn),
    toBeWithdrawn: toYuan(asked),
    unDrawn: toYuan(left),
    commissionTotal: toYuan(withdrawn + asked + left + toBalance),
  }
}

/** Locks a withdrawal, then its promoter. @throws 404, also for accounts that see their stores alone */
async function lockWithdrawal(tx: Ctx, id: number): Promise<withdrawals.WithdrawalRow> {
  const row = tx.actor.scope.storeIds ? undefined : await withdrawals.lock(tx, id)
  if (!row) throw notFound(WHAT)
  await lockCustomers(tx, [row.uid])
  return row
}

/** Where the money of a withdrawal goes. */
const accountFields: Readonly<
  Record<Exclude<keyof AccountForm, 'id' | 'version' | 'mark'> | 'extractType' | 'qrcodeUrl', true>
> = {
  realName: true,
  extractType: true,
  bankName: true,
  bankAddress: true,
  cardNum: true,
  alipayCode: true,
  wechat: true,
  qrcodeUrl: true,
}
const whereTo = (row: withdrawals.WithdrawalRow) =>
  (Object.keys(accountFields) as (keyof typeof accountFields)[]).map((name) => row[name])

/**
 * Changes where the money of a withdrawal goes, as long as it is not paid: one that was approved waits to be reviewed again, so that what
 * is paid is what was looked at.
 * @throws 404, 409 for one that is paid or came back, or that somebody has changed meanwhile; 428 without a fresh proof for large sums
 */
export function changeAccount(ctx: Ctx, { id, version, ...set }: AccountForm) {
  return retried(ctx, async (tx) => {
    const row = await lockWithdrawal(tx, id)
    if (row.status !== 0 && row.status !== 2) throw stateConflict('提现申请已处理，不能修改收款资料')
    if (version !== undefined && version !== row.version) throw versionConflict({ id, version: row.version })
    const isNew = !isDeepStrictEqual(whereTo(row), whereTo({ ...row, ...set }))
    // Whoever sits down at an unlocked desk does not turn a large sum to an account of theirs, to be approved by its owner.
    if (isNew) await requireProofAbove(tx, row)
    const after = { ...set, ...(isNew && { status: 0 as const, auditId: 0, auditTime: null }) }
    const saved = await withdrawals.update(tx, id, after)
    await trail(tx, row, 'update', { ...row, ...after })
    return saved
  })
}

/**
 * Approves withdrawals, notes that one was paid, or sends one back. Of several each is a transaction of its own.
 * @returns how many went well; refusals of several are listed, that of one is thrown
 * @throws 400, 404, 409, 422; 428 without a fresh proof for large sums
 */
export async function stepWithdrawals(
  ctx: Ctx,
  { id, ids, ...step }: WithdrawalStep,
): Promise<StepResult | Accepted<Asked>> {
  const asked = ids ?? (id === undefined ? [] : [id])
  if (!asked.length) throw new BadInput('请选择提现申请', 'id')
  if (ids && step.status !== 2) throw new BadInput('只能批量通过', 'ids')
  const result: StepResult = { ok: 0, asked: 0, failed: [] }
  for (const each of asked)
    try {
      const done = await retried(ctx, (tx) => {
        const call = { route: withdrawal.apply, input: { id: each, ...step } }
        return approvable(tx, call, (own) => stepOne(own, each, step))
      })
      if (done && !ids) return done
      if (done) result.asked++
      else result.ok++
    } catch (error) {
      if (!ids || !isRefusal(error)) throw error
      const row = await withdrawals.find(ctx, each)
      result.failed.push({ id: each, extractNo: row?.extractNo ?? '', message: error.message })
    }
  return result
}

type Step = Omit<WithdrawalStep, 'id' | 'ids'>

async function stepOne(tx: Ctx, id: number, step: Step): Promise<void> {
  const row = await lockWithdrawal(tx, id)
  await todoChanged(tx)
  if (step.status === 2) return approve(tx, row)
  return step.status === 1 ? markPaid(tx, row, step) : sendBack(tx, row, step.backMessage ?? '')
}

/** How a transfer of the batch ended, as its sheet says. */
export type Transfer = { payNo: string } | { failed: string }

/**
 * Notes how the transfer of an approved withdrawal ended: it is paid, or its commission is the promoter's again.
 * @throws 404, 409 for one that is not waiting to be paid any more
 */
export async function settleTransfer(tx: Ctx, id: number, transfer: Transfer): Promise<void> {
  const row = await lockWithdrawal(tx, id)
  if (row.status !== 2) throw stateConflict(`该提现${withdrawalStatusLabels[row.status]}，不能再处理`)
  if ('failed' in transfer) return sendBack(tx, row, transfer.failed)
  return markPaid(tx, row, { status: 1, payVoucher: `批量打款 ${transfer.payNo}`, payNo: transfer.payNo })
}

async function approve(tx: Ctx, row: withdrawals.WithdrawalRow): Promise<void> {
  if (row.status !== 0) throw stateConflict('提现申请已处理')
  const purse = await withdrawals.findPurse(tx, row.uid)
  if ((purse?.fen ?? 0) < 0)
    throw new Refusal(`该推广员被扣回佣金 ${yuanText(-(purse?.fen ?? 0))}，请驳回后让其重新申请`)
  await requireProofAbove(tx, row)
  if (await asksAbove(tx, row.extractPriceFen)) await askApproval(tx, await approvalOf(tx, row, purse?.fen ?? 0))
  await withdrawals.update(tx, row.id, { status: 2, auditId: tx.actor.userId, auditTime: tx.now() })
  await trail(tx, row, 'audit', { ...row, status: 2 })
}

/** What a second person is asked to agree to. */
async function approvalOf(tx: Ctx, row: withdrawals.WithdrawalRow, leftFen: number): Promise<Wish> {
  const { approval_amount: limit } = await getSettings(tx)
  const { id, extractNo, extractPriceFen: amountFen, feeFen, realName, extractType } = row
  return {
    kind: 'withdrawal',
    amountFen,
    title: `提现 ${yuanText(amountFen)}，${realName}`,
    object: { type: 'withdrawal', id, name: extractNo, link: `/finance/extract?keywords=${extractNo}` },
    rule: `一次提现超过 ${yuanText(limit)}`,
    pinned: whereTo(row),
    changes: [
      {
        name: `打款给 ${realName}（${extractTypes[extractType]}）`,
        now: '',
        after: `+${yuanText(amountFen - feeFen)}`,
      },
      ...(feeFen ? [{ name: '手续费', now: '', after: yuanText(feeFen) }] : []),
      { name: '剩余佣金', now: yuanText(leftFen), after: yuanText(leftFen) },
    ],
  }
}

async function markPaid(tx: Ctx, row: withdrawals.WithdrawalRow, { payVoucher, payNo }: Step): Promise<void> {
  if (row.status === 0) throw new Refusal('请先审核通过')
  if (row.status === -1) throw stateConflict('提现申请已处理')
  if (!payVoucher?.trim()) throw new BadInput('请填写打款凭证', 'payVoucher')
  const isAgain = row.status === 1
  const set = { status: 1 as const, payVoucher: payVoucher.trim(), payNo: payNo?.trim() ?? (isAgain ? row.payNo : '') }
  await withdrawals.update(tx, row.id, { ...set, ...(!isAgain && { payTime: tx.now() }) })
  if (!isAgain) await settleAsked(tx, keyOf(row))
  await trail(tx, row, 'paid', { ...row, ...set })
  if (!isAgain) await tell(tx, row, '已打款', '')
}

async function sendBack(tx: Ctx, row: withdrawals.WithdrawalRow, message: string): Promise<void> {
  const failMsg = message.trim()
  if (!failMsg) throw new BadInput('请填写驳回原因', 'backMessage')
  if (row.status === -1) throw stateConflict('提现申请已处理')
  const wasPaid = row.status === 1
  if (wasPaid) {
    const purse = await withdrawals.findPurse(tx, row.uid)
    if (!purse?.status && purse?.closeReason === ENDED_BY_BUYER) throw new Refusal('账号已注销，请重新打款并更新凭证')
    await requireProofAbove(tx, row)
  }
  await putBack(tx, row, { failMsg, title: wasPaid ? '打款退回' : '提现申请拒绝' })
  await trail(tx, row, 'withdraw', { ...row, status: -1, failMsg })
  await tell(tx, row, wasPaid ? '打款被退回' : '未通过', failMsg)
}

/** The commission of a withdrawal is its promoter's again. @param row locked, its promoter too */
export async function putBack(
  tx: Ctx,
  row: withdrawals.WithdrawalRow,
  { failMsg, title }: { failMsg: string; title: string },
): Promise<void> {
  const by = tx.caller && { auditId: tx.actor.userId, auditTime: tx.now() }
  await withdrawals.update(tx, row.id, { status: -1, failMsg, ...by })
  await settleAsked(tx, keyOf(row))
  await addBrokerage(tx, {
    uid: row.uid,
    priceFen: row.extractPriceFen,
    linkType: 'withdraw',
    linkId: row.extractNo,
    title,
    mark: failMsg,
    bizKey: `${keyOf(row)}:back`,
  })
}

async function requireProofAbove(tx: Ctx, { extractPriceFen }: withdrawals.WithdrawalRow): Promise<void> {
  const { reauth_amount } = await getSettings(tx)
  if (extractPriceFen > reauth_amount) requireProof(tx)
}

async function tell(tx: Ctx, row: withdrawals.WithdrawalRow, result: string, reason: string): Promise<void> {
  await tellBuyer(tx, {
    mark: 'extractResult',
    uid: row.uid,
    bizId: `${row.id}:${row.version}`,
    link: '/promoter/withdrawals',
    values: { extractNo: row.extractNo, money: amountText(row.extractPriceFen), result, reason },
  })
}

/** One entry of the trail; account numbers are masked. */
function trail(
  tx: Ctx,
  before: withdrawals.WithdrawalRow,
  action: 'update' | 'audit' | 'paid' | 'withdraw',
  after: withdrawals.WithdrawalRow,
): Promise<void> {
  return audit(tx, {
    action,
    objectType: 'withdrawal',
    objectId: before.id,
    objectName: before.extractNo,
    before: shown(before),
    after: shown(after),
    labels: LABELS,
  })
}

/** What the trail leaves out: what never changes, and who did it when, which each entry says. A new column stands here or in its words. */
type Untold =
  | keyof typeof editableColumns
  | 'uid'
  | 'extractNo'
  | 'qrcodeUrl'
  | 'feeFen'
  | 'balanceFen'
  | 'auditId'
  | 'auditTime'
  | 'payTime'
type Told = Exclude<keyof withdrawals.WithdrawalRow, Untold>
type TrailOf<Value> = { [Name in Told as Name extends `${infer Base}Fen` ? Base : Name]: Value }

const LABELS: TrailOf<string> = {
  status: '状态',
  extractPrice: '提现金额',
  extractType: '提现方式',
  realName: '收款人姓名',
  bankName: '开户银行',
  bankAddress: '开户支行',
  cardNum: '银行卡号',
  alipayCode: '支付宝账号',
  wechat: '微信号',
  mark: '备注',
  failMsg: '未成功原因',
  payVoucher: '打款凭证',
  payNo: '打款流水号',
}

function shown(row: withdrawals.WithdrawalRow): TrailOf<string | number> {
  const { realName, bankName, bankAddress, mark, failMsg, payVoucher, payNo } = row
  return {
    realName,
    bankName,
    bankAddress,
    mark,
    failMsg,
    payVoucher,
    payNo,
    status: withdrawalStatusLabels[row.status],
    extractPrice: toYuan(row.extractPriceFen),
    extractType: extractTypes[row.extractType],
    cardNum: maskNumber(row.cardNum),
    alipayCode: maskNumber(row.alipayCode),
    wechat: maskNumber(row.wechat),
  }
}

/** Account numbers in full. */
export const withdrawalRevealer: Revealer = {
  type: 'extract',
  objectType: 'withdrawal',
  async find(ctx, id, field) {
    const row = ctx.actor.scope.storeIds ? undefined : await withdrawals.find(ctx, id)
    if (!row || field !== 'account') return undefined
    return { value: accountOf(row), name: row.extractNo, label: accounts[row.extractType].label }
  },
}

/** How many withdrawals have a state; accounts of single stores see none. */
export const countWithdrawals = withdrawals.countOf

/** The withdrawals that wait to be reviewed, on bell and menu. */
export const withdrawalsToReview: TodoCounter = {
  name: 'withdrawalsToReview',
  page: 'finance/withdrawal-list',
  permission: 'admin:finance:apply:list',
  count: (ctx) => withdrawals.countOf(ctx, 0),
}

/** An account with money on its way out does not end. */
export async function refuseEndWhileOpen(tx: Ctx, uid: number): Promise<void> {
  if (await withdrawals.hasOpen(tx, uid)) throw new Refusal('还有未完成的提现申请，暂不能注销账号')
}
