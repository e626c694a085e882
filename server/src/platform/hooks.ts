import type { Ctx } from './http/context.ts'

/**
 * A place where areas add to what an earlier one, or the platform, does: a guard, a counter, a check, a step. Declared at
 * the top of the file that asks it; what is added stands in the `area.ts` of whoever adds it.
 */
export type Hook<Entry> = { readonly name: string; readonly entry?: Entry }

export function defineHook<Entry>(name: string): Hook<Entry> {
  return { name }
}

/** What one application's areas have added; two in one process share none of it. */
export type Hooks = {
  add<Entry>(hook: Hook<Entry>, ...entries: NoInfer<Entry>[]): void
  /** What was added to a hook, in the order of the areas. */
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

/** A step that a hook takes: `platform.hooks` runs all of them with {@link runSteps}. */
export type Step = (ctx: Ctx) => Promise<void>

/** Takes all steps of a hook, one after the other. */
export async function runSteps(ctx: Ctx, hook: Hook<Step>): Promise<void> {
  for (const step of ctx.platform.hooks.of(hook)) await step(ctx)
}
