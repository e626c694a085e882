import { AroundProvider, useAround } from '@zhanggui/page-kit/view.tsx'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'

/** Loaded with the first product that is put into the cart. */
const CartSku = lazy(() => import('./cart-sku.tsx'))

/** Lists of products in it have a way into the cart. */
export function WithCart({ children }: { children: ReactNode }) {
  const [putting, setPutting] = useState<number>()
  const around = useAround()
  const withCart = useMemo(
    () => ({ ...around, act: { ...around.act, addToCart: ({ id }: { id: number }) => setPutting(id) } }),
    [around],
  )
  return (
    <AroundProvider value={withCart}>
      {children}
      {putting !== undefined && (
        <Suspense fallback={null}>
          <CartSku productId={putting} onClose={() => setPutting(undefined)} />
        </Suspense>
      )}
    </AroundProvider>
  )
}
