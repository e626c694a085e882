import type { Hook, Hooks } from './hooks.ts'
import type { Ctx, Platform } from './http/context.ts'
import type { App, Gate } from './http/serve.ts'

/** Ends what was started, at shutdown. */
export type Stop = () => void | Promise<void>

/** Something an area adds to a hook of the platform or of an earlier area. */
export type Addition = (hooks: Hooks) => void

/** What an area brings to the shop: its table of contents, held by the platform and by no module. */
export type Area = {
  name: string
  /** Its routes, each object's from its own file. */
  routes: readonly ((app: App) => void)[]
  /** Answers what the platform asks about every call; one area does. */
  gate?: () => Gate
  /** What it adds to the platform and to earlier areas. */
  adds?: readonly Addition[]
  /**
   * Registers its jobs, tasks, work by the clock and consumers of the outbox, in every process, also one that runs none
   * of them: whoever emits an event must know its consumers.
   */
  background?: readonly ((platform: Platform) => void)[]
  /** What it keeps doing in every process, from before the first call. */
  inEveryProcess?: readonly ((own: Ctx, app: App) => Stop)[]
  /** What it keeps doing in a process that does background work. */
  inWorkers?: readonly ((own: Ctx) => Stop | Promise<Stop>)[]
}

/** Adds entries to a hook. */
export function adding<Entry>(hook: Hook<Entry>, ...entries: NoInfer<Entry>[]): Addition {
  return (hooks) => hooks.add(hook, ...entries)
}
