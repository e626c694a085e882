import { createContext, Fragment, type ReactNode, use, useState } from 'react'

/** Draws a dialog or panel; it is closed by the function it receives. */
type Draw = (close: () => void) => ReactNode

const Open = createContext<(draw: Draw) => void>(() => undefined)

/**
 * Opens what a row or a tool of a list leads to. The list draws it, so it outlasts the row and the tool: both are redrawn
 * when the window becomes as narrow as a phone, when the list is read again, and when a row leaves it.
 */
export const useListDialog = () => use(Open)

/** The list with what was opened from it. */
export function ListDialogs({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<readonly Draw[]>([])
  return (
    <Open value={(draw) => setOpened((before) => [...before, draw])}>
      {children}
      {opened.map((draw, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what is closed leaves from the end, one above the other
        <Fragment key={index}>{draw(() => setOpened((before) => before.filter((one) => one !== draw)))}</Fragment>
      ))}
    </Open>
  )
}
