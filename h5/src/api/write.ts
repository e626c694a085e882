import type { Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useCallback, useRef, useState } from 'react'
import { CallError, call, type Given } from './call.ts'
import { refreshOwn, tellChange } from './read.ts'

/** Keys of writes that had no answer yet, by what they say: a repeat is the same write. */
const keys = new Map<string, string>()

/**
 * Changes something. Whatever is shown of the buyer's own is asked for again after it.
 * @throws {CallError}
 */
export async function write<Spec extends RouteSpec>(
  route: Route<Spec>,
  ...[input]: Given<Spec>
): Promise<RouteAnswer<Spec>> {
  const said = `${route.path} ${JSON.stringify(input ?? {})}`
  const key = keys.get(said) ?? newKey()
  keys.set(said, key)
  try {
    const answer = await call(route, input ?? {}, { idempotencyKey: key })
    keys.delete(said)
    tellChange()
    // After what follows from the answer: a screen that is left by then asks for nothing.
    if (!route.quiet) setTimeout(refreshOwn)
    return answer
  } catch (error) {
    // Nobody knows what became of a write without an answer.
    if (!(error instanceof CallError) || !error.isPassing) keys.delete(said)
    throw error
  }
}

/** Unguessable, 32 hexadecimal digits; crypto.randomUUID would need https. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

type Outcome<Spec extends RouteSpec> = {
  done?: (answer: RouteAnswer<Spec>, input: Given<Spec>[0]) => void
  /** Handles a refusal. @returns true when it needs no further message */
  failed?: (error: CallError, input: Given<Spec>[0]) => boolean | undefined
}

/** A write of a screen: a second tap waits for the first, and a refusal is said in a toast, with another try where it may go well. */
export function useWrite<Spec extends RouteSpec>(route: Route<Spec>, outcome: Outcome<Spec> = {}) {
  const [isSending, setSending] = useState(false)
  const isBusy = useRef(false)
  const latest = useRef(outcome)
  latest.current = outcome
  const send = useCallback(
    async (...given: Given<Spec>): Promise<void> => {
      if (isBusy.current) return
      isBusy.current = true
      setSending(true)
      try {
        latest.current.done?.(await write(route, ...given), given[0])
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (latest.current.failed?.(error, given[0])) return
        const again = () => void send(...given)
        toast(error.message, error.isPassing ? { label: '再试一次', onAct: again } : undefined)
      } finally {
        isBusy.current = false
        setSending(false)
      }
    },
    [route],
  )
  return { send, isSending }
}
