import { screen, waitFor } from '@testing-library/react'
import { loginLog } from '@zhanggui/contract/monitor/log.ts'
import { expect, test } from 'vitest'
import { passLiveFrame } from '../../api/live.ts'
import { useSession } from '../../api/session.ts'
import { answer } from '../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../testing/render.tsx'
import { ListPage } from './list-page.tsx'
import { useList } from './use-list.ts'

const rowsOf = (...ids: number[]) => ({
  list: ids.map((id) => ({ id, username: `u${id}` })) as never,
  total: ids.length,
  page: 1,
  limit: 20,
})

function Logs() {
  return (
    <ListPage
      list={useList(loginLog.list)}
      purpose="用来试"
      news={{ of: '条新日志', frame: 'log' }}
      columns={[{ name: 'username', title: '用户' }]}
    />
  )
}

test('rows that came meanwhile are counted above the list and shown when asked for', async () => {
  useSession.setState({ permissions: ['*:*:*'], user: makeUser({ permissions: ['*:*:*'] }) })
  answer(loginLog.list, rowsOf(2, 1))
  const { user } = renderPage(<Logs />, '/monitor/loginLog')
  await screen.findByText('u2')
  answer(loginLog.list, rowsOf(4, 3, 2, 1))
  // What watches the list loads with it: it hears the first frame after that.
  const bar = await waitFor(() => {
    passLiveFrame('log', {})
    return screen.getByRole('button', { name: '有 2 条新日志，点击刷新' })
  })
  expect(screen.queryByText('u4')).toBeNull()
  await user.click(bar)
  await screen.findByText('u4')
  await expect.poll(() => screen.queryByText(/条新日志/)).toBeNull()
})
