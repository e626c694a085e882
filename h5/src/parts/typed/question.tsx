import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Asks before something is done that cannot be undone. @param children the button that does it */
export function Question({
  title = '请确认',
  text,
  onClose,
  children,
}: {
  title?: string
  text: string
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Sheet
      title={title}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" isWide onClick={onClose}>
            再想想
          </Button>
          {children}
        </>
      }
    >
      <p>{text}</p>
    </Sheet>
  )
}
