import type { Db } from '../../http/context.ts'
import type { Secrets } from '../../security/secrets.ts'
import { makeTokenStore, type TokenStore } from './wechat-token.ts'

const AT_ONCE = 10
/** An account rests after this many failures within this time. */
const FAILURES = 10
const FAILURES_WITHIN_MS = 30_000
const REST_MS = 20_000

/** A call as it went: what WeChat answered, null for nothing. Holds neither token nor secret. */
export type WechatRecord = {
  appid: string
  path: string
  errcode: number | null
  message: string
  ms: number
  biz: string
}

/** Where an account is called: one address that fails says nothing of another. */
type Place = { baseUrl: string; appid: string }

/** What one process keeps for all its calls to WeChat. */
export type WechatGateway = {
  tokens: TokenStore
  /** Whether so many calls of an account have failed that it rests. */
  isResting(account: Place, at: Date): boolean
  noteFailure(account: Place, at: Date): void
  /** Runs the call once fewer than ten of the account are under way. */
  inTurn<Result>(appid: string, call: () => Promise<Result>): Promise<Result>
  record(call: WechatRecord): void
  /** Has calls told to a log. @returns stops that */
  watch(listener: (call: WechatRecord) => void): () => void
  /** Names what a token belongs to without telling the secret. */
  sourceOf(account: { baseUrl: string; appid: string; secret: string }): string
}

declare module '../../http/context.ts' {
  interface Platform {
    wechatGateway: WechatGateway
  }
}

const keyOf = ({ baseUrl, appid }: Place) => `${baseUrl} ${appid}`

/** @param db outside of any transaction */
export function openWechatGateway(db: Db, secrets: Secrets): WechatGateway {
  const failures = new Map<string, number[]>()
  const restUntil = new Map<string, number>()
  const turns = new Map<string, { running: number; waiting: (() => void)[] }>()
  const listeners = new Set<(call: WechatRecord) => void>()
  return {
    tokens: makeTokenStore(db, secrets),
    isResting: (account, at) => (restUntil.get(keyOf(account)) ?? 0) > at.getTime(),
    noteFailure: (account, at) => {
      const key = keyOf(account)
      const since = at.getTime() - FAILURES_WITHIN_MS
      const recent = [...(failures.get(key) ?? []).filter((each) => each > since), at.getTime()]
      const isTooMany = recent.length >= FAILURES
      if (isTooMany) restUntil.set(key, at.getTime() + REST_MS)
      failures.set(key, isTooMany ? [] : recent)
    },
    inTurn: async (appid, call) => {
      const turn = turns.get(appid) ?? { running: 0, waiting: [] }
      turns.set(appid, turn)
      if (turn.running >= AT_ONCE) await new Promise<void>((resolve) => turn.waiting.push(resolve))
      else turn.running++
      try {
        return await call()
      } finally {
        // The turn goes to the next in the row, or is free.
        const next = turn.waiting.shift()
        if (next) next()
        else turn.running--
      }
    },
    record: (call) => {
      for (const listener of listeners) listener(call)
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    sourceOf: ({ baseUrl, appid, secret }) => secrets.digest(`wechat ${baseUrl} ${appid} ${secret}`),
  }
}
