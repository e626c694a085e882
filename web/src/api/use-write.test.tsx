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
