import type {
  ChannelCode,
  ChannelCodeChange,
  ChannelCodeDraft,
  ChannelCodeFigures,
  ChannelCodeQuery,
} from '@zhanggui/contract/wechat/channel-code.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireDay, wireTime } from '@zhanggui/domain/time.ts'
import { type CodeKind, MAX_CODE_DAYS, MAX_PERMANENT_CODES } from '@zhanggui/domain/wechat/channel-code.ts'
import { audit } from '../../../platform/data/audit.ts'
import { answerPage, wireRow } from '../../../platform/data/keep.ts'
import type { Saved } from '../../../platform/data/rows.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, HttpError, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { callWechat } from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { getReply } from '../reply/wechat-reply.service.ts'
import { getTag } from '../tag/fan-tag.service.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'
import * as codes from './channel-code.repository.ts'

const WHAT = '渠道码'
const DAYS = 30
const DAY_MS = 24 * 3600_000
const PIXELS = 600
const TEMPORARY: CodeKind = 1

/** A page of codes, newest first, each with its last thirty days. */
export async function listCodes(ctx: Ctx, query: ChannelCodeQuery) {
  // Fans belong to the whole shop: accounts limited to stores have no codes either.
  const list: typeof codes.list = (of, ...asked) =>
    isOfStores(of) ? Promise.resolve({ rows: [], total: 0 }) : codes.list(of, ...asked)
  const answer = await answerPage(ctx, query, list, (row) => row as codes.ShownCode)
  const daysOf = await readDays(
    ctx,
    answer.list.map(({ id }) => id),
  )
  return { ...answer, list: answer.list.map((row) => ({ ...describe(ctx, row), days: daysOf(row.id) })) }
}

/** A code as the trail shows it. @throws 404 */
export async function getCode(ctx: Ctx, id: number): Promise<ChannelCode> {
  const row = isOfStores(ctx) ? undefined : await codes.find(ctx, id)
  if (!row) throw notFound(WHAT)
  return describe(ctx, row)
}

/** A code with its picture, its days, and what the people who came by it did. @throws 404 */
export async function getFigures(ctx: Ctx, id: number): Promise<ChannelCodeFigures> {
  const shown = await getCode(ctx, id)
  const { paidFen, ...outcome } = await codes.countOutcome(ctx, id)
  const { toDataURL } = await import('qrcode')
  const picture = await toDataURL(shown.url, { width: PIXELS, margin: 2, errorCorrectionLevel: 'M' })
  return { ...shown, ...outcome, paid: toYuan(paidFen), days: (await readDays(ctx, [id]))(id), picture }
}

/**
 * Makes a code at WeChat, and stores it.
 * @throws 400 for a temporary code without days; 409 for a taken name or scene, also of two that are saved at once; 422 for the tag
 */
export async function saveCode(
  ctx: Ctx,
  { days, tagId = 0, replyId = 0, status = true, ...draft }: ChannelCodeDraft,
): Promise<Saved> {
  if (isOfStores(ctx)) throw notFound(WHAT)
  if (draft.kind === TEMPORARY && !days) throw new BadInput('请填写有效天数', 'days')
  await checkEffects(ctx, { tagId, replyId })
  await refuseSame(ctx, draft)
  if (draft.kind !== TEMPORARY && (await codes.countPermanent(ctx)) >= MAX_PERMANENT_CODES)
    throw new Refusal('公众号的永久码已用完10万个，请改用临时码')
  const drawn = await drawCode(ctx, draft, days)
  return inTransaction(ctx, async (tx) => {
    const saved = await codes.insert(tx, { ...draft, tagId, replyId, status, ...drawn })
    if (!saved) {
      await refuseSame(tx, draft)
      throw taken()
    }
    const after = await getCode(tx, saved.id)
    await audit(tx, { objectId: saved.id, objectName: after.name, after })
    return saved
  })
}

/**
 * Changes a code; with days, a temporary one lives so long from now on, and has a new picture.
 * @throws 400 for days of a permanent code; 404; 409 for a taken name or another version; 422 for the tag
 */
