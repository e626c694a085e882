import { addressOf } from '@zhanggui/contract/address-of.ts'
import type { Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { CallError, call, type Given, type Parts } from './call.ts'
import { onToken, readToken } from './token.ts'

/** So long an answer is shown again without asking, in ms. */
const FRESH_MS = 15_000

/** What is known of a reading. */
export type Reading<Answer> = {
  data: Answer | undefined
  error: CallError | undefined
  isLoading: boolean
  /** Asks again; what is shown stays until there is an answer. */
  retry: () => void
}

type Entry = {
  state: { data: unknown; error: CallError | undefined; isLoading: boolean }
  /** When the answer came, by the phone's clock; 0 for what is to be asked again. */
  at: number
  token: string | undefined
  isOwn: boolean
  running: Promise<void> | undefined
  /** How many changes there had been when the running call was sent. */
  asOf: number
  /** It was asked for again after a change that the running call may not know. */
  isAskedAgain: boolean
  /** The document brought it, and no screen has shown it yet. */
  isBrought: boolean
  ask: (isAgain: boolean) => Promise<unknown>
  listeners: Set<() => void>
}

const entries = new Map<string, Entry>()

/** What a reading is kept under: its address; of a calculation that is asked for by POST also what is asked. */
function keyOf({ path }: Route, { params, query, body }: Parts): string {
  const address = addressOf(path, params, query)
  return body === undefined ? address : `${address} ${JSON.stringify(body)}`
}

function entryOf(route: Route, input: Parts): Entry {
  const key = keyOf(route, input)
  const known = entries.get(key)
  if (known) return known
  const brought = inlined.get(key)
  const entry: Entry = {
    state: { data: brought?.data, error: undefined, isLoading: false },
    at: brought && !(brought.isOwn && readToken()) ? brought.at : 0,
    token: undefined,
    isOwn: route.permission === 'buyer',
    running: undefined,
    asOf: 0,
    isAskedAgain: false,
    isBrought: brought !== undefined,
    ask: (isAgain) => call(route, input, { isAgain }),
    listeners: new Set(),
  }
  entries.set(key, entry)
  return entry
}

function change(entry: Entry, state: Partial<Entry['state']>) {
  entry.state = { ...entry.state, ...state }
  for (const hear of entry.listeners) hear()
}

/** Changes that this window has made. */
let changes = 0

/**
 * One call for all who ask meanwhile; who asks after a change gets an answer that was sent for after it.
 * @param isAgain of what is looked at already, which is no further view of it
 */
function load(entry: Entry, isAgain = entry.isBrought): Promise<void> {
  if (entry.running && entry.asOf !== changes) entry.isAskedAgain = true
  entry.running ??= (async () => {
    entry.asOf = changes
    entry.isAskedAgain = false
    change(entry, { isLoading: true })
    const token = readToken()
    try {
      entry.isBrought = false
      const data = await entry.ask(isAgain)
      if (token !== readToken()) return
      entry.at = Date.now()
      entry.token = token
      change(entry, { data, error: undefined })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      change(entry, { error })
    } finally {
      entry.running = undefined
      change(entry, { isLoading: false })
      // What one buyer asked for is not another's to see.
      const isAnothers = token !== readToken() && entry.listeners.size > 0
      if (isAnothers || entry.isAskedAgain) await load(entry, !isAnothers)
    }
  })()
  return entry.running
}

const isFresh = ({ at, state }: Entry) => state.data !== undefined && Date.now() - at < FRESH_MS

/**
 * What a route answers, kept for all screens under its address: an answer that is there is drawn at once and asked again when it is old,
 * by the screen that opens and whenever the window is looked at again.
 * @param when false asks for nothing
 */
export function useRead<Spec extends RouteSpec>(
  route: Route<Spec>,
  ...given: [...Given<Spec>, when?: boolean]
): Reading<RouteAnswer<Spec>> {
  const [input = {}, when = true] = given as unknown as [Parts?, boolean?]
  const { states, retry } = useReads(route, when ? [input] : [])
  const { data, error, isLoading } = states[0] ?? entryOf(route, input).state
  return { data: data as RouteAnswer<Spec> | undefined, error, isLoading, retry }
}

/** Several readings of one route, as of the pages of a list; `retry` asks for those that failed, or for all. */
export function useReads(route: Route, inputs: readonly Parts[]): { states: Entry['state'][]; retry: () => void } {
  const asked = inputs.map((input) => keyOf(route, input)).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the addresses say all of the inputs
  const shown = useMemo(() => inputs.map((input) => entryOf(route, input)), [route, asked])
  const hear = useCallback(
    (listener: () => void) => {
      for (const { listeners } of shown) listeners.add(listener)
      return () => {
        for (const { listeners } of shown) listeners.delete(listener)
      }
    },
    [shown],
  )
  const kept = useRef<Entry['state'][]>([])
  const states = useSyncExternalStore(hear, () => {
    const now = shown.map(({ state }) => state)
    const isSame = now.length === kept.current.length && now.every((state, index) => state === kept.current[index])
    if (!isSame) kept.current = now
    return kept.current
  })
  useEffect(() => {
    for (const entry of shown) {
      if (!isFresh(entry)) void load(entry)
      else entry.isBrought = false
    }
  }, [shown])
  const retry = useCallback(() => {
    const failed = shown.filter(({ state }) => state.error)
    for (const entry of failed.length ? failed : shown) void load(entry, entry.state.data !== undefined)
  }, [shown])
  return { states, retry }
}

/** An answer without a screen that waits for it; a kept one while it is fresh. @throws {CallError} */
export async function readOnce<Spec extends RouteSpec>(
  route: Route<Spec>,
  ...[input]: Given<Spec>
): Promise<RouteAnswer<Spec>> {
  const entry = entryOf(route, input ?? {})
  if (!isFresh(entry)) await load(entry)
  if (entry.state.error) throw entry.state.error
  return entry.state.data as RouteAnswer<Spec>
}

/** What a document brings: answers by address, and the addresses at which a signed-in buyer is answered otherwise. */
export type Inlined = { answers: Readonly<Record<string, unknown>>; own: readonly string[] }
const inlined = new Map<string, { data: unknown; at: number; isOwn: boolean }>()

/** Takes over what the document brought. */
export function takeInlined({ answers, own }: Inlined): void {
  for (const [address, data] of Object.entries(answers))
    inlined.set(address, { data, at: Date.now(), isOwn: own.includes(address) })
}

/** Makes answers old: what is shown is asked for at once, the rest when it is shown again. */
function refresh(which: (entry: Entry) => boolean): void {
  for (const entry of entries.values()) {
    if (!which(entry)) continue
    entry.at = 0
    if (entry.listeners.size) void load(entry, true)
  }
}

/** Tells that something changes with the call that was just answered. */
export const tellChange = (): void => {
  changes++
}

/** After a change, whatever is the buyer's own may be another; what anybody reads is asked for again when it is shown again. */
export const refreshOwn = (): void => {
  refresh(({ isOwn }) => isOwn)
  for (const entry of entries.values()) if (entry.token !== undefined && !entry.listeners.size) entry.at = 0
}

onToken(() => {
  for (const entry of entries.values()) {
    const isAnybodys = !entry.isOwn && entry.token === undefined
    entry.at = 0
    change(entry, { error: undefined, ...(!isAnybodys && { data: undefined }) })
    if (entry.listeners.size) void load(entry)
  }
})

/** Forgets everything, between tests. */
export function forgetReads(): void {
  entries.clear()
  inlined.clear()
}

const lookAgain = () => {
  if (document.visibilityState !== 'visible') return
  readToken()
  refresh((entry) => !isFresh(entry))
}
window.addEventListener('focus', lookAgain)
document.addEventListener('visibilitychange', lookAgain)
