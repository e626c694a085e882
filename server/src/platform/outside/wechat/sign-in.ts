import { cutText } from '@zhanggui/domain/text.ts'
import { HttpError } from '../../http/errors.ts'
import { askWechat, callWechat, type WechatAccount, WechatRefusal } from './wechat-call.ts'
import { refuseWechat } from './wechat-errors.ts'

/** A person as WeChat knows them: the openid of one account, and the unionid where it has one for all accounts. */
export type WechatPerson = { openid: string; unionid: string; nickname: string; avatar: string }

/** Codes of a sign-in that is unknown, used or too old. */
const STALE_CODES = [40029, 40163]

/**
 * Who signs in to the mini-program with this code.
 * @throws 422 for a code that is unknown or used, and other refusals; 502 when WeChat does not answer
 */
export async function codeToSession(account: WechatAccount, code: string): Promise<WechatPerson> {
  const { appid, secret } = account
  const query = { appid, secret, js_code: code, grant_type: 'authorization_code' }
  return personOf(await askWechat(account, '/sns/jscode2session', query).catch(refuse))
}

/**
 * Who has come back with this code from the authorisation of the official account.
 * @throws as {@link codeToSession}
 */
export async function oauthUser(account: WechatAccount, code: string): Promise<WechatPerson> {
  const { appid, secret } = account
  const query = { appid, secret, code, grant_type: 'authorization_code' }
  const granted = await askWechat(account, '/sns/oauth2/access_token', query).catch(refuse)
  // Without consent to more, WeChat tells the openid alone.
  if (!String(granted.scope ?? '').includes('snsapi_userinfo')) return personOf(granted)
  const asked = { access_token: String(granted.access_token), openid: String(granted.openid), lang: 'zh_CN' }
  return personOf(await askWechat(account, '/sns/userinfo', asked).catch(refuse))
}

/**
 * The phone that a buyer has confirmed in the mini-program.
 * @throws as {@link codeToSession}
 */
export async function phoneOf(account: WechatAccount, code: string): Promise<string> {
  const { phone_info } = await callWechat(account, '/wxa/business/getuserphonenumber', { code }).catch(refuse)
  const { purePhoneNumber } = (phone_info ?? {}) as { purePhoneNumber?: unknown }
  if (typeof purePhoneNumber !== 'string') throw new HttpError(502, 'UPSTREAM', '第三方服务异常：微信没有返回手机号')
  return purePhoneNumber
}

function personOf({ openid, unionid, nickname, headimgurl }: Record<string, unknown>): WechatPerson {
  if (typeof openid !== 'string' || !openid) throw new HttpError(502, 'UPSTREAM', '第三方服务异常：微信没有返回用户')
  const textOf = (value: unknown, length: number) => (typeof value === 'string' ? cutText(value, length) : '')
  return { openid, unionid: textOf(unionid, 64), nickname: textOf(nickname, 64), avatar: textOf(headimgurl, 512) }
}

function refuse(error: unknown): never {
  if (error instanceof WechatRefusal && STALE_CODES.includes(error.errcode))
    throw new HttpError(422, 'CODE_USED', '登录凭证无效或已使用，请重新进入')
  return refuseWechat(error)
}
