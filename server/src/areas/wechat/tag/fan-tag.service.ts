import { setTimeout as wait } from 'node:timers/promises'
import type { FanTag, FanTagDraft, FanTagging } from '@zhanggui/contract/wechat/fan-tag.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { cutText } from '@zhanggui/domain/text.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { MAX_TAGS, TAGGED_AT_ONCE } from '@zhanggui/domain/wechat/fan.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, HttpError, notFound } from '../../../platform/http/errors.ts'
import {
  callWechat,
  readWechat,
  type WechatAccount,
  WechatRefusal,
} from '../../../platform/outside/wechat/wechat-call.ts'
import { refuseWechat } from '../../../platform/outside/wechat/wechat-errors.ts'
import { getWechatAccount } from '../wechat-user/wechat-account.service.ts'
import * as tags from './fan-tag.repository.ts'

const WHAT = '粉丝标签'
const OBJECT = 'fan-tag'
/** WeChat refuses taggings of one account that run side by side. */
const TURN = 'tagging'
const TURN_MS = 60_000
const WAIT_MS = 200
const WAITS = 50
/** Numbers up to this one are WeChat's own groups. */
const OWN_GROUPS = 2
const TAKEN = 45157
const TOO_LONG = 45158
const TOO_MANY = 45056
const CROWDED = 45057

/** All tags, with how many followers have them. */
export async function listTags(ctx: Ctx): Promise<FanTag[]> {
  const rows = ctx.caller?.scope.storeIds ? [] : await tags.list(ctx)
  return rows.map(({ id, name, count, createdAt }) => ({ id, name, count, createTime: toWireTime(createdAt) }))
}

/** Adds a tag at WeChat, then here. @throws 409 for a taken name; 422 for the hundred-and-first, and what WeChat says */
export async function saveTag(ctx: Ctx, { name }: FanTagDraft): Promise<{ id: number }> {
  refuseOfStores(ctx)
  const account = await getWechatAccount(ctx, 'wechat')
  if (await tags.isTaken(ctx, name)) throw taken()
  if ((await tags.countAll(ctx)) >= MAX_TAGS) throw tooMany()
  const { tag } = await callWechat(account, '/cgi-bin/tags/create', { tag: { name } }).catch(refuse)
  const id = Number((tag as { id?: unknown } | undefined)?.id)
  if (!Number.isInteger(id) || id <= 0) throw new HttpError(502, 'UPSTREAM', '微信没有返回标签编号，请从微信同步')
  await inTransaction(ctx, async (tx) => {
    await tags.store(tx, [{ id, name }])
    await audit(tx, { objectType: OBJECT, objectId: id, objectName: name, after: { name } })
  })
  return { id }
}

/** Renames a tag. @throws 404, and as {@link saveTag} */
export async function updateTag(ctx: Ctx, { id, name }: FanTagDraft & { id: number }): Promise<{ id: number }> {
  refuseOfStores(ctx)
  const account = await getWechatAccount(ctx, 'wechat')
  const before = await getTag(ctx, id)
  if (await tags.isTaken(ctx, name, id)) throw taken()
  await callWechat(account, '/cgi-bin/tags/update', { tag: { id, name } }).catch(refuse)
  await inTransaction(ctx, async (tx) => {
    await tags.store(tx, [{ id, name }])
    await audit(tx, {
      objectType: OBJECT,
      objectId: id,
      objectName: name,
      before: { name: before.name },
      after: { name },
    })
  })
  return { id }
}

/** Deletes a tag, also from the fans who have it. @throws 404 */
export async function removeTag(ctx: Ctx, id: number): Promise<void> {
  refuseOfStores(ctx)
  const account = await getWechatAccount(ctx, 'wechat')
  const { name } = await getTag(ctx, id)
  await callWechat(account, '/cgi-bin/tags/delete', { tag: { id } }).catch(refuse)
  await inTransaction(ctx, async (tx) => {
    await tags.remove(tx, id)
    await audit(tx, { action: 'delete', objectType: OBJECT, objectId: id, objectName: name, before: { name } })
  })
}

