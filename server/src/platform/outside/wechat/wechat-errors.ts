import { HttpError } from '../../http/errors.ts'
import { WechatRefusal, WechatSilence } from './wechat-call.ts'

/** What a refusal means for whatever was sent: WeChat would say the same again; not now; not to this person; no. */
export type RefusalFate = 'final' | 'later' | 'skipped' | 'refused'

type Meaning = { words: string | ((errmsg: string) => string); fate?: RefusalFate }

const BUSY = '微信系统繁忙，请稍后再试'

const secretWrong: Meaning = { words: 'AppSecret 错误或已重置' }
const notAllowed: Meaning = {
  words: (errmsg) => `服务器 IP 未加入白名单：${/\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]{6,}/i.exec(errmsg)?.[0] ?? '未知'}`,
}
const toConfirm: Meaning = { words: '服务器 IP 待管理员在微信中确认' }
const badMenu: Meaning = { words: '菜单数量、名称、KEY、链接长度或域名不符合规则' }
const badMaterial: Meaning = { words: '素材类型、大小或 media_id 不合法' }
const usedCode: Meaning = { words: '登录凭证无效或已使用' }
const tooFast: Meaning = { words: '调用过于频繁', fate: 'later' }
const tooLate: Meaning = { words: '超过可回复时限或条数', fate: 'final' }
const full: Meaning = { words: '模板数量已达上限' }
const noRight: Meaning = { words: '账号无该接口权限', fate: 'final' }
const offending: Meaning = { words: '内容含违规信息', fate: 'final' }

const span = (first: number, last: number, meaning: Meaning) =>
  Array.from({ length: last - first + 1 }, (_, at) => [first + at, meaning] as const)

/** What WeChat's codes mean to staff. */
const meanings: ReadonlyMap<number, Meaning> = new Map([
  [-1, { words: BUSY, fate: 'later' }],
  [40001, secretWrong],
  [40125, secretWrong],
  [41004, secretWrong],
  [40013, { words: 'AppID 无效' }],
  [40164, notAllowed],
  [61004, notAllowed],
  [89503, toConfirm],
  [89506, toConfirm],
  [89507, toConfirm],
  [40003, { words: '用户 openid 无效', fate: 'skipped' }],
  [43004, { words: '未关注公众号', fate: 'skipped' }],
  [43101, { words: '未授权或已取消订阅', fate: 'skipped' }],
  [40037, { words: '模板不存在，请重新同步', fate: 'final' }],
  [47003, { words: (errmsg) => `模板字段不符合规则：${fieldOf(errmsg)}`, fate: 'final' }],
  [41030, { words: '小程序页面不存在', fate: 'final' }],
  ...span(40016, 40028, badMenu),
  [40054, badMenu],
  [40055, badMenu],
  ...span(40004, 40010, badMaterial),
  [40029, usedCode],
  [40163, usedCode],
  [45009, { words: '今日接口次数已用完', fate: 'later' }],
  [45011, tooFast],
  [44990, tooFast],
  [44991, tooFast],
  [45015, tooLate],
  [45047, tooLate],
  [45026, full],
  [200012, full],
  [48001, noRight],
  [50001, noRight],
  [61007, noRight],
  [87014, offending],
  [45168, offending],
])

/** The field of a template that WeChat names, as `data.thing1.value`. */
function fieldOf(errmsg: string): string {
  return /data\.(\w+)/.exec(errmsg)?.[1] ?? errmsg.slice(0, 60)
}

/** What a refusal says to staff. */
export function wordsOf({ errcode, errmsg }: WechatRefusal): string {
  const words = meanings.get(errcode)?.words
  if (words === undefined) return `微信拒绝了请求：${errmsg.slice(0, 200) || '没有说明原因'}（${errcode}）`
  return typeof words === 'string' ? words : words(errmsg)
}

/** What a refusal means for whatever was sent. */
export function fateOf({ errcode }: WechatRefusal): RefusalFate {
  return meanings.get(errcode)?.fate ?? 'refused'
}

/** What WeChat's refusal or silence is as an answer of ours; any other error stays as it is. */
export function wechatError(error: unknown): unknown {
  if (error instanceof WechatRefusal && error.errcode === -1) return new HttpError(502, 'UPSTREAM', BUSY)
  if (error instanceof WechatRefusal) {
    const status = fateOf(error) === 'later' ? 429 : 422
    return new HttpError(status, 'UPSTREAM_REFUSED', wordsOf(error), { errcode: error.errcode })
  }
  if (!(error instanceof WechatSilence)) return error
  if (error.kind === 'fault') return new HttpError(502, 'UPSTREAM', BUSY)
  const words = error.kind === 'resting' ? '微信服务暂时不可用' : BUSY
  return new HttpError(504, 'UPSTREAM_TIMEOUT', words)
}

/** Throws what {@link wechatError} says: `callWechat(…).catch(refuseWechat)`. */
export function refuseWechat(error: unknown): never {
  throw wechatError(error)
}
