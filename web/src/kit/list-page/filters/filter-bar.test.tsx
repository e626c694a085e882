import { fireEvent, screen, waitFor } from '@testing-library/react'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { Activity, useState } from 'react'
import { Link } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render.tsx'
import { useList } from '../use-list.ts'
import { FilterBar } from './filter-bar.tsx'

function Brands() {
  const list = useList(brand.list)
  return <FilterBar list={list} filters={['keywords']} />
}

function Page() {
  const [away, setAway] = useState(false)
  return (
    <>
      <Link to="/elsewhere">别处</Link>
      <button
        type="button"
        aria-label="切换"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setAway(!away)}
      />
      <Activity mode={away ? 'hidden' : 'visible'}>
        <Brands />
      </Activity>
    </>
  )
}

const field = () => screen.findByRole<HTMLInputElement>('textbox')

beforeEach(() => void answer(brand.list, { list: [], total: 0, page: 1, limit: 20 }))

test('text typed into a filter and left at once by a link is in the URL of the list before it is left', async () => {
  const { user, router } = renderPage(<Page />, '/brands')
  const visited: string[] = []
  router.subscribe(({ location }) => visited.push(location.pathname + location.search))
  await user.type(await field(), '茶')
  await user.click(screen.getByText('别处'))
  await waitFor(() => expect(visited.at(-1)).toBe('/elsewhere'))
  expect(visited[0]).toBe(`/brands?keywords=${encodeURIComponent('茶')}`)
})

test('text typed into a filter of a list that is hidden in the pause is applied when it is shown again', async () => {
  const { router } = renderPage(<Page />, '/brands')
  fireEvent.change(await field(), { target: { value: '茶' } })
  const turn = screen.getByRole('button', { name: '切换' })
  fireEvent.click(turn)
  await new Promise((resolve) => setTimeout(resolve, 450))
  expect(router.state.location.search).toBe('')
  fireEvent.click(turn)
  await waitFor(() => expect(router.state.location.search).toBe(`?keywords=${encodeURIComponent('茶')}`))
  expect((await field()).value).toBe('茶')
})

test('a pause in typing applies a filter, and `/` leads to its field', async () => {
  const { user, router } = renderPage(<Page />, '/brands')
  await field()
  await user.keyboard('/')
  expect(document.activeElement).toBe(await field())
  await user.keyboard('茶')
  await waitFor(() => expect(router.state.location.search).toContain('keywords'))
})
