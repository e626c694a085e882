import { product } from '@zhanggui/contract/product/product.ts'
import { useCan } from '../access/can.tsx'
import { go } from '../page/go.ts'

/**
 * A product's name, linked to its form for staff who may edit it; also in dialogs outside any page.
 * @param onLeave called when it is followed
 */
export function ProductLink({ id, name, onLeave }: { id: number; name: string; onLeave?: () => void }) {
  const address = `/product/edit/${id}`
  if (!useCan(product.update)) return name
  return (
    <a
      href={address}
      onClick={(event) => {
        // The browser opens other tabs and windows itself.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onLeave?.()
        go(address)
      }}
    >
      {name}
    </a>
  )
}
