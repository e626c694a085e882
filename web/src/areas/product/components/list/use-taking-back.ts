import { type ProductRow, product } from '@zhanggui/contract/product/product.ts'
import { useSession } from '../../../../api/session.ts'
import { write } from '../../../../api/write.ts'
import { canCall } from '../../../../kit/access/can.tsx'

/** How a single act on a product is taken back; undefined where the user may not do the opposite. */
export function useTakingBack() {
  const session = useSession()
  const [mayPut, mayTake, mayRemove, mayRestore] = (
    [product.putOnShelf, product.takeOffShelf, product.remove, product.restore] as const
  ).map((route) => canCall(session, route))
  const turn = (params: { id: number }, on: boolean) =>
    on ? write(product.putOnShelf, { params }) : write(product.takeOffShelf, { params })
  return {
    turned: ({ id }: ProductRow, on: boolean) => ((on ? mayTake : mayPut) ? () => turn({ id }, !on) : undefined),
    /** A product comes back from the bin into the warehouse, and from there to where it was. */
    recycled: ({ id, isShow }: ProductRow) =>
      mayRestore && (mayPut || !isShow)
        ? async () => {
            await write(product.restore, { params: { id } })
            if (isShow) await turn({ id }, true)
          }
        : undefined,
    restored: ({ id }: ProductRow) =>
      mayRemove ? () => write(product.remove, { params: { id }, query: { type: 'recycle' } }) : undefined,
  }
}
