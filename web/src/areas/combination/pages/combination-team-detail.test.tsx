import { cleanup, screen, within } from '@testing-library/react'
import { combination } from '@zhanggui/contract/combination/combination.ts'
import { team } from '@zhanggui/contract/combination/team.ts'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeCombinationInfo, makeMember, makeTeamInfo } from '../combination.fixture.ts'
import CombinationTeamDetailPage from './combination-team-detail.page.tsx'

const draw = (permissions: string[] = ['*:*:*']) => {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  const page = <Route path="/marketing/combination/team/:id" element={<CombinationTeamDetailPage />} />
  return renderPage(<Routes>{page}</Routes>, '/marketing/combination/team/12037')
}

test('a team has a page with its places, members, story, goods, what becomes of it and how others of its activity ended', async () => {
  answer(team.info, makeTeamInfo(12037))
  answer(team.members, [
    makeMember(11, { nickname: 'Lina', isLeader: true }),
    makeMember(12, { nickname: '橘子汽水', num: 2, totalPrice: 99.8, createTime: '2026-11-01 11:00:00' }),
  ])
  answer(combination.info, makeCombinationInfo(4))
  const { user } = draw()
  expect(await screen.findByRole('list', { name: '3 人团，2 人在团里，差 1 人' })).toBeDefined()
  const future = within(screen.getByRole('region', { name: '到时候会怎样' }))
  expect(future.getByText('2 笔 ¥149.70')).toBeDefined()
  expect(future.getByText('3 件')).toBeDefined()
  const story = within(screen.getByRole('region', { name: '动态' }))
  expect(story.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('橘子汽水 付款 ¥99.80，参团'),
    expect.stringContaining('Lina 付款 ¥49.90，开团'),
  ])
  expect(await screen.findByText('每人 5 件')).toBeDefined()
  expect(screen.getByText('成团率 85.7%，平均 7 小时 12 分成团')).toBeDefined()
  expect(screen.getByRole('link', { name: '54' }).getAttribute('href')).toBe(
    '/marketing/combination/list?combinationId=4&status=2',
  )
  expect(screen.getByRole('button', { name: '复制邀请链接' }).title).toBe(`${window.location.origin}/h5/team/12037`)
  await user.click(screen.getByRole('button', { name: '提前成团' }))
  expect(await screen.findByRole('button', { name: '补 1 人成团' })).toBeDefined()
})

test('the page of a team says why there is none, and shows only what its reader may see', async () => {
  answer(team.info, refuse(404, 'NOT_FOUND', '拼团不存在'))
  answer(team.members, refuse(404, 'NOT_FOUND', '拼团不存在'))
  draw()
  expect(await screen.findByText(/拼团不存在/)).toBeDefined()
  cleanup()
  answer(
    team.info,
    makeTeamInfo(12037, { status: 2, statusName: '已成功', endReason: 'full', endTime: '2026-11-02 10:00:00' }),
  )
  draw(['admin:combination:combine:list'])
  expect(await screen.findByText('人数已满')).toBeDefined()
  expect(screen.queryByRole('region', { name: '团员' })).toBeNull()
  expect(screen.queryByRole('region', { name: '到时候会怎样' })).toBeNull()
  expect(screen.queryByRole('button', { name: '复制邀请链接' })).toBeNull()
})
