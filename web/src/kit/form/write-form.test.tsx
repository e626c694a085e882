import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { freightTemplate } from '@zhanggui/contract/product/freight-template.ts'
import type { Route } from '@zhanggui/contract/routes.ts'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { Form, Input } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { useSession } from '../../api/session.ts'
import { makeUser } from '../../testing/render.tsx'
import { WriteForm } from './write-form.tsx'

afterEach(() => useSession.setState({ user: undefined }))

/** A form without a button that submits: its dialog has one. */
function renderForm(route: Pick<Route, 'method' | 'changes' | 'whileSeeing'>) {
  const onFinish = vi.fn()
  render(
    <WriteForm of={{ isPending: false, route }} onFinish={onFinish}>
      <Form.Item name="word" label="词">
        <Input />
      </Form.Item>
    </WriteForm>,
  )
  return { onFinish, field: screen.getByRole<HTMLInputElement>('textbox', { name: '词' }) }
}

test('Enter in a field sends the form', async () => {
  const { onFinish, field } = renderForm(dictDetail.save)
  await userEvent.type(field, 'a{Enter}')
  await expect.poll(() => onFinish).toHaveBeenCalledOnce()
})

test('while looking as somebody else its fields are greyed, and a submit sends nothing', async () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  useSession.setState({ user: makeUser({ seeing }) })
  const { onFinish, field } = renderForm(dictDetail.save)
  expect(field.disabled).toBe(true)
  fireEvent.submit(field)
  await new Promise((done) => setTimeout(done, 50))
  expect(onFinish).not.toHaveBeenCalled()
})

test('a form that only reckons works while looking as somebody else', async () => {
  const seeing = { kind: 'role' as const, id: 4, name: '客服', since: '2026-11-24 10:00:00' }
  useSession.setState({ user: makeUser({ seeing }) })
  const { onFinish, field } = renderForm(freightTemplate.trial)
  await userEvent.type(field, 'a{Enter}')
  await expect.poll(() => onFinish).toHaveBeenCalledOnce()
})
