import * as teams from './team.repository.ts'

// What orders need of teams: to end them in time, and to tell their members.

export type { TeamRow } from './team.repository.ts'
export const findTeam = teams.find
export const lockTeam = teams.lock
export const lockDueTeam = teams.lockDue
export const listDueTeams = teams.listDue
export const listMembersToTell = teams.listToTell
