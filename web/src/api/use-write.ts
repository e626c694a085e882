import { useMutation } from '@tanstack/react-query'
import type { CallParts, Route, RouteAnswer, RouteSpec } from '@zhanggui/contract/routes.ts'
import type { FormInstance } from 'antd'
import { useRef } from 'react'
import { type DoneAnswer, isAsked } from './asked.ts'
import type { CallArguments, CallInput } from './call.ts'
import { CallError } from './call-error.ts'
import { type ErrorHelp, reactToError, reportSuccess } from './reactions.ts'
import { write } from './write.ts'

/** A quick answer may come between the two presses of a double one. */
export const DOUBLE_PRESS_MS = 500

export type WriteOptions<Spec extends RouteSpec> = {
  /** The success message shown for 3 s: 新增成功. */
  message?: string
  /** Receives the messages of single fields. */
  form?: FormInstance
  /** Sends an idempotency key, so that a repeat after a lost response has no second effect. */
  once?: boolean
  onSuccess?: (answer: DoneAnswer<Spec>, input: CallInput<Spec>) => unknown
  /** Called instead where nothing was done yet, as a second person must agree first; that is said already. */
  onAsked?: () => void
  /** Called after the error was shown. */
  onError?: (error: Error) => void
} & Pick<ErrorHelp, 'onConflict'>

/**
 * The mutation of a route: `const save = useWrite(productRule.save, { message: '新增成功' })`, then
 * `save.mutate({ body })`, or `<WriteButton of={save}>`. Afterwards everything that is shown is fetched again.
 */
export function useWrite<Spec extends RouteSpec>(route: Route<Spec>, options: WriteOptions<Spec> = {}) {
  const { message, form, once, onSuccess, onAsked, onError, onConflict } = options
  const submit = useRef<{ key: string; input: string }>(undefined)
  const underWay = useRef(new Map<string, Promise<RouteAnswer<Spec>>>())

  /** The key of this submit. A submit without a response may have succeeded: the same input again counts as its repeat. */
  function keyOf(input: CallParts<Spec>): string {
    const text = textOf(input)
    if (submit.current?.input !== text) submit.current = { key: newKey(), input: text }
    return submit.current.key
  }

  const mutation = useMutation<RouteAnswer<Spec>, Error, CallInput<Spec>>({
    mutationFn: (input) => {
      const idempotencyKey = once ? keyOf(input) : undefined
      return write(route, ...([{ idempotencyKey, ...input }] as unknown as CallArguments<Spec>))
    },
    onSuccess: async (answer, input) => {
      submit.current = undefined
      if (isAsked(answer)) return onAsked?.()
      if (message) reportSuccess(message)
      await onSuccess?.(answer as DoneAnswer<Spec>, input)
    },
    onError: (error) => {
      if (error instanceof CallError && error.kind === 'http') submit.current = undefined
      reactToError(error, {
        onConflict,
        showFieldErrors: form && ((errors) => form.setFields(errors.map(toFieldData))),
      })
      onError?.(error)
    },
  })
  /** A second press of an act that is still under way joins the first one; of what must not happen twice, also just after. */
  function mutateAsync(input: CallInput<Spec>, callbacks?: Parameters<typeof mutation.mutateAsync>[1]) {
    const text = textOf(input)
    const first = underWay.current.get(text)
    if (first) return first
    const answer = mutation.mutateAsync(input, callbacks)
    underWay.current.set(text, answer)
    const forget = () => underWay.current.delete(text)
    answer.then(() => (once ? setTimeout(forget, DOUBLE_PRESS_MS) : forget()), forget)
    return answer
  }

  function mutate(input: CallInput<Spec>, callbacks?: Parameters<typeof mutation.mutate>[1]) {
    // What fails was shown.
    mutateAsync(input, callbacks).catch(() => undefined)
  }

  return { ...mutation, mutate, mutateAsync, route }
}

/** `attrValue[2].price` → the form's name of that field, with its message. */
export function toFieldData({ field, message }: { field: string; message: string }) {
  const parts = field.split(/[.[\]]+/).filter(Boolean)
  return { name: parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)), errors: [message] }
}

function textOf({ params, query, body }: { params?: unknown; query?: unknown; body?: unknown }): string {
  return JSON.stringify([params, query, body])
}

/** Unguessable, 32 hexadecimal digits; crypto.randomUUID would require https. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
