import { cart } from '@zhanggui/contract/order/cart.ts'
import { frontOrder } from '@zhanggui/contract/order/front-order.ts'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { useSignedIn } from '../../go/sign-in.ts'
import type { Sku } from './sku-choice.ts'

type Chosen = { skuId: number; num: number }

/** Puts a SKU into the cart, or buys it at once; who has not signed in does that first. @param onDone closes what it was chosen in */
export function useBuying(onDone: () => void) {
  const adding = useWrite(cart.save, {
    done: () => {
      onDone()
      toast('已加入购物车', { label: '去看看', onAct: () => go('/cart') })
    },
  })
  const checkingOut = useWrite(frontOrder.pre, { done: ({ preOrderNo }) => go(`/checkout/${preOrderNo}`) })
  const add = useSignedIn<Chosen>('cart', ({ skuId, num }) => void adding.send({ body: { skuId, num } }))
  const checkOut = useSignedIn<Chosen>(
    'buy',
    ({ skuId, num }) =>
      void checkingOut.send({
        body: { preOrderType: 'buyNow', orderDetails: [{ attrValueId: skuId, productNum: num }] },
      }),
  )
  return {
    putInCart: ({ id }: Sku, num: number) => add({ skuId: id, num }),
    buy: ({ id }: Sku, num: number) => checkOut({ skuId: id, num }),
    isBusy: adding.isSending || checkingOut.isSending,
  }
}
