import { createHook } from 'node:async_hooks'

/** How many passwords are hashed by a piece of work, which is nearly all the time that a sign-in takes. */
export async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') count++
    },
  })
  hook.enable()
  await work().finally(() => hook.disable())
  return count
}
