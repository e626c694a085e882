import { lazy, type ReactNode, Suspense, useState } from 'react'

const ShareSheet = lazy(() => import('./share-sheet.tsx'))

/** What is given to others. */
export type Shared = {
  title: string
  /** Below /h5, where it is not the open one that is shared. */
  address?: string
  /** On the poster. */
  picture?: string
  /** In yuan, on the poster. */
  price?: number
}

/** What opens the ways to share, with the sheet that shows them. */
export function Sharing({ of, children }: { of: Shared; children: (open: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {children(() => setOpen(true))}
      {isOpen && (
        <Suspense fallback={null}>
          <ShareSheet of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
