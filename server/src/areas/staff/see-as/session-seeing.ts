/** A role or a member of staff, and since when, as an ISO time. */
export type SessionSeeing = { kind: 'role' | 'user'; id: number; name: string; since: string }
