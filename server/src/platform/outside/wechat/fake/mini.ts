import { createHash } from 'node:crypto'
import type { FakeModule, Json } from './frame.ts'

const CODE = /^sim:([\w-]{1,40})$/
const BAD_CODE = { errcode: 40029, errmsg: 'invalid code' }

/**
 * Sign-in to the mini-program and the official account. A code `sim:<name>` is the person of that name, who has one openid in
 * both, a unionid and a phone; `sim:<name>` with a name that ends in `-alone` has no unionid.
 */
export function makeMini(): FakeModule {
  return {
    withSecret: ['/sns/jscode2session', '/sns/oauth2/access_token'],
    open: ['/sns/userinfo'],
    answers: {
      'GET /sns/jscode2session': ({ query }) => {
        const name = nameOf(query.get('js_code'))
        if (!name) return BAD_CODE
        return { openid: `sim_${name}`, session_key: digestOf(name).toString('base64').slice(0, 24), ...unionOf(name) }
      },
      'POST /wxa/business/getuserphonenumber': ({ body }) => {
        const name = nameOf(body.code)
        if (!name) return BAD_CODE
        const phone = phoneOfName(name)
        return {
          errcode: 0,
          errmsg: 'ok',
          phone_info: { phoneNumber: phone, purePhoneNumber: phone, countryCode: '86' },
        }
      },
      'GET /sns/oauth2/access_token': ({ query }) => {
        const name = nameOf(query.get('code'))
        if (!name) return BAD_CODE
        return { access_token: `user-${name}`, expires_in: 7200, openid: `sim_${name}`, scope: 'snsapi_userinfo' }
      },
      'GET /sns/userinfo': ({ query }) => {
        const name = /^user-(.+)$/.exec(query.get('access_token') ?? '')?.[1]
        if (!name || query.get('openid') !== `sim_${name}`) return { errcode: 40001, errmsg: 'invalid credential' }
        return { openid: `sim_${name}`, nickname: name, sex: 0, headimgurl: '', privilege: [], ...unionOf(name) }
      },
    },
  }
}

/** The phone of a simulated person: 199 and eight digits of the name's hash. */
export function phoneOfName(name: string): string {
  return `199${String(digestOf(name).readUInt32BE(0) % 100_000_000).padStart(8, '0')}`
}

function nameOf(code: unknown): string | undefined {
  return CODE.exec(String(code ?? ''))?.[1]
}

function unionOf(name: string): Json {
  return name.endsWith('-alone') ? {} : { unionid: `sim_union_${name}` }
}

function digestOf(name: string): Buffer {
  return createHash('sha256').update(name).digest()
}
