/** People on whom the page offers to try it; any other name is a person too. */
const NAMES = ['lina', 'amy', 'bob']
/** Who has been chosen in this browser: WeChat knows whose phone it is. */
const CHOSEN = 'fake-wechat-fan'
const NAME = /^[\w-]{1,40}$/

type Answer = { status: 200 | 302 | 400; headers: Record<string, string>; body: string }

/**
 * The page by which an official account asks who somebody is, with a choice of people instead of WeChat's question. `snsapi_base`
 * asks nothing once somebody was chosen.
 */
export function answerAuthorize(query: URLSearchParams, cookie: string): Answer {
  const [back, state, scope] = [query.get('redirect_uri') ?? '', query.get('state') ?? '', query.get('scope')]
  const wrong = refusalOf(query, back, state, scope)
  if (wrong) return page(400, `<p>${wrong}</p>`)
  const [, known = ''] = new RegExp(`${CHOSEN}=([\\w-]+)`).exec(cookie) ?? []
  const name = query.get('fan') ?? (scope === 'snsapi_base' ? known : '')
  if (NAME.test(name)) {
    const address = new URL(back)
    address.searchParams.set('code', `sim:${name}`)
    address.searchParams.set('state', state)
    return {
      status: 302,
      headers: { location: address.href, 'set-cookie': `${CHOSEN}=${name}; Path=/connect; SameSite=Lax` },
      body: '',
    }
  }
  const hidden = [...query]
    .filter(([key]) => key !== 'fan')
    .map(([key, value]) => `<input type="hidden" name="${escaped(key)}" value="${escaped(value)}">`)
    .join('')
  const buttons = NAMES.map((each) => `<button name="fan" value="${each}">${each}</button>`).join(' ')
  return page(
    200,
    `<h1>模拟微信授权</h1><p>选择用谁的微信打开本店</p><form>${hidden}${buttons}</form>
    <form>${hidden}<label>其他人 <input name="fan" pattern="[\\w\\-]{1,40}" required></label> <button>授权</button></form>`,
  )
}

/** What WeChat refuses, with its words. */
function refusalOf(query: URLSearchParams, back: string, state: string, scope: string | null): string | undefined {
  if (!/^wx\w+$/.test(query.get('appid') ?? '')) return 'AppID 参数错误（10013）'
  if (!/^https?:\/\//.test(back)) return 'redirect_uri 参数错误（10003）'
  if (query.get('response_type') !== 'code') return 'response_type 参数错误'
  if (scope !== 'snsapi_base' && scope !== 'snsapi_userinfo') return 'Scope 参数错误或没有 Scope 权限（10005）'
  return /^\w{0,128}$/.test(state) ? undefined : 'state 参数错误'
}

function page(status: 200 | 400, content: string): Answer {
  const body = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>模拟微信授权</title>${content}</html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
