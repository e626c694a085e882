import { Refusal } from '@zhanggui/domain/errors.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import {
  type CheckedKind,
  type CheckState,
  readVerdict,
  type Verdict,
  worstVerdict,
} from '@zhanggui/domain/wechat/content-check.ts'
import { defineHook } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { callWechat, WechatRefusal, WechatSilence } from '../../../platform/outside/wechat/wechat-call.ts'
import { wordsOf } from '../../../platform/outside/wechat/wechat-errors.ts'
import { freeFiles, useFiles } from '../../file/file/file-ref.service.ts'
import { getSettings, readStored } from '../../setting/setting/setting.service.ts'
import { readWechatAccount } from '../wechat-user/wechat-account.service.ts'
import { findOpenid } from '../wechat-user/wechat-binding.service.ts'
import * as checks from './content-check.repository.ts'

export const MEDIA_QUEUE = 'wechat-media-check'
/** Owner of the pictures that are held. */
const FILES = 'contentCheck'
const MAX_TEXT = 2500
/** Where a text stands, by WeChat's numbers. */
export const scenes = { reply: 2, nickname: 1, avatar: 1 } as const
const OFFENDING = 87014
const AWAY = 61010
const NOT_OURS = [40003, 43104]

/** What WeChat said of a text. */
export type Checked = { verdict: Exclude<Verdict, 'risky'>; reason: string }

/** Whose content is held: what becomes of it once it is decided. */
export type ContentOwner = {
  kind: CheckedKind
  /** What staff must hold besides the right to this desk. */
  permission?: string
  /** Shows it. @param byStaff otherwise WeChat let it pass */
  release(tx: Ctx, row: checks.CheckRow, byStaff: boolean): Promise<void>
  refuse(tx: Ctx, row: checks.CheckRow): Promise<void>
}

/** Areas whose buyers write something add theirs. */
export const contentOwners = defineHook<ContentOwner>('owners of checked content')

/** Whether what buyers write is looked at. */
export async function isChecked(ctx: Ctx): Promise<boolean> {
  return (await getSettings(ctx)).content_check
}

/**
 * Has WeChat look at what a buyer wrote, before the transaction that stores it.
 * @param openid of the mini-program, for somebody who is no customer yet
 * @returns undefined while nothing is checked; what is not to be shown at once is given to {@link holdContent}
 * @throws 422 for a text that WeChat calls an offence
 */
export async function checkText(
  ctx: Ctx,
  { kind, uid, text, openid }: { kind: CheckedKind; uid: number; text: string; openid?: string },
): Promise<Checked | undefined> {
  if (!(await isChecked(ctx))) return undefined
  if (!text.trim()) return { verdict: 'pass', reason: '' }
  const account = await readWechatAccount(ctx, 'routine', await readStored(ctx))
  if (!account) return none('没有配置小程序，微信不能检查')
  const person = openid ?? (await findOpenid(ctx, uid, 'routine'))
  if (!person) return none('该用户没有来过小程序，微信不能检查')
  const body = { content: cutText(text, MAX_TEXT), version: 2, scene: scenes[kind], openid: person }
  try {
    const answer = await callWechat(account, '/wxa/msg_sec_check', body, undefined, { isRepeatable: true })
    const verdict = readVerdict(answer.result)
    if (verdict === 'risky') throw offending()
    return { verdict, reason: verdict === 'none' ? '微信没有给出结论' : '' }
  } catch (error) {
    if (error instanceof WechatRefusal && error.errcode === OFFENDING) throw offending()
    if (error instanceof WechatRefusal || error instanceof WechatSilence) return none(reasonOf(error))
    throw error
  }
}

/** Why WeChat gave no verdict. */
export function reasonOf(error: WechatRefusal | WechatSilence): string {
  if (error instanceof WechatSilence) return '微信没有回应'
  if (error.errcode === AWAY) return '该用户两小时内没有来过小程序，微信不能检查'
  if (NOT_OURS.includes(error.errcode)) return '该用户不是这个小程序的用户，微信不能检查'
  return cutText(wordsOf(error), 255)
}

const none = (reason: string): Checked => ({ verdict: 'none', reason })
const offending = () => new Refusal('内容含违规信息，请修改后再提交', 'CONTENT_REFUSED')

/** Whether something can be shown at once: neither its text nor a picture waits for anybody. */
export function canShow(checked: Checked | undefined, pics: readonly string[]): boolean {
  return !checked || (checked.verdict === 'pass' && !pics.length)
}

type Held = { kind: CheckedKind; bizId: number; uid: number; text: string; pics: readonly string[]; checked: Checked }

/**
 * Holds what cannot be shown at once: pictures until WeChat has looked at them, a text without a good verdict until staff has.
 * What was held at the same place before gives way.
 * @param tx the transaction that stores it, hidden
 */
export async function holdContent(tx: Ctx, { kind, bizId, uid, text, pics, checked }: Held): Promise<void> {
  const former = await checks.lockOpenOf(tx, kind, bizId)
  if (former) await close(tx, former, 3, { reason: '已被后来的内容取代' })
  const { verdict, reason } = checked
  const state: CheckState = pics.length ? 0 : 1
  const id = await checks.insert(tx, { kind, bizId, uid, text, pics: [...pics], state, verdict, reason })
  if (!pics.length) return
  await useFiles(tx, { type: FILES, id, field: 'pics', title: '等待审核的内容' }, pics.join(' '))
  await tx.platform.jobs.enqueue(tx, MEDIA_QUEUE, { id })
}

/** Closes what is held at a place, as its owner decided it elsewhere. */
export async function settleContent(tx: Ctx, kind: CheckedKind, bizId: number, pass: boolean): Promise<void> {
  const row = await checks.lockOpenOf(tx, kind, bizId)
  if (row) await close(tx, row, pass ? 2 : 3, { decidedBy: tx.caller?.userId ?? null })
}

/**
 * Decides something by WeChat's verdicts once there is one of every picture.
 * @param tx a transaction
 */
export async function decideByVerdicts(tx: Ctx, id: number): Promise<void> {
  const [row] = await checks.lockOpen(tx, [id])
  if (row?.state !== 0) return
  const given = (await checks.listTraces(tx, id)).map(({ verdict }) => verdict)
  if (given.length < row.pics.length || given.includes(null)) return
  const verdict = worstVerdict([row.verdict, ...given.filter((each) => each !== null)])
  if (verdict === 'pass' || verdict === 'risky') return decideContent(tx, row, verdict === 'pass', { verdict })
  const reason = row.reason || (verdict === 'none' ? '微信没有看到图片' : '')
  await checks.update(tx, id, { state: 1, verdict, reason })
}

/** Shows or refuses something that is held. @param decided by staff, or by WeChat's verdict */
export async function decideContent(
  tx: Ctx,
  row: checks.CheckRow,
  pass: boolean,
  decided: { verdict: Verdict } | { decidedBy: number },
): Promise<void> {
  const owner = tx.platform.hooks.of(contentOwners).find(({ kind }) => kind === row.kind)
  // Closed first: what its owner does may look for what is open.
  await close(tx, row, pass ? 2 : 3, decided)
  if (pass) await owner?.release(tx, row, 'decidedBy' in decided)
  else await owner?.refuse(tx, row)
}

type Closing = { reason?: string; verdict?: Verdict; decidedBy?: number | null }

async function close(tx: Ctx, row: checks.CheckRow, state: CheckState, closing: Closing): Promise<void> {
  await checks.update(tx, row.id, { state, decidedAt: tx.now(), ...closing })
  await freeFiles(tx, FILES, row.id)
}
