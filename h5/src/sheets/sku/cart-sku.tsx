import { GoodsSku } from './goods-sku.tsx'
import { useBuying } from './use-buying.ts'

/** Puts a product of a list into the cart. */
export default function CartSku({ productId, onClose }: { productId: number; onClose: () => void }) {
  const { putInCart, isBusy } = useBuying(onClose)
  return (
    <GoodsSku
      productId={productId}
      acts={[{ label: '加入购物车', kind: 'solid', isBusy, onAct: putInCart }]}
      onClose={onClose}
    />
  )
}
