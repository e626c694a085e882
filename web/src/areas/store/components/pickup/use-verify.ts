import { type PickupOrder, pickup, type VerifyForm } from '@zhanggui/contract/order/pickup.ts'
import { useRef, useState } from 'react'
import { sendCall } from '../../../../api/call.ts'
import { CallError } from '../../../../api/call-error.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { write } from '../../../../api/write.ts'
import { BUZZ, CHIME, playTones } from '../../../../kit/feedback/chime.ts'

/** What the desk shows: nothing yet, an order, one that was verified just now, or why there is none. */
export type DeskState =
  | { kind: 'empty' }
  | { kind: 'found'; code: string; order: PickupOrder; refusal: string }
  | { kind: 'done'; order: PickupOrder; collected: number }
  | { kind: 'refused'; code: string; message: string }

/** Said on the desk itself; anything else is said where all failures are. */
const SAID_HERE: readonly (number | undefined)[] = [400, 404, 409, 422, 429]

/** Looks up codes, or the numbers of orders, and verifies what they find; the last one counts. */
export function useVerify() {
  const [state, setState] = useState<DeskState>({ kind: 'empty' })
  const [busy, setBusy] = useState<'scan' | 'verify'>()
  const last = useRef(0)

  /** @returns whether it found an order */
  async function scan(code: string): Promise<boolean> {
    const turn = ++last.current
    setBusy('scan')
    try {
      const order = await look(code)
      if (turn !== last.current) return false
      setState({ kind: 'found', code, order, refusal: order.refusal })
      if (order.refusal) playTones(BUZZ)
      return true
    } catch (error) {
      if (turn !== last.current) return false
      const message = messageOf(error)
      setState(message ? { kind: 'refused', code, message } : { kind: 'empty' })
      playTones(BUZZ)
      return false
    } finally {
      if (turn === last.current) setBusy(undefined)
    }
  }

  async function verify(code: string, order: PickupOrder, form: VerifyForm) {
    setBusy('verify')
    try {
      await write(pickup.verify, { params: { vCode: code }, body: form, silent: true })
      playTones(CHIME)
      setState({ kind: 'done', order, collected: order.toCollect })
    } catch (error) {
      playTones(BUZZ)
      const message = messageOf(error)
      // Somebody else was faster, or the order has changed: the card says how it stands now.
      const now = message && (await look(code).catch(() => undefined))
      if (message) setState({ kind: 'found', code, order: now || order, refusal: message })
    } finally {
      setBusy(undefined)
    }
  }

  return { state, busy, scan, verify, clear: () => setState({ kind: 'empty' }) }
}

const look = (vCode: string) => sendCall(pickup.confirm, { params: { vCode }, silent: true })

function messageOf(error: unknown): string | undefined {
  if (error instanceof CallError && SAID_HERE.includes(error.status)) return error.message
  reactToError(error)
  return undefined
}
