import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { productRule } from '@zhanggui/contract/product/product-rule.ts'
import { adminUser } from '@zhanggui/contract/staff/admin-user.ts'
import { Form, Input } from 'antd'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import { FormDialog } from '../../dialog/form-dialog.tsx'
import { draftStore, forgetDrafts, forgetOldDrafts, newRow } from './draft-store.ts'

const row = { id: 3, version: 2, ruleName: '衣服', ruleValue: [] }

const RuleDialog = ({ id, onClose = () => {} }: { id?: number; onClose?: () => void }) => (
  <FormDialog
    name="规格"
    add={productRule.save}
    edit={productRule.update}
    row={id === undefined ? undefined : row}
    initial={{ ruleValue: [] }}
    onClose={onClose}
  >
    <Form.Item name="ruleName" label="规格名称">
      <Input />
    </Form.Item>
  </FormDialog>
)

const name = () => screen.findByLabelText<HTMLInputElement>('规格名称')
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('draft:'))

async function typeAndWait(text: string) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    fireEvent.change(await name(), { target: { value: text } })
    await act(() => vi.advanceTimersByTimeAsync(3100))
  } finally {
    vi.useRealTimers()
  }
}

/** A reload ends the page without asking it. */
function reload() {
  cleanup()
}

beforeEach(() => useSession.setState({ user: makeUser({ id: 7 }) }))

test('what was typed is kept within three seconds without a call, offered after a reload, and gone once saved', async () => {
  const requests = answer(productRule.update, { id: 3, version: 3 })
  renderPage(<RuleDialog id={3} />)
  await typeAndWait('鞋子')
  expect(stored()).toEqual(['draft:7:product-rule.save:3'])
  reload()
  const { user } = renderPage(<RuleDialog id={3} />)
  expect((await name()).value).toBe('衣服')
  await user.click(await screen.findByRole('button', { name: '恢复未保存的内容' }))
  expect((await name()).value).toBe('鞋子')
  expect(screen.queryByText(/有未保存的内容/)).toBeNull()
  await user.click(screen.getByRole('button', { name: /确\s?认/ }))
  await waitFor(() => expect(requests[0]?.body).toMatchObject({ id: 3, version: 2, ruleName: '鞋子' }))
  await waitFor(() => expect(stored()).toEqual([]))
})

test('what is typed last is kept when the page is left at once', async () => {
  renderPage(<RuleDialog />)
  fireEvent.change(await name(), { target: { value: '半' } })
  await waitFor(() => {
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem(stored()[0] ?? '')).toContain('半')
  })
})

test('取消 and 丢弃 drop a draft', async () => {
  const first = renderPage(<RuleDialog />)
  await typeAndWait('鞋子')
  await first.user.click(screen.getByRole('button', { name: /取\s?消/ }))
  expect(stored()).toEqual([])
  reload()
  renderPage(<RuleDialog />)
  await typeAndWait('帽子')
  expect(stored()).toHaveLength(1)
  reload()
  const second = renderPage(<RuleDialog />)
  await second.user.click(await screen.findByRole('button', { name: /丢\s?弃/ }))
  expect(stored()).toEqual([])
  expect(screen.queryByText(/有未保存的内容/)).toBeNull()
})

test('several new rows that were left are offered by their first words; one typed now replaces none of them', async () => {
  renderPage(<RuleDialog />)
  await typeAndWait('鞋子')
  reload()
  renderPage(<RuleDialog />)
  await screen.findByText(/有未保存的内容「鞋子」/)
  await typeAndWait('帽子')
  expect(stored()).toHaveLength(2)
  reload()
  const { user } = renderPage(<RuleDialog />)
  await screen.findByText(/有未保存的内容「帽子」/)
  const offer = screen.getByText(/有未保存的内容「鞋子」/).closest<HTMLElement>('.ant-alert')
  await user.click(within(offer ?? document.body).getByRole('button', { name: '恢复未保存的内容' }))
  expect((await name()).value).toBe('鞋子')
  expect(screen.getByText(/有未保存的内容「帽子」/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: /取\s?消/ }))
  expect(stored()).toHaveLength(1)
})

test('each row has its own draft, and so has each user', async () => {
  renderPage(<RuleDialog id={3} />)
  await typeAndWait('鞋子')
  reload()
  useSession.setState({ user: makeUser({ id: 8 }) })
  renderPage(<RuleDialog id={3} />)
  await name()
  expect(screen.queryByText(/有未保存的内容/)).toBeNull()
  reload()
  useSession.setState({ user: makeUser({ id: 7 }) })
  renderPage(<RuleDialog />)
  await name()
  expect(screen.queryByText(/有未保存的内容/)).toBeNull()
})

test('a draft holds no password', async () => {
  renderPage(
    <FormDialog name="管理员" add={adminUser.save} edit={adminUser.update} onClose={() => {}}>
      <Form.Item name="username" label="规格名称">
        <Input />
      </Form.Item>
      <Form.Item name="password" label="密码" initialValue="Abacus-Beads-13">
        <Input />
      </Form.Item>
    </FormDialog>,
  )
  await typeAndWait('zhao')
  const kept = localStorage.getItem(stored()[0] ?? '')
  expect(kept).toContain('zhao')
  expect(kept).not.toContain('Abacus')
})

test('a new row is offered the drafts of windows that are gone, the latest first, never one that is being written', () => {
  const drafts = draftStore<{ name: string }>(7, 'product')
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') })
  try {
    drafts.keep(newRow('aaaaaaaa'), { name: '甲' })
    vi.setSystemTime(new Date('2026-01-01T00:00:10Z'))
    drafts.keep(newRow('bbbbbbbb'), { name: '乙' })
    drafts.keep('12', { name: '丙' })
  } finally {
    vi.useRealTimers()
  }
  const names = (...open: string[]) => drafts.findNew(new Set(open)).map(({ body }) => body.name)
  expect(names()).toEqual(['乙', '甲'])
  expect(names('bbbbbbbb')).toEqual(['甲'])
  expect(names('aaaaaaaa', 'bbbbbbbb')).toEqual([])
})

test('drafts are dropped after a week and when their user signs out; broken ones are ignored', () => {
  const own = draftStore(7, 'product')
  const others = draftStore(8, 'product')
  own.keep('1', {})
  others.keep('1', {})
  localStorage.setItem('draft:7:product:2', '{')
  localStorage.setItem('draft:7:product:3', '"x"')
  expect([own.find('2'), own.find('3')]).toEqual([undefined, undefined])
  forgetOldDrafts(new Date(Date.now() + 6 * 24 * 3600_000))
  expect(stored()).toHaveLength(2)
  forgetDrafts(7)
  expect(stored()).toEqual(['draft:8:product:1'])
  forgetOldDrafts(new Date(Date.now() + 8 * 24 * 3600_000))
  expect(stored()).toEqual([])
})

test('without storage a form works as before', () => {
  const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  expect(draftStore(7, 'product').keep('1', {})).toBe(false)
  refuse.mockRestore()
})
