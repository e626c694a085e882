import { type CartLine, cart } from '@zhanggui/contract/order/cart.ts'
import { useWrite } from '../../api/write.ts'
import { GoodsSku } from '../../sheets/sku/goods-sku.tsx'

/** Chooses another SKU for a line of the cart. */
export function LineSku({ line: { id, productId, skuId }, onClose }: { line: CartLine; onClose: () => void }) {
  const { send, isSending } = useWrite(cart.reset, { done: onClose })
  return (
    <GoodsSku
      productId={productId}
      skuId={skuId}
      hasNum={false}
      acts={[
        { label: '确定', kind: 'solid', isBusy: isSending, onAct: (sku) => void send({ body: { id, skuId: sku.id } }) },
      ]}
      onClose={onClose}
    />
  )
}
