import { type GridFailure, type GridSave, productGrid } from '@zhanggui/contract/product/product-grid.ts'
import { randomString } from '@zhanggui/domain/random-string.ts'
import { useRef, useState } from 'react'
import { sendCall } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { refreshShown } from '../../../../api/write.ts'
import type { Edits } from '../../model/grid/grid-edits.ts'
import { callsOf } from '../../model/grid/grid-send.ts'
import type { GridStore } from '../../model/grid/grid-store.ts'

export type Sending = { done: number; total: number }
/** What was sent: how many products were saved, and which were not. */
export type Sent = { undoId: number | undefined; success: number; errors: GridFailure[] /** Not sent. */; left: number }

/** Sends the edits in calls of some products each, all parts of one action that can be taken back. */
export function useGridSend(store: GridStore) {
  const [sending, setSending] = useState<Sending>()
  const stopped = useRef(false)
  /** A call without a response may have succeeded: the same content again counts as its repeat. */
  const keys = useRef(new Map<string, string>())
  /** The action of a send that broke off, which the next one continues. */
  const broken = useRef<number>(undefined)

  async function send(note: Pick<GridSave, 'reason' | 'remark'>): Promise<Sent> {
    const edits: Edits = store.getState().edits
    const calls = callsOf(edits, store.sheet())
    const total = calls.reduce((sum, call) => sum + call.length, 0)
    const sent: Sent = { undoId: broken.current, success: 0, errors: [], left: total }
    stopped.current = false
    setSending({ done: 0, total })
    let content = ''
    try {
      for (const changes of calls) {
        if (stopped.current) break
        const { undoId } = sent
        const body = { ...note, changes, ...(undoId !== undefined && { undoId }) }
        content = JSON.stringify(body)
        const key = keys.current.get(content) ?? randomString(32)
        keys.current.set(content, key)
        const answer = await sendCall(productGrid.save, { body, idempotencyKey: key })
        keys.current.delete(content)
        store.receive(answer)
        sent.undoId = answer.undoId ?? undoId
        sent.success += answer.success
        sent.errors.push(...answer.errors)
        sent.left -= changes.length
        setSending({ done: total - sent.left, total })
      }
      broken.current = undefined
    } catch (error) {
      const isAnswered = error instanceof CallError && error.kind === 'http'
      broken.current = isAnswered ? undefined : sent.undoId
      // The server keeps what it answered: the same key would only get the same refusal again.
      if (isAnswered) keys.current.delete(content)
      reactToError(error)
    } finally {
      setSending(undefined)
      refreshShown()
    }
    return sent
  }

  return {
    sending,
    send,
    stop: () => {
      stopped.current = true
    },
  }
}
