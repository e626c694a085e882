import { type Ctx, holds } from './context.ts'
import { forbidden } from './errors.ts'

/**
 * Asks for the right to a switch where an edit would use it: what has a right of its own is not done by the form either.
 * @param after undefined where the edit leaves it as it is
 * @throws 403
 */
export function requireSwitch({ actor }: Ctx, permission: string, before: boolean, after: boolean | undefined): void {
  if (after !== undefined && after !== before && !holds(actor, permission)) throw forbidden(permission)
}
