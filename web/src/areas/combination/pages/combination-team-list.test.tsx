import { screen, waitFor, within } from '@testing-library/react'
import { team } from '@zhanggui/contract/combination/team.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeMember, makeTeam } from '../combination.fixture.ts'
import { endText } from '../model/team-words.ts'
import CombinationTeamListPage from './combination-team-list.page.tsx'

function signIn(permissions: string[]) {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
}

const draw = (address = '/marketing/combination/list') => renderPage(<CombinationTeamListPage />, address)

function answerRows(...rows: ReturnType<typeof makeTeam>[]) {
  return answer(team.list, { list: rows, total: rows.length, page: 1, limit: 20 })
}

beforeEach(() => {
  signIn(['*:*:*'])
  answer(team.statistics, { countPeople: 128, countTeam: 54, runningTeam: 18, failTeam: 9 })
})

const panelOf = async (id: number) => (await screen.findByText(`团 ${id}`)).closest('[role=dialog]') as HTMLElement

test('four figures open their teams, and the states of teams are tabs that stay when filters are cleared', async () => {
  const reads = answerRows(makeTeam(12037))
  const { user } = draw()
  expect(await screen.findByText('成团率 85.7%')).toBeDefined()
  expect(screen.getByRole('link', { name: '未成团' }).getAttribute('href')).toBe('/marketing/combination/list?status=3')
  await user.click(screen.getByRole('tab', { name: '进行中' }))
  await waitFor(() => expect(reads.at(-1)?.query).toMatchObject({ status: '1' }))
  expect(await screen.findByText('还差 1 人')).toBeDefined()
})

test('a team is looked at with its places and its members, with their orders; the address keeps it', async () => {
  answerRows(makeTeam(12037))
  answer(team.members, [
    makeMember(11, { nickname: 'Lina', isLeader: true }),
    makeMember(12, { nickname: '橘子汽水' }),
    makeMember(13, { nickname: '走了', status: 3, orderStatus: '已退款' }),
  ])
  const { user, router } = draw()
  await user.click(await screen.findByRole('button', { name: '查看详情' }))
  const panel = within(await panelOf(12037))
  expect(await panel.findByRole('list', { name: '3 人团，2 人在团里，差 1 人' })).toBeDefined()
  expect(panel.getByText('¥99.80')).toBeDefined()
  expect(panel.getByText('已退出')).toBeDefined()
  expect(panel.getByText('到期没满，2 单共 ¥99.80 全部退回，团记为未成团')).toBeDefined()
  expect(panel.getByRole('link', { name: '订单 20261120142600600011' }).getAttribute('href')).toBe('/order/detail/511')
  expect(router.state.location.search).toBe('?look=12037')
})

test('a team of an address that the list does not hold still shows its members', async () => {
  answerRows()
  answer(team.members, [makeMember(11, { nickname: 'Lina', isLeader: true })])
  draw('/marketing/combination/list?look=9')
  const panel = within(await panelOf(9))
  expect(await panel.findByText('Lina')).toBeDefined()
  expect(panel.queryByRole('button', { name: '提前成团' })).toBeNull()
})

test('what becomes of a team says how many places may be filled', () => {
  const five = makeTeam(1, { people: 5, memberCount: 2, virtualMost: 2 })
  expect(endText(five, '¥99.80').text).toBe('再来 1 人，到期就能补齐成团；不然这 2 单共 ¥99.80 全部退回，团记为未成团')
  expect(endText({ ...five, memberCount: 3 }, '¥149.70')).toEqual({
    text: '到期没满，系统补 2 人成团，3 单转待发货',
    isGood: true,
  })
})

test('a running team is completed with a reason; what the server refuses is said, and others are not offered it', async () => {
  answerRows(
    makeTeam(1, { title: '差一人' }),
    makeTeam(2, { title: '成了', status: 2, statusName: '已成功', endReason: 'virtual', virtualCount: 1 }),
  )
  const sent = answer(team.finish, refuse(409, 'STATE_CONFLICT', '拼团已结束'))
  const { user } = draw()
  expect(await screen.findByText('系统补齐 1 人')).toBeDefined()
  expect(screen.queryByRole('button', { name: '更多：团 2' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '更多：团 1' }))
  await user.click(await screen.findByRole('menuitem', { name: '提前成团' }))
  await user.click(await screen.findByRole('button', { name: '补 1 人成团' }))
  expect(await screen.findByText(/请输入原因/)).toBeDefined()
  expect(sent).toHaveLength(0)
  await user.type(screen.getByRole('textbox', { name: /原因/ }), '老客')
  await user.click(screen.getByRole('button', { name: '补 1 人成团' }))
  expect(await screen.findByText('拼团已结束')).toBeDefined()
  answer(team.finish, {})
  await user.click(screen.getByRole('button', { name: '补 1 人成团' }))
  expect(await screen.findByText('已成团，订单可以发货')).toBeDefined()
  expect(sent.at(-1)?.body).toEqual({ id: 1, reason: '老客' })
})

test('without the rights there are no figures, no members and no act', async () => {
  signIn(['admin:combination:combine:list'])
  answerRows(makeTeam(1))
  const { user } = draw()
  await user.click(await screen.findByRole('button', { name: '查看详情' }))
  const panel = within(await panelOf(1))
  expect(await panel.findByText('还差 1 人')).toBeDefined()
  expect(panel.queryByText('团员')).toBeNull()
  expect(screen.queryByText('参与人数')).toBeNull()
  expect(screen.queryByRole('button', { name: '更多：团 1' })).toBeNull()
})
