import { screen } from '@testing-library/react'
import { dictDetail } from '@zhanggui/contract/setting/dict-detail.ts'
import { Activity, useState } from 'react'
import { expect, test } from 'vitest'
import { read } from '../../api/read.ts'
import { answer } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render.tsx'
import { useReadOnce } from './read-once.ts'

function Form() {
  const { data, reload } = useReadOnce(read(dictDetail.list, { query: { dictName: 'unit' } }))
  if (!data || !('content' in data)) return null
  return (
    <>
      <input aria-label={`${data.totalElements} 条`} />
      <button type="button" onClick={reload}>
        重新读取
      </button>
    </>
  )
}

function Page() {
  const [away, setAway] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAway(!away)}>
        别的标签页
      </button>
      <Activity mode={away ? 'hidden' : 'visible'}>
        <Form />
      </Activity>
    </>
  )
}

test('form input survives in a hidden tab, and is reloaded only on request', async () => {
  answer(dictDetail.list, { content: [], totalElements: 0 })
  const { user } = renderPage(<Page />)
  await user.type(await screen.findByLabelText('0 条'), '草稿')
  const other = screen.getByRole('button', { name: '别的标签页' })
  await user.click(other)
  // Long enough for the query cache to be dropped.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await user.click(other)
  expect(screen.getByLabelText<HTMLInputElement>('0 条').value).toBe('草稿')
  answer(dictDetail.list, { content: [], totalElements: 1 })
  await user.click(screen.getByRole('button', { name: '重新读取' }))
  await screen.findByLabelText('1 条')
})