/**
 * Puts a tag on people, or takes it off; people who do not follow are skipped. What WeChat has taken stays when it refuses the rest.
 * @throws 404; 409 while another tagging runs
 */
export async function tagFans(ctx: Ctx, { tagId, ids, on }: FanTagging) {
  refuseOfStores(ctx)
  const { name } = await getTag(ctx, tagId)
  const openids = await tags.followersOf(ctx, ids)
  await tagOpenids(ctx, { tagId, openids, on })
  await inTransaction(ctx, (tx) =>
    audit(tx, {
      action: 'batch',
      objectType: OBJECT,
      objectId: tagId,
      objectName: `${on ? '打上' : '去掉'}标签「${name}」：${openids.length} 位粉丝`,
    }),
  )
  return { done: openids.length, skipped: ids.length - openids.length }
}

/** The same for followers by their openids, for work that nobody waits for. */
export async function tagOpenids(
  ctx: Ctx,
  { tagId, openids, on }: { tagId: number; openids: readonly string[]; on: boolean },
): Promise<void> {
  if (!openids.length) return
  const account = await getWechatAccount(ctx, 'wechat')
  const path = on ? '/cgi-bin/tags/members/batchtagging' : '/cgi-bin/tags/members/batchuntagging'
  await inTurn(ctx, async () => {
    for (let from = 0; from < openids.length; from += TAGGED_AT_ONCE) {
      const some = openids.slice(from, from + TAGGED_AT_ONCE)
      const body = { openid_list: some, tagid: tagId }
      await callWechat(account, path, body, undefined, { isRepeatable: true }).catch(refuse)
      await tags.setTag(ctx, some, tagId, on)
    }
  })
}

/** Takes over the tags that WeChat has. */
export async function mirrorTags(ctx: Ctx, account: WechatAccount): Promise<void> {
  const { tags: given } = await readWechat(account, '/cgi-bin/tags/get').catch(refuseWechat)
  const known = (Array.isArray(given) ? given : []) as { id?: unknown; name?: unknown }[]
  const found = known
    .map(({ id, name }) => ({ id: Number(id), name: cutText(String(name ?? ''), 30) }))
    .filter(({ id, name }) => Number.isInteger(id) && id > OWN_GROUPS && name)
  await inTransaction(ctx, async (tx) => {
    await tags.keepOnly(
      tx,
      found.map(({ id }) => id),
    )
    await tags.store(tx, found)
  })
}

/** Fans are of the whole shop. @throws 404 for an account of single stores */
function refuseOfStores({ caller }: Ctx): void {
  if (caller?.scope.storeIds) throw notFound(WHAT)
}

/** @throws 404 */
export async function getTag(ctx: Ctx, id: number): Promise<tags.TagRow> {
  const row = await tags.find(ctx, id)
  if (!row) throw notFound(WHAT)
  return row
}

/** Runs work of which one at a time runs in all processes. */
async function inTurn(ctx: Ctx, work: () => Promise<void>): Promise<void> {
  for (let waited = 0; !(await tags.takeTurn(ctx, TURN, TURN_MS)); waited++) {
    if (waited >= WAITS) throw new HttpError(409, 'STATE_CONFLICT', '正在给其他粉丝打标签，请稍后再试')
    await wait(WAIT_MS)
  }
  try {
    await work()
  } finally {
    await tags.freeTurn(ctx, TURN)
  }
}

const taken = () => conflict('标签已存在', 'name')
const tooMany = () => new Refusal(`公众号最多有 ${MAX_TAGS} 个标签`)

function refuse(error: unknown): never {
  if (error instanceof WechatRefusal) {
    if (error.errcode === TAKEN) throw taken()
    if (error.errcode === TOO_MANY) throw tooMany()
    if (error.errcode === TOO_LONG) throw new Refusal('标签名称过长，请缩短')
    if (error.errcode === CROWDED) throw new Refusal('标签下粉丝超过10万，微信不允许直接删除')
  }
  return refuseWechat(error)
}
