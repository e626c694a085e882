import type { Combination, CombinationRow } from '@zhanggui/contract/combination/combination.ts'
import type { Team, TeamInfo, TeamMember } from '@zhanggui/contract/combination/team.ts'
import { makeActivity, makeActivitySku } from '../../testing/activity.ts'

const time = '2026-11-01 10:00:00'

/** A team product of the list, which runs. */
export function makeCombination(id: number, given: Partial<CombinationRow> = {}): CombinationRow {
  return {
    ...makeActivity(id, { title: `拼团${id}` }),
    people: 3,
    effectiveTime: 24,
    num: 5,
    onceNum: 2,
    virtualRation: 1,
    isHot: false,
    countPeople: 128,
    countPeopleAll: 140,
    countPeoplePink: 54,
    ...given,
  }
}

/** The same with what its form needs. */
export function makeCombinationInfo(id: number, given: Partial<Combination> = {}): Combination {
  return { ...makeCombination(id), content: '', attr: [], attrValue: [makeActivitySku(81)], ...given }
}

/** A team that runs: two of three. */
export function makeTeam(id: number, given: Partial<Team> = {}): Team {
  return {
    id,
    combinationId: 4,
    title: '新疆长绒棉毛巾',
    image: '/file/a.jpg',
    uid: 11,
    nickname: 'Lina',
    avatar: '',
    people: 3,
    memberCount: 2,
    virtualCount: 0,
    virtualMost: 0,
    status: 1,
    statusName: '进行中',
    endReason: '',
    stopTime: '2099-11-20 20:45:00',
    endTime: null,
    createTime: time,
    ...given,
  }
}

/** The same with what the teams of its activity came to. */
export function makeTeamInfo(id: number, given: Partial<TeamInfo> = {}): TeamInfo {
  return { ...makeTeam(id), runningTeam: 18, countTeam: 54, failTeam: 9, averageMinutes: 432, ...given }
}

export function makeMember(id: number, given: Partial<TeamMember> = {}): TeamMember {
  return {
    id,
    uid: id,
    nickname: `买家${id}`,
    avatar: '',
    isLeader: false,
    orderId: id + 500,
    orderNo: `20261120142600${600000 + id}`,
    num: 1,
    totalPrice: 49.9,
    orderStatus: '待成团',
    refundStatus: '未退款',
    status: 1,
    createTime: time,
    ...given,
  }
}
