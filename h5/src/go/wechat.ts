import { serverNow } from '../api/clock.ts'

const KEPT = 'h5-wechat'
/** WeChat's codes are good for five minutes, and choosing to allow it takes some of a person's time. */
const PATIENCE_MS = 10 * 60_000

/** What the code is for, and what is sent along with it. */
type Asking = { state: string; use: string; given: unknown; until: number }

/**
 * Leaves for WeChat, which comes back to this address with a code that says who this is.
 * @param authorize WeChat's page, with the account of the shop
 * @param scope `snsapi_base` tells who it is without asking; `snsapi_userinfo` asks for name and picture
 */
export function askWechat(
  authorize: string,
  use: string,
  scope: 'snsapi_base' | 'snsapi_userinfo',
  given: unknown,
): void {
  const state = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const asking: Asking = { state, use, given, until: serverNow() + PATIENCE_MS }
  sessionStorage.setItem(KEPT, JSON.stringify(asking))
  const address = new URL(authorize)
  address.searchParams.set('redirect_uri', window.location.href)
  address.searchParams.set('scope', scope)
  address.searchParams.set('state', state)
  window.location.assign(`${address}#wechat_redirect`)
}

/** The code that WeChat came back with, once, where this window has asked for it; it leaves the address. */
export function takeWechatCode<Given>(use: string): { code: string; given: Given } | undefined {
  const address = new URL(window.location.href)
  const [code, state] = [address.searchParams.get('code'), address.searchParams.get('state')]
  const asking = code ? readAsking() : undefined
  if (!code || !asking || asking.use !== use) return undefined
  sessionStorage.removeItem(KEPT)
  address.searchParams.delete('code')
  address.searchParams.delete('state')
  window.history.replaceState(window.history.state, '', address)
  return asking.state === state && asking.until > serverNow() ? { code, given: asking.given as Given } : undefined
}

function readAsking(): Asking | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '') as Asking
  } catch {
    return undefined
  }
}

type Bridge = { invoke(name: string, given: object, done: (answer: { err_msg: string }) => void): void }

/** Opens WeChat's own window to pay. What it says of the outcome decides nothing but where one goes next. */
export async function payInWechat(jsConfig: Record<string, string>): Promise<'paid' | 'cancelled' | 'failed'> {
  const bridge = await findBridge()
  const said = await new Promise<string>((resolve) =>
    bridge.invoke('getBrandWCPayRequest', jsConfig, ({ err_msg }) => resolve(err_msg)),
  )
  if (said.endsWith(':ok')) return 'paid'
  return said.endsWith(':cancel') ? 'cancelled' : 'failed'
}

/** WeChat's browser brings it along, a moment after the page. */
function findBridge(): Promise<Bridge> {
  const known = () => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge
  return new Promise((resolve) => {
    const found = known()
    if (found) resolve(found)
    else document.addEventListener('WeixinJSBridgeReady', () => resolve(known() as Bridge), { once: true })
  })
}
