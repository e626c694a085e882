import { randomInt } from 'node:crypto'
import type {
  BuyerPasswordForm,
  FrontConfig,
  MobileForm,
  SignedInBuyer,
} from '@zhanggui/contract/user/front-sign-in.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { BuyerChannel, Ctx } from '../../../platform/http/context.ts'
import { isRefusal } from '../../../platform/http/error-body.ts'
import { HttpError, tooMany } from '../../../platform/http/errors.ts'
import { limitedAddress, networkOf } from '../../../platform/http/networks.ts'
import { dummyHash, hashPassword, needsRehash, verifyPassword } from '../../../platform/security/password-hash.ts'
import { emit } from '../../../platform/work/outbox.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { checkSmsCode, type SmsReceiver, sendSmsCode } from '../../message/sms/sms.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { guarded, slowRule } from '../../staff/sign-in/login-guard.ts'
import { authorizeAddress, hasWechatAccount } from '../../wechat/wechat-user/wechat-account.service.ts'
import { bindNew } from '../spread/spread.service.ts'
import type { Customer } from './buyer-account.repository.ts'
import * as customers from './buyer-account.repository.ts'
import { openBuyerSession } from './buyer-session.service.ts'
import { recogniseFormer } from './former-account.service.ts'

/** Wrong passwords of one address, which many buyers of a carrier may share. */
const failuresOfAddress = { max: 30, seconds: 15 * 60 }

/** What the sign-in page of buyers shows. */
export async function describeSignIn(ctx: Ctx): Promise<FrontConfig> {
  const settings = await getSettings(ctx)
  const media = await readMedia(ctx)
  return {
    siteName: settings.site_name,
    logo: media.toWire(settings.mobile_top_logo),
    mobileLoginLogo: media.toWire(settings.mobile_login_logo),
    phoneVerification: [...settings.routine_phone_verification] as FrontConfig['phoneVerification'],
    wechatOpen: await hasWechatAccount(ctx, 'wechat'),
    wechatWays: [...settings.wechat_login_type] as FrontConfig['wechatWays'],
    wechatAuthorize: await authorizeAddress(ctx),
    fake: ctx.platform.wechat.isFake,
  }
}

/**
 * Sends a code to a phone, whoever it belongs to: for signing in, a new password and a new phone alike.
 * @throws 429 as {@link sendSmsCode}; 422 where the shop cannot send it, in words for a buyer
 */
export async function sendBuyerCode(ctx: Ctx, phone: string): Promise<void> {
  const isKnown = await customers.isKnownAt(ctx, phone, ctx.origin.ip)
  try {
    await sendSmsCode(ctx, { ...receiverOf(phone), isKnown, isOpen: true }, 'verify_code')
  } catch (error) {
    if (!isRefusal(error) || (error instanceof HttpError && error.status === 429)) throw error
    ctx.log.warn({ reason: error.message }, 'a buyer was sent no code')
    throw new Refusal('短信验证码暂时无法发送，请稍后再试或联系商家', 'SMS_UNAVAILABLE')
  }
}

/**
 * Sends a code to a phone, or to the calling buyer's own, which the wire shows them masked.
 * @throws {BadInput} for none; otherwise as {@link sendBuyerCode}
 */
export async function sendCodeTo(ctx: Ctx, typed: string | undefined): Promise<void> {
  const own = typed === undefined && ctx.shopper ? (await customers.findById(ctx, ctx.shopper.uid))?.phone : undefined
  const phone = typed ?? own
  if (!phone) throw new BadInput('请输入手机号', 'phone')
  await sendBuyerCode(ctx, phone)
}

/** Consumes the code that was sent to a phone. @throws 422 */
export async function checkBuyerCode(ctx: Ctx, phone: string, code: string): Promise<void> {
  await checkSmsCode(ctx, receiverOf(phone), code)
}

const receiverOf = (phone: string): SmsReceiver => ({ phone, purpose: 'buyer' })

/**
 * Signs in by a code sent to the phone; an unknown phone registers.
 * @throws 422 for the code, or a disabled customer
 */
export async function signInByPhone(ctx: Ctx, { phone, captcha, spread_spid }: MobileForm): Promise<SignedInBuyer> {
  await checkBuyerCode(ctx, phone, captcha)
  return retried(ctx, async (tx) =>
    enter(tx, await findOrRegister(tx, { phone, channel: channelOf(tx) }), channelOf(tx), spread_spid),
  )
}

/**
 * Signs in by password. Failures count for an account and network, as for staff, and for the address, whatever accounts it names;
 * unknown accounts are refused alike.
 * @throws 400 LOGIN_FAILED, 422 for a disabled customer, 423 after five failures, 429 beyond the limit of the address and while
 *   guesses come from everywhere
 */
