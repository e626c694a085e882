import { useCan } from '../access/can.tsx'
import type { ActivityScreens } from './activity-screens.ts'

/** Whether the session may open the page of an activity: it is the form's, which the menu keeps for those who write. */
export function useMayOpen({ routes }: ActivityScreens): boolean {
  const [mayRead, mayUpdate, maySave] = [useCan(routes.info), useCan(routes.update), useCan(routes.save)]
  return mayRead && (mayUpdate || maySave)
}
