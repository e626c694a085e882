import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { brand } from '@zhanggui/contract/product/brand.ts'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { read } from '../../api/read.ts'
import { answer, lostPacket } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render.tsx'

function Names() {
  const { data } = useQuery({ ...read(brand.list, { query: { page: 1 } }), retry: false })
  return <p>{data?.list.map(({ name }) => name).join()}</p>
}

const page = (name: string) => ({ list: [{ id: 1, name }], total: 1, page: 1, limit: 20 }) as never

test('without network there is one quiet line, what was read stays, and it is read again by itself', async () => {
  answer(brand.list, page('云棉'))
  renderPage(<Names />)
  await screen.findByText('云棉')
  answer(brand.list, lostPacket)
  await act(() => queryClient.invalidateQueries({ queryKey: [brand.list.object] }))
  await screen.findByText('网络已断开，正在重试')
  expect(screen.getByText('云棉')).toBeDefined()
  expect(screen.queryByText('接口请求失败')).toBeNull()
  answer(brand.list, page('新棉'))
  await act(async () => void window.dispatchEvent(new Event('online')))
  await screen.findByText('新棉')
  await waitFor(() => expect(screen.queryByText('网络已断开，正在重试')).toBeNull())
  vi.restoreAllMocks()
})
