import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import HomePage from './home.page.tsx'

test.each([
  [['admin:statistics:home:index'], 1],
  [['admin:product:list'], 0],
])('U13 with the permissions %j the figures of the shop are shown %i times', async (permissions, shown) => {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  renderPage(<HomePage />)
  await screen.findByText('快捷入口')
  expect(screen.queryAllByText('经营数据')).toHaveLength(shown)
})
