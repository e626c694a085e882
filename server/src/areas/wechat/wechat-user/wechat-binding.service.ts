import type { Ctx } from '../../../platform/http/context.ts'
import type { WechatPerson } from '../../../platform/outside/wechat/sign-in.ts'
import type { WechatUser } from './wechat-binding.repository.ts'
import * as people from './wechat-binding.repository.ts'

/** Where somebody signs in with WeChat: the official account or the mini-program. */
export type WechatChannel = 'wechat' | 'routine'

/**
 * The row of a person who signs in, made at the first time. Two rows that turn out to be one person become one, unless they
 * belong to two customers.
 * @param tx a transaction, which locks the row
 */
export async function claimWechatUser(tx: Ctx, channel: WechatChannel, person: WechatPerson): Promise<WechatUser> {
  const column = columnOf(channel)
  const { openid, unionid, nickname, avatar } = person
  const seen = { ...(nickname && { nickname }), ...(avatar && { avatar }) }
  await people.insertNew(tx, { ...seen, [column]: openid, unionid, userType: channel, createdAt: tx.now() })
  const found = await people.lockMatching(tx, column, person)
  const own = found.find((row) => row[column] === openid)
  const twin = found.find((row) => row !== own)
  if (!twin) {
    if (!own) throw new Error('a WeChat user was not stored')
    return people.update(tx, own.id, { ...seen, ...(unionid && { unionid }) })
  }
  if (own?.uid && twin.uid && own.uid !== twin.uid) return people.update(tx, own.id, seen)
  if (own) await people.remove(tx, own.id)
  const kept = own && channel === 'wechat' ? fanPartOf(own) : {}
  return people.update(tx, twin.id, { ...seen, ...kept, [column]: openid, uid: twin.uid || own?.uid || 0 })
}

/** What a row says of a follower of the official account, which goes with its openid. */
function fanPartOf({ subscribe, subscribeTime, unsubscribeTime, subscribeScene, ...row }: WechatUser) {
  const { tagIds, remark, groupid, codeId, syncedAt } = row
  return {
    subscribe,
    subscribeTime,
    unsubscribeTime,
    subscribeScene,
    tagIds,
    remark,
    groupid,
    codeId,
    syncedAt,
  }
}

/**
 * A person by the row's id.
 * @param tx a transaction, which locks the row
 */
export function findWechatUser(tx: Ctx, id: number): Promise<WechatUser | undefined> {
  return people.lock(tx, id)
}

/**
 * Binds a person to a customer, in the row of theirs that lacks this account if there is one.
 * @param tx a transaction that holds the lock of the person's row
 */
export async function bindWechatUser(tx: Ctx, person: WechatUser, uid: number): Promise<void> {
  const others = await people.lockOthers(tx, uid, person.id)
  const other = others.find((row) => fits(row, person))
  if (!other) {
    await people.update(tx, person.id, { uid })
    return
  }
  await people.remove(tx, person.id)
  await people.update(tx, other.id, {
    ...(!other.openid && fanPartOf(person)),
    openid: other.openid || person.openid,
    routineOpenid: other.routineOpenid || person.routineOpenid,
    unionid: other.unionid || person.unionid,
    nickname: other.nickname || person.nickname,
    avatar: other.avatar || person.avatar,
  })
}

/** The openid by which a customer is known in an account; undefined for nobody who has come by it. */
export async function findOpenid(ctx: Ctx, uid: number, channel: WechatChannel): Promise<string | undefined> {
  const column = columnOf(channel)
  const found = (await people.listOf(ctx, uid)).filter((row) => row[column])
  // One customer may have come as two people: the one who came last pays.
  return found.sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())[0]?.[column]
}

/** By which names WeChat knows a customer, each with its kind. */
export async function listWechatNames(tx: Ctx, uid: number): Promise<string[]> {
  const found = await people.listOf(tx, uid)
  return found.flatMap((row) =>
    (['openid', 'routineOpenid', 'unionid'] as const).flatMap((kind) => (row[kind] ? [`${kind}:${row[kind]}`] : [])),
  )
}

/**
 * Forgets the persons bound to a customer, who are strangers when they come again.
 * @param tx a transaction
 */
export const forgetWechatUsers = (tx: Ctx, uid: number): Promise<void> => people.removeOf(tx, uid)

/** Whether two rows can be one person's: they contradict each other in no name. */
function fits(one: WechatUser, other: WechatUser): boolean {
  return (['openid', 'routineOpenid', 'unionid'] as const).every((name) => !one[name] || !other[name])
}

function columnOf(channel: WechatChannel): 'openid' | 'routineOpenid' {
  return channel === 'wechat' ? 'openid' : 'routineOpenid'
}
