import { cleanup, screen, within } from '@testing-library/react'
import { bargain } from '@zhanggui/contract/bargain/bargain.ts'
import { bargainSession } from '@zhanggui/contract/bargain/bargain-session.ts'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { makeBargainInfo, makeHelp, makeSession } from '../bargain.fixture.ts'
import BargainRecordDetailPage from './bargain-record-detail.page.tsx'

const draw = (permissions: string[] = ['*:*:*']) => {
  useSession.setState({ permissions, user: makeUser({ permissions }) })
  const page = <Route path="/marketing/bargain/session/:id" element={<BargainRecordDetailPage />} />
  return renderPage(<Routes>{page}</Routes>, '/marketing/bargain/session/8806')
}

test('a session has a page with its cuts, whom they brought, what it comes to once it is won, and its goods', async () => {
  answer(bargainSession.info, makeSession(8806, { cutNum: 2, leftNum: 14, cutPrice: 50, nowPrice: 649 }))
  answer(bargainSession.helps, [makeHelp(2, 20, { isNew: true }), makeHelp(1, 30)])
  answer(bargain.info, makeBargainInfo(7))
  draw()
  expect(await screen.findByText('2 人，带来 1 位新客')).toBeDefined()
  expect(screen.getByText('新客')).toBeDefined()
  const won = within(screen.getByRole('region', { name: '砍成以后' }))
  expect(won.getByText('1 件，¥499.00')).toBeDefined()
  expect(await won.findByText('¥499.00，成本 ¥28.00')).toBeDefined()
  expect(won.getByText('¥471.00')).toBeDefined()
  expect(screen.getByText('16 刀，含自己')).toBeDefined()
  expect(screen.getByRole('button', { name: '复制邀请链接' }).title).toBe(
    `${window.location.origin}/h5/bargain/7?bargainUserId=8806`,
  )
})

test('a session that is over without being won says why, and not what it would have come to', async () => {
  answer(bargainSession.helps, [])
  answer(bargain.info, makeBargainInfo(7))
  const over = { status: 2, statusName: '未完成' } as const
  for (const [given, says] of [
    [{ ...over, isCancelled: true }, '买家放弃了，没收钱'],
    [over, '到时间没砍完，没收钱'],
    [{ ...over, leftNum: 0 }, '砍完了但没按时下单，没收钱；占的 1 件已放回限量'],
  ] as const) {
    answer(bargainSession.info, makeSession(8806, given))
    draw()
    expect(await screen.findByText(says)).toBeDefined()
    expect(screen.queryByRole('region', { name: '砍成以后' })).toBeNull()
    expect(screen.queryByRole('button', { name: '复制邀请链接' })).toBeNull()
    cleanup()
  }
})

test('the page of a session says why there is none, and shows only what its reader may see', async () => {
  answer(bargainSession.info, refuse(404, 'NOT_FOUND', '砍价记录不存在'))
  draw()
  expect(await screen.findByText(/砍价记录不存在/)).toBeDefined()
  cleanup()
  answer(bargainSession.info, makeSession(8806))
  draw(['admin:bargain:user:list'])
  expect(await screen.findByText('还差 6 刀')).toBeDefined()
  expect(screen.queryByRole('region', { name: '谁砍了' })).toBeNull()
  expect(screen.queryByText(/成本/)).toBeNull()
})
