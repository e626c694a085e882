/** The `pinkStatus` of an order whose team has not enough members yet. */
export const TEAM_WAITS = 1
