import { type DraftChange, decorPage, type PageInfo } from '@zhanggui/contract/decor/page.ts'
import type { RouteAnswer } from '@zhanggui/contract/routes.ts'
import { changesBetween, isEmpty } from '@zhanggui/page-kit/changes.ts'
import type { Issue } from '@zhanggui/page-kit/check.ts'
import type { Component, Page } from '@zhanggui/page-kit/page.ts'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/call-error.ts'
import { reactToError } from '../../../api/reactions.ts'
import { randomKey } from '../../../kit/form/draft/window-key.ts'
import { ackDraft, isDirty, setSaved, usePageStore } from './page-store.ts'

/** After the last change, and at the latest since the first one. */
export const SAVE_AFTER_MS = 3000
export const SAVE_WITHIN_MS = 15_000
/** Until it is sent again without an answer. */
export const RETRY_MS = [5000, 15_000, 30_000, 60_000]

/** What is on its way. It is sent again as it is, before anything newer: it may have arrived. */
type Sending = { body: DraftChange; key: string; page: Page }
type Outcome = 'saved' | 'failed' | 'conflict'

export type Conflict = { current: PageInfo; by: string | undefined }

/**
 * Saves the draft by itself: one save at a time, of what changed since the last one.
 * @param onConflict somebody else has saved meanwhile; nothing is sent until it returns
 */
export function startSaving(onConflict: (conflict: Conflict) => Promise<void>): {
  save: () => Promise<boolean>
  stop: () => void
} {
  let sending: Sending | undefined
  let running: Promise<Outcome> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let firstChange: number | undefined
  let failures = 0
  let deciding: Promise<void> | undefined
  let stopped = false

  const get = () => usePageStore.getState()

  function plan(ms: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(run, ms)
  }

  function run(): void {
    const { busy } = get()
    // A half-done drag is nobody's draft; it ends soon.
    if (busy) plan(500)
    else save()
  }

  /** Sends what there is until nothing is left. @returns whether the server holds all of it */
  async function save(): Promise<boolean> {
    clearTimeout(timer)
    if (deciding) await deciding
    for (;;) {
      if (running) {
        const outcome = await running
        if (outcome !== 'saved') return false
        continue
      }
      if (!sending && !isDirty(get())) return true
      running = send().finally(() => {
        running = undefined
      })
    }
  }

  function nextSending(): Sending | undefined {
    const { id, version, sessionKey, acked, history, readOnly } = get()
    const changes = changesBetween(acked, history.present)
    if (readOnly || isEmpty(changes)) return undefined
    const { put, remove, order, settings, share } = changes
    const body = {
      id,
      version,
      sessionKey,
      put,
      remove,
      ...(order && { order }),
      ...(settings && { settings }),
      ...(share && { share }),
    } as DraftChange
    return { body, key: `${randomKey()}${randomKey()}${randomKey()}`, page: history.present }
  }

  async function send(): Promise<Outcome> {
    sending ??= nextSending()
    const sent = sending
    if (!sent) return 'saved'
    firstChange = undefined
    setSaved({ kind: 'saving' })
    let answer: RouteAnswer<typeof decorPage.saveDraft>
    try {
      answer = await call(decorPage.saveDraft, { body: sent.body, idempotencyKey: sent.key })
    } catch (error) {
      return failed(error)
    }
    if (stopped) return 'saved'
    sending = undefined
    failures = 0
    ackDraft(sent.page, {
      version: answer.version,
      issues: answer.issues as Issue[],
      tidied: answer.put as unknown as Component[],
      keptId: answer.keptId,
    })
    return 'saved'
  }

  function failed(error: unknown): Outcome {
    if (stopped) return 'failed'
    const { status, body } = error instanceof CallError ? error : { status: undefined, body: undefined }
    if (status === undefined || status >= 500 || status === 429) {
      setSaved({ kind: 'offline' })
      plan(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 60_000)
      failures += 1
      return 'failed'
    }
    sending = undefined
    const current = (body as { current?: PageInfo } | undefined)?.current
    if (status === 409 && current) {
      setSaved({ kind: 'dirty' })
      deciding = onConflict({ current, by: (error as CallError).changedBy }).finally(() => {
        deciding = undefined
      })
      return 'conflict'
    }
    setSaved({ kind: 'failed', reason: error instanceof Error ? error.message : '保存失败' })
    if (status === 401) reactToError(error)
    return 'failed'
  }

  const unsubscribe = usePageStore.subscribe((now, before) => {
    if (now.history.present === before.history.present || now.readOnly || now.id !== before.id) return
    if (sending && failures) return
    if (!isDirty(now)) return
    const moment = performance.now()
    firstChange ??= moment
    plan(Math.max(0, Math.min(SAVE_AFTER_MS, firstChange + SAVE_WITHIN_MS - moment)))
  })

  return {
    save,
    stop() {
      stopped = true
      clearTimeout(timer)
      unsubscribe()
    },
  }
}
