import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { DiskFull, StartError } from '../../start-error.ts'

/** The pause before a restart, doubled with each recent one. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** So many failures to start in a row end the server. */
const MAX_FAILURES = 5
/** A database that ran this long without trouble is restarted at once. */
const CALM_MS = 60_000
const MAX_KEPT = 20

/** What has become of an embedded database since the server started. */
export type EmbeddedState = {
  /** When it ended unexpectedly, and by which signal or exit code; oldest first, the last twenty. */
  readonly interruptions: readonly { at: Date; cause: string }[]
  /** Why it does not run at present. */
  readonly trouble: 'restarting' | 'disk full' | undefined
  /** Resolves with the reason when it cannot be started again. */
  readonly lost: Promise<StartError>
}

type Keeping = {
  /** Starts it again, where it was. */
  restart(): Promise<ChildProcess>
  /** What it last logged: the cause, if it could still say it. */
  lastLines(): string[]
  report: (event: string, details: object) => void
  firstPauseMs?: number
}

/**
 * Keeps PostgreSQL running: starts it again when it ends by itself, as when the system kills it for its memory, with growing
 * pauses. A full disk is waited for, since staff may free it; after five other failures in a row it is lost.
 * @returns its state, and a function that stops it for good
 */
export function keepRunning(
  first: ChildProcess,
  { restart, lastLines, report, firstPauseMs = FIRST_PAUSE_MS }: Keeping,
) {
  const stopping = new AbortController()
  const lost = Promise.withResolvers<StartError>()
  const interruptions: { at: Date; cause: string }[] = []
  let trouble: EmbeddedState['trouble']
  let postgres = first
  let reviving: Promise<void> | undefined
  let pause = 0
  let startedAt = performance.now()

  const watch = () => {
    postgres.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      const cause = signal ?? `exit code ${code}`
      interruptions.push({ at: new Date(), cause })
      if (interruptions.length > MAX_KEPT) interruptions.shift()
      if (performance.now() - startedAt > CALM_MS) pause = 0
      reviving = revive(cause).finally(() => {
        reviving = undefined
      })
    })
  }
  const revive = async (cause: string) => {
    trouble = 'restarting'
    report('the embedded database ended unexpectedly and is started again', { cause, pause, lines: lastLines() })
    for (let failures = 0; ; ) {
      try {
        await sleep(pause, undefined, { signal: stopping.signal })
      } catch {
        return
      }
      pause = Math.min(pause * 2 || firstPauseMs, LONGEST_PAUSE_MS)
      try {
        postgres = await restart()
        startedAt = performance.now()
        trouble = undefined
        watch()
        report('the embedded database runs again', { failures })
        return
      } catch (error) {
        const isDiskFull = error instanceof DiskFull
        trouble = isDiskFull ? 'disk full' : 'restarting'
        failures = isDiskFull ? 0 : failures + 1
        report('the embedded database did not start', { err: error, failures, pause })
        if (failures < MAX_FAILURES) continue
        const sentence = `内嵌数据库意外终止（${cause}），重新启动 ${failures} 次均失败，服务器退出。`
        lost.resolve(new StartError(`${sentence}\n${(error as Error).message}`, { cause: error }))
        return
      }
    }
  }
  watch()
  const state: EmbeddedState = {
    interruptions,
    get trouble() {
      return trouble
    },
    lost: lost.promise,
  }
  return {
    state,
    /** @param end stops the process that runs at last */
    stop: async (end: (postgres: ChildProcess) => Promise<void>) => {
      stopping.abort()
      await reviving
      await end(postgres)
    },
  }
}