export async function signInByPassword(ctx: Ctx, { account, password }: BuyerPasswordForm): Promise<SignedInBuyer> {
  const known = await customers.findByAccount(ctx, account)
  const subject = known ? `buyer:${known.id}` : `buyer-ghost:${account.toLowerCase()}`
  const keys = {
    name: { key: `${subject}@${networkOf(ctx.origin.ip)}` },
    everywhere: { key: `${subject}@everywhere` },
  }
  const address = `buyer password ${limitedAddress(ctx.origin.ip)}`
  const { allowed, resetSeconds } = await ctx.platform.limits.take(address, failuresOfAddress)
  if (!allowed) throw tooMany(resetSeconds)
  const check = async () =>
    (await verifyPassword(known?.passwordHash || dummyHash, password, 'buyer')) ? known : undefined
  const customer = await guarded(ctx, keys, check, loginFailed, slowRule)
  ctx.platform.limits.giveBack(address, failuresOfAddress)
  if (needsRehash(customer.passwordHash))
    await customers.replaceHash(ctx, customer, await hashPassword(password, 'buyer'))
  return retried(ctx, async (tx) => {
    const locked = await customers.lock(tx, customer.id)
    if (!locked) throw loginFailed()
    return enter(tx, { customer: locked, isNew: false }, channelOf(tx))
  })
}

/** A customer who comes in, and whether they came with this call. */
export type Entrant = { customer: Customer; isNew: boolean }

/**
 * Signs a customer in. One who has just registered is bound to the promoter who brought them.
 * @param tx a transaction that holds the lock of the customer's row
 * @param spreadUid the promoter; 0 for nobody
 * @throws 422 for a disabled one
 */
export async function enter(
  tx: Ctx,
  { customer, isNew }: Entrant,
  channel: BuyerChannel,
  spreadUid = 0,
): Promise<SignedInBuyer> {
  const { id: uid, nickname, phone, status } = customer
  if (!status) throw new Refusal('账号已被禁用，请联系商家', 'ACCOUNT_DISABLED')
  await customers.recordLogin(tx, uid, channel)
  const { token } = await openBuyerSession(tx, uid, channel)
  if (isNew && spreadUid) await bindNew(tx, uid, spreadUid)
  return { token, type: isNew ? 'register' : 'login', uid, nickname, phone: maskPhone(phone) }
}

/** What is known of somebody who registers. */
export type Registration = { phone?: string; nickname?: string; avatar?: string; channel: BuyerChannel }

/**
 * The customer of a phone, locked; made if there is none. Of several at once with one phone, one is made.
 * @param tx a transaction
 */
export async function findOrRegister(tx: Ctx, given: Registration & { phone: string }): Promise<Entrant> {
  const { phone } = given
  const known = await customers.lockByPhone(tx, phone)
  if (known) return { customer: known, isNew: false }
  const made = await insert(tx, given, phone)
  if (made) return made
  // Somebody else has just registered with it, or an account has kept the phone of an earlier owner.
  const other = await customers.lockByPhone(tx, phone)
  return other ? { customer: other, isNew: false } : register(tx, given)
}

/** A new customer with a generated account. @param tx a transaction */
export async function register(tx: Ctx, given: Registration): Promise<Entrant> {
  const made = await insert(tx, given, customers.newAccount())
  if (!made) throw new HttpError(409, 'STATE_CONFLICT', '注册正在进行，请重试')
  return made
}

async function insert(
  tx: Ctx,
  { phone, nickname, avatar, channel }: Registration,
  account: string,
): Promise<Entrant | undefined> {
  const customer = await customers.insert(tx, {
    account,
    phone: phone ?? null,
    nickname: nickname || `用户${String(randomInt(1_000_000)).padStart(6, '0')}`,
    avatar: avatar ?? '',
    userType: channel,
    loginType: channel,
    addIp: tx.origin.ip,
    createdAt: tx.now(),
  })
  if (!customer) return undefined
  if (phone) await recogniseFormer(tx, customer.id, phone)
  await emit(tx, 'user.registered', { uid: customer.id, channel })
  return { customer, isNew: true }
}

/** By which way a browser comes: WeChat's says so. */
export function channelOf({ origin: { userAgent } }: Ctx): BuyerChannel {
  if (/miniProgram/i.test(userAgent)) return 'routine'
  return /MicroMessenger/i.test(userAgent) ? 'wechat' : 'h5'
}

function loginFailed(): HttpError {
  return new HttpError(400, 'LOGIN_FAILED', '账号或密码不正确')
}
