import { fireEvent, screen, waitFor } from '@testing-library/react'
import { productStock } from '@zhanggui/contract/product/product-stock.ts'
import { expect, test } from 'vitest'
import { answer } from '../testing/fake-server.ts'
import { renderPage } from '../testing/render.tsx'
import { useWrite } from './use-write.ts'

const added = (addStock: number) => ({ body: { id: 7, attrValueList: [{ id: 9, addStock }] } })

function Acts({ onAdded }: { onAdded: () => void }) {
  const add = useWrite(productStock.add, { message: '入库成功', onSuccess: onAdded })
  return [1, 2].map((num) => (
    <button key={num} type="button" onClick={() => add.mutate(added(num))}>
      入库 {num}
    </button>
  ))
}

test('a second press of an act under way joins the first one; another act, and the same one later, is sent', async () => {
  const told: string[] = []
  const received = answer(productStock.add, {} as never)
  renderPage(<Acts onAdded={() => told.push('入库')} />)
  fireEvent.click(await screen.findByText('入库 1'))
  fireEvent.click(screen.getByText('入库 1'))
  fireEvent.click(screen.getByText('入库 2'))
  await waitFor(() => expect(told).toHaveLength(2))
  expect(received.map(({ body }) => body.attrValueList[0]?.addStock)).toEqual([1, 2])
  fireEvent.click(screen.getByText('入库 1'))
  await waitFor(() => expect(received).toHaveLength(3))
})

function Once({ sent }: { sent: Promise<unknown>[] }) {
  const add = useWrite(productStock.add, { once: true })
  return (
    <button type="button" onClick={() => sent.push(add.mutateAsync(added(1)))}>
      入库
    </button>
  )
}

test('what must not happen twice is sent once by a double press, also when the answer comes between its presses', async () => {
  const sent: Promise<unknown>[] = []
  const received = answer(productStock.add, {} as never)
  renderPage(<Once sent={sent} />)
  const button = await screen.findByText('入库')
  fireEvent.click(button)
  await sent[0]
  fireEvent.click(button)
  await sent[1]
  expect(received).toHaveLength(1)
})