export async function updateCode(ctx: Ctx, { id, version, days, ...change }: ChannelCodeChange): Promise<Saved> {
  const known = await getCode(ctx, id)
  if (days && known.kind !== TEMPORARY) throw new BadInput('永久码没有有效天数', 'days')
  const { tagId = known.tagId, replyId = known.replyId } = change
  await checkEffects(ctx, {
    tagId: tagId === known.tagId ? 0 : tagId,
    replyId: replyId === known.replyId ? 0 : replyId,
  })
  await refuseSame(ctx, { name: change.name }, id)
  if (version !== undefined && version !== known.version) throw versionConflict(known)
  const drawn = days ? await drawCode(ctx, known, days) : {}
  return inTransaction(ctx, async (tx) => {
    const row = await codes.lock(tx, id)
    if (!row) throw notFound(WHAT)
    const before = describe(tx, row)
    const saved = await refuseTaken(codes.update(tx, id, version, { ...change, ...drawn }), taken)
    if (!saved) throw versionConflict(before)
    await audit(tx, {
      objectId: id,
      objectName: change.name,
      reckoned: ['scans', 'follows'],
      before,
      after: await getCode(tx, id),
    })
    return saved
  })
}

/** Takes a code away from the list. It goes on to be counted, as it may hang somewhere. @throws 404 */
export async function removeCode(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = isOfStores(tx) ? undefined : await codes.lock(tx, id)
    if (!row) throw notFound(WHAT)
    await codes.update(tx, id, undefined, { isDel: true, status: false })
    await audit(tx, { action: 'delete', objectId: id, objectName: row.name, before: describe(tx, row) })
  })
}

const isOfStores = ({ caller }: Ctx): boolean => caller?.scope.storeIds !== undefined

/** A permanent code never ends; a temporary one after some days. */
async function drawCode(ctx: Ctx, { kind, scene }: { kind: CodeKind; scene: string }, days = MAX_CODE_DAYS) {
  const account = await getWechatAccount(ctx, 'wechat')
  const seconds = (days * DAY_MS) / 1000
  const action =
    kind === TEMPORARY
      ? { action_name: 'QR_STR_SCENE', expire_seconds: seconds }
      : { action_name: 'QR_LIMIT_STR_SCENE' }
  const body = { ...action, action_info: { scene: { scene_str: scene } } }
  const { url } = await callWechat(account, '/cgi-bin/qrcode/create', body, undefined, { isRepeatable: true }).catch(
    refuseWechat,
  )
  if (typeof url !== 'string' || !url) throw new HttpError(502, 'UPSTREAM', '微信没有返回渠道码，请稍后再试')
  const expireTime = kind === TEMPORARY ? new Date(ctx.now().getTime() + days * DAY_MS) : null
  return { url, expireTime }
}

/** @throws 404 for a tag or a reply that is not there */
async function checkEffects(ctx: Ctx, { tagId, replyId }: { tagId: number; replyId: number }): Promise<void> {
  if (tagId) await getTag(ctx, tagId)
  if (replyId) await getReply(ctx, replyId)
}

async function refuseSame(ctx: Ctx, typed: { name: string; scene?: string }, except?: number): Promise<void> {
  const same = await codes.listSame(ctx, typed, except)
  if (same.some(({ named }) => named)) throw taken()
  if (same.some(({ scened }) => scened)) throw conflict('场景值已被使用，含已删除的渠道码', 'scene')
}

const taken = () => conflict('渠道码名称已存在', 'name')

/** The days of codes: each of the last thirty, also those on which nobody scanned. */
async function readDays(ctx: Ctx, ids: readonly number[]) {
  const start = new Date(`${toWireDay(ctx.now())}T00:00:00+08:00`).getTime() - (DAYS - 1) * DAY_MS
  const counted = ids.length ? await codes.countDays(ctx, ids, new Date(start)) : []
  const all = Array.from({ length: DAYS }, (_, at) => toWireDay(new Date(start + at * DAY_MS)))
  return (id: number) => {
    const own = new Map(counted.filter(({ codeId }) => codeId === id).map((row) => [row.day, row]))
    return all.map((day) => ({ day, scans: own.get(day)?.scans ?? 0, follows: own.get(day)?.follows ?? 0 }))
  }
}

function describe({ now }: Ctx, row: codes.ShownCode): ChannelCode {
  const { isDel: _, expireTime, ...shown } = wireRow(row)
  return { ...shown, expireTime: wireTime(expireTime), expired: expireTime !== null && expireTime <= now() }
}
