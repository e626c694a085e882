import type { BuyerProfileForm, PhoneBinding, ResetForm } from '@zhanggui/contract/user/front-sign-in.ts'
import { MIN_BUYER_PASSWORD } from '@zhanggui/contract/user/front-sign-in.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhone } from '@zhanggui/domain/mask.ts'
import { passwordProblems } from '@zhanggui/domain/staff/password-policy.ts'
import { parseWireTime } from '@zhanggui/domain/time.ts'
import { audit } from '../../../platform/data/audit.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { conflict, HttpError, refuseTaken } from '../../../platform/http/errors.ts'
import { isCommonPassword } from '../../../platform/security/common-passwords.ts'
import { hashPassword } from '../../../platform/security/password-hash.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import * as customers from './buyer-account.repository.ts'
import { readAvatar } from './buyer-avatar.service.ts'
import { holdProfile, lookAtProfile } from './buyer-profile.service.ts'
import { disabledBuyer, endBuyerSessions } from './buyer-session.service.ts'
import { checkBuyerCode } from './buyer-sign-in.service.ts'
import { recogniseFormer, rememberLeft } from './former-account.service.ts'

/**
 * Sets the calling buyer's password, proven by a code to their phone, and ends their other sessions.
 * @throws {BadInput} for a weak password; 422 for the code, or another phone than theirs
 */
export async function resetBuyerPassword(ctx: Ctx, { phone, captcha, password }: ResetForm): Promise<void> {
  const rules = { minLength: MIN_BUYER_PASSWORD, identity: { phone }, isCommon: isCommonPassword }
  const problem = passwordProblems(password, rules)
  if (problem) throw new BadInput(problem, 'password')
  const { uid, sessionId } = ctx.buyer
  const own = await customers.findById(ctx, uid)
  if (own?.phone !== phone) throw new Refusal('请使用当前账号绑定的手机号')
  await checkBuyerCode(ctx, phone, captcha)
  const passwordHash = await hashPassword(password, 'buyer')
  await retried(ctx, async (tx) => {
    const locked = await customers.lock(tx, uid)
    if (locked?.phone !== phone) throw new HttpError(409, 'STATE_CONFLICT', '手机号已变更，请重试')
    await customers.update(tx, uid, { passwordHash })
    await endBuyerSessions(tx, [uid], 'password', sessionId)
  })
}

/**
 * Changes what the calling buyer says of themselves; what is left out stays.
 * @returns what is held until WeChat or staff have looked at it
 * @throws {BadInput} for a picture that is neither their own nor WeChat's, or a day that does not exist; 422 for a name that WeChat calls
 *   an offence
 */
export async function editBuyer(ctx: Ctx, { nickname, avatar, sex, birthday }: BuyerProfileForm) {
  const { uid, name } = ctx.buyer
  const picture = avatar === undefined ? undefined : await readAvatar(ctx, avatar)
  const { shown, held } = await lookAtProfile(ctx, { nickname, avatar: picture })
  const change = {
    ...shown,
    ...(sex !== undefined && { sex }),
    ...(birthday !== undefined && { birthday: readBirthday(ctx, birthday) }),
  }
  await retried(ctx, async (tx) => {
    await lockOwn(tx)
    if (Object.keys(change).length) await customers.update(tx, uid, change)
    if (shown.avatar !== undefined)
      await useFiles(tx, { type: 'shopUser', id: uid, field: 'avatar', title: `用户「${name}」的头像` }, shown.avatar)
    await holdProfile(tx, shown, held)
  })
  return { held: held.map(({ kind }) => kind) }
}

/**
 * Gives the calling buyer a phone, or another one, proven by a code sent to it; another one also by a code sent to the old one, so
 * that whoever holds the buyer's device does not take the account with it. The change ends the buyer's other sessions and is in the
 * trail of the customer.
 * @throws 409 for the phone of another customer, 422 for a code
 */
export async function bindBuyerPhone(ctx: Ctx, { phone, captcha, oldCaptcha }: PhoneBinding): Promise<void> {
  const { uid, sessionId, name } = ctx.buyer
  const before = (await customers.findById(ctx, uid))?.phone ?? ''
  const changes = before !== '' && before !== phone
  if (changes && !oldCaptcha)
    throw new Refusal('请先填写发到原手机号的验证码；原手机号不能接收短信时，请联系商家更换', 'OLD_PHONE_UNPROVEN')
  if (changes && oldCaptcha) await checkBuyerCode(ctx, before, oldCaptcha)
  await checkBuyerCode(ctx, phone, captcha)
  const taken = () => conflict('该手机号已被使用', 'phone')
  await retried(ctx, async (tx) => {
    const own = await lockOwn(tx)
    if (own.phone === phone) return
    if ((own.phone ?? '') !== before) throw new HttpError(409, 'STATE_CONFLICT', '手机号已变更，请重试')
    // An account that is a phone follows it, so that the number's next owner finds it free.
    const account = own.account === own.phone ? await customers.freeAccount(tx, phone) : undefined
    await refuseTaken(customers.update(tx, uid, { phone, ...(account && { account }) }), taken)
    await recogniseFormer(tx, uid, phone)
    if (before) {
      await rememberLeft(tx, uid, before)
      await endBuyerSessions(tx, [uid], 'phone', sessionId)
    }
    await audit(tx, {
      action: 'phone',
      objectType: 'shop-user',
      objectId: uid,
      objectName: name,
      before: { phone: maskPhone(before) },
      after: { phone: maskPhone(phone) },
      labels: { phone: '手机号' },
      actor: { type: 'system', name: `买家「${name}」` },
    })
  })
}

/** Locks the calling buyer. @throws 401 when the account has ended or was disabled since the call came */
async function lockOwn(tx: Ctx): Promise<customers.Customer> {
  const own = await customers.lock(tx, tx.buyer.uid)
  if (!own?.status) throw disabledBuyer()
  return own
}

function readBirthday({ now }: Ctx, day: string): string {
  const moment = parseWireTime(`${day} 00:00:00`)
  if (!moment || moment > now() || day < '1900-01-01') throw new BadInput('生日不是有效的日期', 'birthday')
  return day
}
