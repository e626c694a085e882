/** Counted beads per rod: above the beam 0 to 1, below it 0 to 4. */
const counted = [
  [0, 2],
  [1, 1],
  [0, 4],
  [1, 3],
  [0, 1],
  [1, 0],
  [0, 3],
  [1, 2],
  [0, 0],
] as const

const gap = 58
const rods = counted.map(([above, below], index) => ({ x: gap * (index + 1), above, below }))
const beam = 132
const height = 420
const width = gap * (rods.length + 1)

/** The shopkeeper's abacus in the theme colour, the decoration of the pages before sign-in. */
export function Abacus({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox={`0 0 ${width} ${height}`} fill="none" aria-hidden="true">
      <rect x="6" y="6" width={width - 12} height={height - 12} rx="26" stroke="currentColor" strokeWidth="9" />
      <path d={`M6 ${beam}H${width - 6}`} stroke="currentColor" strokeWidth="8" />
      {rods.map((rod) => (
        <Rod key={rod.x} {...rod} />
      ))}
    </svg>
  )
}

function Rod({ x, above, below }: { x: number; above: number; below: number }) {
  const upper = above ? beam - 22 : 40
  const lower = [0, 1, 2, 3].map((bead) => beam + 26 + bead * 38 + (bead < below ? 0 : 92))
  return (
    <>
      <path d={`M${x} 10V${height - 10}`} stroke="currentColor" strokeWidth="2.5" opacity=".45" />
      {[upper, ...lower].map((y) => (
        <path
          key={y}
          d={`M${x - 24} ${y}q4 -16 24 -16t24 16q-4 16 -24 16t-24 -16z`}
          fill="currentColor"
          opacity={y < beam || y < beam + 26 + below * 38 ? 0.95 : 0.55}
        />
      ))}
    </>
  )
}
