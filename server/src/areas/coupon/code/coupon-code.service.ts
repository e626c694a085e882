import { randomInt } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { type CodeBatch, type CodeDraft, couponCode } from '@zhanggui/contract/coupon/coupon-code.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { readPasted } from '@zhanggui/domain/keyword.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { writeSheet } from '../../../platform/content/sheets.ts'
import { audit } from '../../../platform/data/audit.ts'
import { answerPage } from '../../../platform/data/keep.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { Accepted } from '../../../platform/http/accepted.ts'
import { type Ctx, inTransaction, type Platform } from '../../../platform/http/context.ts'
import { conflict, HttpError, notFound } from '../../../platform/http/errors.ts'
import { startTask, type TaskFile, type TaskResult, type TaskWork } from '../../../platform/work/tasks.ts'
import * as codes from './coupon-code.repository.ts'

const TASK = 'coupon-code'
/** Without the letters and digits that are read for one another. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12
/** Codes that one statement stores. */
const CHUNK = 2000
const MAX_TAIL = 4

type Batch = { couponId: number; batchNo: string; batchName?: string }
type Params = Batch & { count: number }

/** Registers the task that makes unique codes. */
export function registerCodes({ tasks }: Platform): void {
  tasks.handle<Params>(TASK, { needs: couponCode.save.permission, restartable: true }, makeCodes)
}

/** A page of batches of codes, the newest first. */
export function listBatches(ctx: Ctx, { query }: RouteInput<typeof couponCode.list>) {
  return answerPage(ctx, query, codes.list, ({ createdAt, ...batch }): CodeBatch => {
    return { ...batch, createTime: toWireTime(createdAt) }
  })
}

/**
 * Makes codes for a coupon: unique ones in a task, whose file is the only place they can be read; a shared one as it was typed.
 * @throws {BadInput} without their number, or the code, or with the code in the name of the batch; 404; 422 for a coupon that is
 * not received by code; 409 for a taken code
 */
export function saveCodes(
  ctx: Ctx,
  draft: CodeDraft,
): Promise<{ batchNo: string } | Accepted<{ taskId: string; batchNo: string }>> {
  const { couponId, kind, count, code, batchName = '' } = draft
  if (kind === 'unique' && !count) throw new BadInput('请输入数量', 'count')
  if (kind === 'shared' && !code) throw new BadInput('请输入兑换码', 'code')
  if (code && tidyCode(batchName).includes(tidyCode(code)))
    throw new BadInput('批次名称里不能写兑换码，它会被看到', 'batchName')
  return inTransaction(ctx, async (tx) => {
    const coupon = await codes.lockCoupon(tx, couponId)
    if (!coupon) throw new HttpError(404, 'NOT_FOUND', '优惠券不存在')
    if (coupon.type !== 4) throw new Refusal('只有领取方式为兑换券的优惠券可以生成兑换码')
    const batchNo = await nextNo(tx, 'D')
    await noteBatch(tx, batchNo, coupon.name, draft)
    if (kind === 'shared') return saveShared(tx, batchNo, draft)
    const title = `生成兑换码：${[coupon.name, batchName].filter(Boolean).join(' · ')}`
    const { taskId } = await startTask(tx, { type: TASK, title, params: { couponId, batchNo, batchName, count } })
    return new Accepted({ taskId, batchNo })
  })
}

async function saveShared(tx: Ctx, batchNo: string, draft: CodeDraft) {
  const { couponId, batchName = '', code = '', mostUses = 0 } = draft
  const text = tidyCode(code)
  const batch = { couponId, batchNo, batchName }
  const row = { ...batch, kind: 'shared' as const, mostUses, digest: digestOf(tx, text), tail: tailOf(text) }
  if (!(await codes.insert(tx, [row]))) throw conflict('兑换码已存在', 'code')
  return { batchNo }
}

/** In the trail, without the code. */
function noteBatch(tx: Ctx, batchNo: string, couponName: string, draft: CodeDraft): Promise<void> {
  const { couponId, kind, batchName, count, mostUses = 0 } = draft
  const after = {
    batchNo,
    ...(batchName && { batchName }),
    couponId,
    kind,
    ...(kind === 'unique' ? { count } : { mostUses }),
  }
  return audit(tx, {
    objectId: batchNo,
    objectName: couponName,
    after,
    labels: { couponId: '优惠券编号', batchNo: '批次' },
  })
}

/**
 * Makes the codes that nobody redeemed void.
 * @returns how many
 * @throws 404 for no such batch of the coupon
 */
export function voidCodes(ctx: Ctx, { couponId, batchNo }: { couponId: number; batchNo: string }) {
  return inTransaction(ctx, async (tx) => {
    const code = await codes.findOfBatch(tx, couponId, batchNo)
    if (!code) throw notFound('兑换码')
    const voided = await codes.voidBatch(tx, couponId, batchNo)
    const objectName = `作废${code.batchName && `「${code.batchName}」的`} ${voided} 个兑换码`
    if (voided) await audit(tx, { action: 'void', objectId: batchNo, objectName })
    return { voided }
  })
}

/**
 * Stores the codes and writes them to the task's file, in one transaction: there is no code that is not in the file. A run that
 * was interrupted before its file was handed out begins anew.
 */
function makeCodes(ctx: Ctx, { count, ...batch }: Params, work: TaskWork): Promise<TaskResult> {
  return inTransaction(ctx, async (tx) => {
    if (!(await codes.lockCoupon(tx, batch.couponId))) throw new Refusal('优惠券已删除，没有生成兑换码')
    await codes.removeBatch(tx, batch.batchNo)
    const made = new Set<string>()
    while (made.size < count) {
      await storeChunk(tx, batch, made, Math.min(CHUNK, count - made.size))
      await work.progress({ processed: made.size, total: count })
    }
    const file = await writeCodes(work, made)
    return { file, fileName: `兑换码-${batch.batchNo}.xlsx`, rows: count, message: `已生成 ${count} 个兑换码` }
  })
}

/** Stores so many new codes and adds them to those that were made. */
async function storeChunk(tx: Ctx, batch: Batch, made: Set<string>, size: number): Promise<void> {
  const fresh = new Set<string>()
  while (fresh.size < size) {
    const code = drawCode()
    if (!made.has(code)) fresh.add(code)
  }
  const rows = [...fresh].map((code) => {
    return { ...batch, kind: 'unique' as const, digest: digestOf(tx, code), tail: tailOf(code) }
  })
  const stored = await codes.insert(tx, rows)
  if (stored < rows.length) throw new Error('a code was drawn that had been there before')
  for (const code of fresh) made.add(code)
}

async function writeCodes(work: TaskWork, made: Iterable<string>): Promise<TaskFile> {
  const file = await work.newFile('xlsx')
  const sheet = writeSheet('兑换码', [{ title: '兑换码', value: (code: string) => code }], made, 'xlsx')
  await pipeline(sheet, createWriteStream(file.path, { mode: 0o600 }), { signal: work.signal })
  return file
}

const drawCode = () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** A code as it is compared: case and blanks do not matter. */
export const tidyCode = (typed: string) => readPasted('code', typed)

/** What is stored of a code, so that nobody reads it in the database or a backup. */
export const digestOf = ({ platform }: Ctx, code: string) => platform.secrets.digest(`coupon-code:${code}`)

/** The end of a code, by which staff tell codes apart: at most half of it, so that a short one is not given away. */
const tailOf = (code: string) => code.slice(-Math.min(MAX_TAIL, Math.floor(code.length / 2)))
