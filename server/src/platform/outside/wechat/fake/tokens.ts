import type { FakeAccount, Json } from './frame.ts'

const TOKEN_SECONDS = 7200
/** What the platform allows of forced tokens, and how long before its end a token gives way. */
const FORCED_A_DAY = 20
const FORCED_APART_MS = 30_000
const DAY_MS = 24 * 3600_000
const LAST_MS = 300_000

/** The tokens of accounts. @param only the one account there is; any by default */
export function makeTokens(now: () => Date, only: FakeAccount | undefined) {
  const tokens = new Map<string, { until: number; appid: string; isDead?: true }>()
  const forced = new Map<string, number[]>()
  const store = {
    /** How many were given out, and how often one was asked for. */
    given: 0,
    asked: 0,
    give: ({ appid, secret, force_refresh: isForced }: Json): Json => {
      store.asked++
      const shown = { appid: String(appid ?? ''), secret: String(secret ?? '') }
      const refusal = refuseAccount(shown, only)
      if (refusal) return refusal
      const at = now().getTime()
      const own = [...tokens].filter(([, token]) => token.appid === shown.appid)
      if (isForced) {
        const past = (forced.get(shown.appid) ?? []).filter((each) => each > at - DAY_MS)
        if (past.length >= FORCED_A_DAY || past.some((each) => each > at - FORCED_APART_MS))
          return { errcode: 45009, errmsg: 'reach max api daily quota limit' }
        forced.set(shown.appid, [...past, at])
        for (const [value] of own) tokens.delete(value)
      }
      // The same token for everybody until five minutes before its end.
      const [known] = isForced ? [] : own.filter(([, { until }]) => until - at > LAST_MS)
      if (known) return { access_token: known[0], expires_in: Math.floor((known[1].until - at) / 1000) }
      const value = `token-${++store.given}`
      tokens.set(value, { until: at + TOKEN_SECONDS * 1000, appid: shown.appid })
      return { access_token: value, expires_in: TOKEN_SECONDS }
    },
    /** Why a token does not admit a call; undefined when it does. */
    refuse: (value: string | null): Json | undefined => {
      const known = tokens.get(value ?? '')
      if (!known || known.isDead) return { errcode: 40001, errmsg: 'invalid credential' }
      return known.until > now().getTime() ? undefined : { errcode: 42001, errmsg: 'access_token expired' }
    },
    appidOf: (value: string | null): string | undefined => tokens.get(value ?? '')?.appid,
    /** Ends all tokens at once, as WeChat does when the secret is reset. */
    end: () => tokens.clear(),
    /** The tokens end, and are still called the right ones until one is forced. */
    kill: () => {
      for (const token of tokens.values()) token.isDead = true
    },
  }
  return store
}

/** Why an account is not known; undefined when it is. */
export function refuseAccount({ appid, secret }: FakeAccount, only: FakeAccount | undefined): Json | undefined {
  if (only ? appid !== only.appid : !appid) return { errcode: 40013, errmsg: 'invalid appid' }
  if (only ? secret !== only.secret : !secret) return { errcode: 40125, errmsg: 'invalid appsecret' }
  return undefined
}
