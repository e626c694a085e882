import type { LayoutProps } from './gate.ts'
import { Screen } from './screen.tsx'

/** The frame around the pages. */
export default function Layout({ match, place }: LayoutProps) {
  return (
    <main>
      <Screen match={match} place={place} />
    </main>
  )
}
