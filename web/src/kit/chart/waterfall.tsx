import { moneyText } from '../text/money.tsx'
import styles from './waterfall.module.css'

export type FlowStep = {
  label: string
  /** In yuan; what takes away is negative. */
  value: number
}

type WaterfallProps = {
  steps: readonly FlowStep[]
  /** What they come to. */
  total: string
  /** The sentence it tells, for readers who do not see it. */
  label: string
}

const fenOf = (yuan: number) => Math.round(yuan * 100)

/** How a sum comes about: each step as a bar from where the one before it ended, then the whole. */
export function Waterfall({ steps, total, label }: WaterfallProps) {
  const ends = steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, { value }) => sum + fenOf(value), 0))
  const sum = ends.at(-1) ?? 0
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)]
  const place = (from: number, to: number) => ({
    x: `${share(Math.min(from, to) - least, most - least)}%`,
    width: `${share(Math.abs(to - from), most - least)}%`,
  })
  return (
    <ul className={styles.flow} aria-label={label}>
      {steps.map(({ label: name, value }, at) => (
        <li key={name}>
          <span>{name}</span>
          <Bar {...place(ends[at - 1] ?? 0, ends[at] ?? 0)} kind={value < 0 ? 'less' : 'more'} />
          <span className={styles.value}>{signedText(value)}</span>
        </li>
      ))}
      <li className={styles.total}>
        <span>{total}</span>
        <Bar {...place(0, sum)} kind={sum < 0 ? 'loss' : 'gain'} />
        <b className={styles.value}>{moneyText(sum / 100)}</b>
      </li>
    </ul>
  )
}

const share = (part: number, of: number) => (of > 0 ? (part / of) * 100 : 0)

const signedText = (value: number) => (value > 0 ? `+${moneyText(value)}` : moneyText(value))

function Bar({ x, width, kind }: { x: string; width: string; kind: string }) {
  return (
    <svg className={styles.bar} aria-hidden="true">
      <rect className={styles.rest} width="100%" height="100%" rx="3" />
      <rect x={x} width={width} height="100%" rx="3" data-kind={kind} />
    </svg>
  )
}
