import type { Hook, Hooks } from './hooks.ts'
import type { Ctx, Platform } from './http/context.ts'
import type { BuyerGate, StaffGate } from './http/gate.ts'
import type { App } from './http/serve.ts'

/** Stops something that was started, at shutdown. */
export type Stop = () => void | Promise<void>

/** Adds an area's entries to hooks of the platform or of earlier areas. */
export type Addition = (hooks: Hooks) => void

/** Declares everything an area consists of. The platform instance holds it, no module-level state. */
export type Area = {
  name: string
  /** Registers its routes, each object's from its own file. */
  routes: readonly ((app: App) => void)[]
  /** Answers the platform's questions about every call; exactly one area has it. */
  gate?: () => StaffGate
  /** Recognises buyers; exactly one area has it. */
  buyerGate?: () => BuyerGate
  /** Its additions to hooks of the platform and of earlier areas. */
  adds?: readonly Addition[]
  /**
   * Registers its jobs, tasks, schedules and outbox consumers in every process, including those that run none of them:
   * code that emits an event must know its consumers.
   */
  background?: readonly ((platform: Platform) => void)[]
  /** Starts what runs in every process, before the first call. */
  inEveryProcess?: readonly ((own: Ctx) => Stop)[]
  /** Starts what runs only in processes that do background work. */
  inWorkers?: readonly ((own: Ctx) => Stop | Promise<Stop>)[]
}

/** Adds entries to a hook. */
export function adding<Entry>(hook: Hook<Entry>, ...entries: NoInfer<Entry>[]): Addition {
  return (hooks) => hooks.add(hook, ...entries)
}
