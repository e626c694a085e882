import { buyerCollect } from '@zhanggui/contract/user/buyer-collect.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useWrite } from '../../api/write.ts'
import { useSignedIn } from '../../go/sign-in.ts'

type Given = { productId: number; isOn: boolean; className?: (isOn: boolean) => string }

/** Keeps a product among the favourites, or takes it out of them. */
export function Favourite({ productId, isOn, className }: Given) {
  const [now, setNow] = useState<boolean>()
  const shown = now ?? isOn
  const add = useWrite(buyerCollect.add, {
    done: () => {
      setNow(true)
      toast('已收藏')
    },
  })
  const cancel = useWrite(buyerCollect.cancel, {
    done: () => {
      setNow(false)
      toast('已取消收藏')
    },
  })
  const turn = useSignedIn('favourite', (to: boolean) =>
    to ? add.send({ body: { productId } }) : cancel.send({ params: { productId } }),
  )
  return (
    <button
      type="button"
      className={className?.(shown)}
      aria-pressed={shown}
      aria-label="收藏"
      onClick={() => turn(!shown)}
    >
      <Icon name="heart" size={20} />
    </button>
  )
}
