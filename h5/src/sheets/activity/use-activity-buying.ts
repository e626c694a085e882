import { frontOrder, type PreOrderForm } from '@zhanggui/contract/order/front-order.ts'
import { useWrite } from '../../api/write.ts'
import { go } from '../../go/go.ts'
import { useSignedIn } from '../../go/sign-in.ts'

type Line = PreOrderForm['orderDetails'][number]

/** Goes to the checkout of what is bought in an activity; who has not signed in does that first. */
export function useActivityBuying() {
  const { send, isSending } = useWrite(frontOrder.pre, { done: ({ preOrderNo }) => go(`/checkout/${preOrderNo}`) })
  const buy = useSignedIn<Line>('buy', (line) => void send({ body: { preOrderType: 'buyNow', orderDetails: [line] } }))
  return { buy, isBusy: isSending }
}
