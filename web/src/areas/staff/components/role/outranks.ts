import { useSession } from '../../../../api/session.ts'

/** The level of somebody without a role: weaker than any. */
const NO_LEVEL = 100

/** Says whether somebody may act on what has a level: on all as level 1, else on the weaker alone (AU-65). */
export function outranks(ownLevel: number, level: number): boolean {
  return ownLevel === 1 || level > ownLevel
}

/** The level of the signed-in user; the smaller, the stronger. */
export function useOwnLevel(): number {
  return useSession(({ user }) => user?.roleLevel ?? NO_LEVEL)
}
