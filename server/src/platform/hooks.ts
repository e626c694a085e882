import type { Ctx } from './http/context.ts'

/**
 * A point where areas extend an earlier area or the platform: a guard, a counter, a check, a step. It is declared at the top
 * of the file that uses it; additions are in the `area.ts` of the area that adds them.
 */
export type Hook<Entry> = { readonly name: string; readonly entry?: Entry }

export function defineHook<Entry>(name: string): Hook<Entry> {
  return { name }
}

/** The additions of one application's areas; two applications in one process share none. */
export type Hooks = {
  add<Entry>(hook: Hook<Entry>, ...entries: NoInfer<Entry>[]): void
  /** The additions to a hook, in the order of the areas. */
  of<Entry>(hook: Hook<Entry>): readonly Entry[]
}

declare module './http/context.ts' {
  interface Platform {
    /** What the areas have added to the platform and to each other. */
    hooks: Hooks
  }
}

export function makeHooks(): Hooks {
  const added = new Map<Hook<unknown>, unknown[]>()
  return {
    add: (hook, ...entries) => {
      added.set(hook, [...(added.get(hook) ?? []), ...entries])
    },
    of: <Entry>(hook: Hook<Entry>) => (added.get(hook) ?? []) as readonly Entry[],
  }
}

/** An addition that is a step to run; {@link runSteps} runs all of a hook. */
export type Step = (ctx: Ctx) => Promise<void>

/** Runs all steps of a hook, one after the other. */
export async function runSteps(ctx: Ctx, hook: Hook<Step>): Promise<void> {
  for (const step of ctx.platform.hooks.of(hook)) await step(ctx)
}
