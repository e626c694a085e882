import { screen, waitFor } from '@testing-library/react'
import { orderNote } from '@zhanggui/contract/order/order-note.ts'
import { beforeEach, expect, test } from 'vitest'
import { useSession } from '../../../../api/session.ts'
import { answer } from '../../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../../testing/render.tsx'
import { OrderTimeline } from './order-timeline.tsx'

beforeEach(() => {
  useSession.setState({ user: makeUser() })
  answer(orderNote.timeline, { list: [], isCut: false })
})

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: '内部留言' })

test('Ctrl+Enter sends what is written to each other', async () => {
  const sent = answer(orderNote.comment, { id: 1 })
  const { user } = renderPage(<OrderTimeline orderNo="1" version={1} mayComment />)
  await user.type(await field(), '先别发{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent[0]?.body).toEqual({ orderNo: '1', content: '先别发' }))
})

test('while looking as somebody else nothing is written', async () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  useSession.setState({ user: makeUser({ seeing }) })
  renderPage(<OrderTimeline orderNo="1" version={1} mayComment />)
  expect((await field()).disabled).toBe(true)
})
