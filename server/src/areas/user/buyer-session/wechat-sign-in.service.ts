import type {
  BindingForm,
  OfficialForm,
  ProgramForm,
  SignedInBuyer,
  WechatSignIn,
} from '@zhanggui/contract/user/front-sign-in.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { STORED_PHONE } from '@zhanggui/domain/validators.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { codeToSession, oauthUser, phoneOf, type WechatPerson } from '../../../platform/outside/wechat/sign-in.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { getWechatAccount } from '../../wechat/wechat-user/wechat-account.service.ts'
import {
  bindWechatUser,
  claimWechatUser,
  findWechatUser,
  type WechatChannel,
} from '../../wechat/wechat-user/wechat-binding.service.ts'
import * as customers from './buyer-account.repository.ts'
import { isOfWechat } from './buyer-avatar.service.ts'
import { noteFollowing } from './buyer-follow.service.ts'
import { firstProfile } from './buyer-profile.service.ts'
import { checkBuyerCode, enter, findOrRegister, register } from './buyer-sign-in.service.ts'
import { recogniseFormer } from './former-account.service.ts'

/** How long a person may take to bind a phone. */
const BINDING_MS = 10 * 60_000
const BINDING_KEY = 'buyer-binding'
/** Ways to prove a phone, as the setting numbers them. */
const BY_SMS = 2
/** Of the ways in inside WeChat, as the setting numbers them. */
const BY_WECHAT = 1

/**
 * Signs in to the mini-program.
 * @returns a key instead, when the person must bind a phone first
 * @throws 422 for the code or a disabled customer, 502
 */
export async function signInToProgram(
  ctx: Ctx,
  { code, nickname, avatar, spread_spid }: ProgramForm,
): Promise<WechatSignIn> {
  const person = await codeToSession(await getWechatAccount(ctx, 'routine'), code)
  const { routine_phone_verification: ways } = await getSettings(ctx)
  // Nobody has uploaded a picture before they are signed in.
  const said = { ...(nickname && { nickname }), ...(avatar && isOfWechat(avatar) && { avatar }) }
  const named = { ...person, ...(await firstProfile(ctx, person.openid, said)) }
  return signIn(ctx, 'routine', named, { needsPhone: ways.length > 0, spreadUid: spread_spid ?? 0 })
}

/** Signs in to the official account, where only a message can prove a phone. Returns and throws as {@link signInToProgram}. */
export async function signInToOfficial(ctx: Ctx, { code, spread_spid }: OfficialForm): Promise<WechatSignIn> {
  const { routine_phone_verification: ways, wechat_login_type: offered } = await getSettings(ctx)
  if (!offered.includes(BY_WECHAT)) throw new Refusal('商家没有开启微信授权登录，请使用手机号登录')
  const person = await oauthUser(await getWechatAccount(ctx, 'wechat'), code)
  return signIn(ctx, 'wechat', person, { needsPhone: ways.includes(BY_SMS), spreadUid: spread_spid ?? 0 })
}

/** Who brought somebody, and whether a phone is to be bound before they are a customer. */
type Arrival = { needsPhone: boolean; spreadUid: number }

function signIn(
  ctx: Ctx,
  channel: WechatChannel,
  person: WechatPerson,
  { needsPhone, spreadUid }: Arrival,
): Promise<WechatSignIn> {
  return retried(ctx, async (tx) => {
    const known = await claimWechatUser(tx, channel, person)
    const customer = known.uid ? await customers.lock(tx, known.uid) : undefined
    if (customer) return enter(tx, { customer, isNew: false }, channel)
    if (needsPhone) return { type: 'start', key: sealKey(tx, { id: known.id, channel, spreadUid }) }
    const { nickname, avatar } = known
    const entrant = await register(tx, { nickname, avatar, channel })
    await bindWechatUser(tx, known, entrant.customer.id)
    if (known.subscribe) await noteFollowing(tx, [entrant.customer.id], true)
    await recogniseFormer(tx, entrant.customer.id, null)
    return enter(tx, entrant, channel, spreadUid)
  })
}

/**
 * Binds a person who has begun to sign in to the customer of a phone, which a message or WeChat proves, and signs them in.
 * @throws 400 without either proof; 409 for a person of another phone; 422 for the key, the proof or a disabled customer; 502
 */
export async function bindPhoneOfWechat(ctx: Ctx, form: BindingForm): Promise<SignedInBuyer> {
  const { id, channel, spreadUid } = openKey(ctx, form.key)
  const phone = await provenPhone(ctx, form)
  return retried(ctx, async (tx) => {
    const person = await findWechatUser(tx, id)
    if (!person) throw staleKey()
    const bound = person.uid ? await customers.lock(tx, person.uid) : undefined
    if (bound) {
      if (bound.phone !== phone) throw new HttpError(409, 'STATE_CONFLICT', '该微信已绑定其他账号，请重新登录')
      return enter(tx, { customer: bound, isNew: false }, channel)
    }
    const { nickname, avatar } = person
    const entrant = await findOrRegister(tx, { phone, nickname, avatar, channel })
    await bindWechatUser(tx, person, entrant.customer.id)
    if (person.subscribe) await noteFollowing(tx, [entrant.customer.id], true)
    await recogniseFormer(tx, entrant.customer.id, phone)
    return enter(tx, entrant, channel, spreadUid)
  })
}

async function provenPhone(ctx: Ctx, { phone, captcha, phoneCode }: BindingForm): Promise<string> {
  if (phoneCode) {
    const confirmed = await phoneOf(await getWechatAccount(ctx, 'routine'), phoneCode)
    if (!STORED_PHONE.test(confirmed)) throw new Refusal('微信绑定的不是中国大陆手机号，请使用短信验证')
    return confirmed
  }
  if (!phone) throw new BadInput('请输入手机号', 'phone')
  if (!captcha) throw new BadInput('请输入验证码', 'captcha')
  await checkBuyerCode(ctx, phone, captcha)
  return phone
}

/** Who begins to sign in, and who brought them. */
type Beginning = { id: number; channel: WechatChannel; spreadUid: number }
type Key = Beginning & { use: typeof BINDING_KEY; until: number }

/** Names the person without telling them apart: nobody else can read or make one. */
function sealKey({ platform, now }: Ctx, beginning: Beginning): string {
  const key: Key = { use: BINDING_KEY, ...beginning, until: now().getTime() + BINDING_MS }
  return platform.secrets.seal(JSON.stringify(key))
}

/** @throws 422 */
function openKey({ platform, now }: Ctx, sealed: string): Key {
  try {
    const key = JSON.parse(platform.secrets.open(sealed)) as Key
    if (key.use === BINDING_KEY && key.until > now().getTime()) return key
  } catch {
    // Not one of ours: refused like an old one.
  }
  throw staleKey()
}

function staleKey(): Refusal {
  return new Refusal('登录凭据无效或已过期，请重新进入')
}
