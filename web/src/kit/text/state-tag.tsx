import { type Glyph, type StateName, type StateOf, states } from './states.ts'
import styles from './text.module.css'
import tones from './tones.module.css'

type StateTagProps<Of extends StateOf> = {
  of: Of
  /** The word shown. */
  value: StateName<Of>
  /** As in the head of a detail page. */
  big?: boolean
}

/** The state of an object: a glyph and its word in the tone of whose turn it is. */
export function StateTag<Of extends StateOf>({ of, value, big }: StateTagProps<Of>) {
  const { tone, glyph } = states[of][value] as { tone: keyof typeof tones; glyph: Glyph }
  return (
    <span className={`${styles.state} ${tones[tone]} ${big ? styles.big : ''}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        {glyphs[glyph]}
      </svg>
      {value as string}
    </span>
  )
}

const ring = <circle cx="8" cy="8" r="6.6" fill="none" stroke="var(--mark)" strokeWidth="1.7" />
const disc = <circle cx="8" cy="8" r="7.4" fill="var(--mark)" />

/** A ring of which a part is filled. @param length of the arc, 13.2 for all of it */
const filled = (length: number) => (
  <>
    {ring}
    <circle
      cx="8"
      cy="8"
      r="2.1"
      fill="none"
      stroke="var(--mark)"
      strokeWidth="4.2"
      strokeDasharray={`${length} 13.2`}
      transform="rotate(-90 8 8)"
    />
  </>
)

/** A disc with a sign cut out of it. */
const cut = (path: string) => (
  <>
    {disc}
    <path d={path} fill="none" stroke="var(--surface)" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round" />
  </>
)

const glyphs: Record<Glyph, React.ReactNode> = {
  ring,
  dashed: <circle cx="8" cy="8" r="6.6" fill="none" stroke="var(--mark)" strokeWidth="1.7" strokeDasharray="2.6 2.1" />,
  quarter: filled(3.3),
  third: filled(5.02),
  half: filled(7.26),
  most: filled(10.56),
  tick: cut('M4.8 8.3l2.2 2.2 4.3-4.7'),
  urgent: cut('M8 4.6v4M8 11.2v.1'),
  back: cut('M5 6.2h4.2a2.2 2.2 0 0 1 0 4.4H6.2M6.6 4.3L4.7 6.2l1.9 1.9'),
  cross: cut('M5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6'),
  bar: (
    <>
      {ring}
      <path d="M5 8h6" stroke="var(--mark)" strokeWidth="1.7" />
    </>
  ),
}
