import { useSession } from '../../../../api/session.ts'

/** The level of a user without a role: weaker than any. */
const NO_LEVEL = 100

/** Whether a user may act on a level: level 1 on all, others only on weaker ones. */
export function outranks(ownLevel: number, level: number): boolean {
  return ownLevel === 1 || level > ownLevel
}

/** The level of the signed-in user; smaller is stronger. */
export function useOwnLevel(): number {
  return useSession(({ user }) => user?.roleLevel ?? NO_LEVEL)
}
