import type { ReactNode } from 'react'
import type { Tone } from '../settings/palette.ts'
import styles from './chart.module.css'

/** The colours of series in their order. */
const series = ['--s1', '--s2', '--s3', '--s4', '--s5', '--s6'] as const

const percent = (value: number, of: number) => (of > 0 ? (value / of) * 100 : 0)

export type BarItem = {
  key: string | number
  /** A picture at the left. */
  picture?: ReactNode
  title: ReactNode
  value: number
  /** The value as it is shown. */
  text: ReactNode
}

/** A ranking: each value as a bar below its name, the greatest as wide as there is room. */
export function BarList({ items, label }: { items: readonly BarItem[]; label: string }) {
  const most = Math.max(0, ...items.map(({ value }) => value))
  return (
    <ol className={styles.bars} aria-label={label}>
      {items.map(({ key, picture, title, value, text }, index) => (
        <li key={key}>
          <span className={styles.place}>{index + 1}</span>
          {picture}
          <span className={styles.named}>
            <span className={styles.name}>{title}</span>
            <svg className={styles.bar} aria-hidden="true">
              <rect className={styles.rest} width="100%" height="100%" rx="2" />
              <rect className={styles.part} width={`${percent(value, most)}%`} height="100%" rx="2" />
            </svg>
          </span>
          <b>{text}</b>
        </li>
      ))}
    </ol>
  )
}

export type Share = {
  key: string | number
  title: ReactNode
  value: number
  /** Instead of the colour of its place in the series. */
  tone?: Tone | undefined
}

type ShareBarProps = { items: readonly Share[]; label: string; format?: (value: number) => string }

/** What a whole consists of, with figures: one bar instead of a pie. */
export function ShareBar({ items, label, format = (value) => value.toLocaleString('en-US') }: ShareBarProps) {
  const total = items.reduce((sum, { value }) => sum + value, 0)
  const starts = items.map((_, index) => items.slice(0, index).reduce((sum, { value }) => sum + value, 0))
  return (
    <div className={styles.shares}>
      <svg className={styles.share} role="img" aria-label={label}>
        <rect className={styles.rest} width="100%" height="100%" rx="3" />
        {items.map(({ key, value, tone }, index) => (
          <rect
            key={key}
            x={`${percent(starts[index] ?? 0, total)}%`}
            width={`${percent(value, total)}%`}
            height="100%"
            fill={colourOf(tone, index)}
          />
        ))}
      </svg>
      <ul>
        {items.map(({ key, title, value, tone }, index) => (
          <li key={key}>
            <svg className={styles.key} viewBox="0 0 8 8" aria-hidden="true">
              <rect width="8" height="8" rx="2" fill={colourOf(tone, index)} />
            </svg>
            <span className={styles.name}>{title}</span>
            <b>{format(value)}</b>
            <span className={styles.ratio}>{total ? `${percent(value, total).toFixed(1)}%` : '—'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const colourOf = (tone: Tone | undefined, index: number) =>
  `var(${tone ? `--${tone}-mark` : series[index % series.length]})`

type ProgressBarProps = {
  value: number
  of: number
  label: string
  /** In green: it leads to something good. */
  done?: boolean
}

/** How far something is, as a bar. */
export function ProgressBar({ value, of, label, done }: ProgressBarProps) {
  const share = Math.min(100, percent(value, of))
  return (
    <svg
      className={styles.progress}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
    >
      <rect className={styles.rest} width="100%" height="100%" rx="3" />
      <rect className={done ? styles.good : styles.part} width={`${share}%`} height="100%" rx="3" />
    </svg>
  )
}

/** A cell that says how far something is: 12 / 40 below the bar. */
export function Progress({ value, of, label }: Pick<ProgressBarProps, 'value' | 'of' | 'label'>) {
  return (
    <span className={styles.far}>
      <ProgressBar value={value} of={of} label={label} />
      <span>
        {value.toLocaleString('en-US')} / {of.toLocaleString('en-US')}
      </span>
    </span>
  )
}
