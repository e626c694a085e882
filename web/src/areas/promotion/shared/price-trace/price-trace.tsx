import { Button } from 'antd'
import { type Ref, useEffect, useRef } from 'react'
import { Note } from '../../../../kit/detail/parts.tsx'
import { copy } from '../../../../kit/feedback/copy.ts'
import { moneyText } from '../../../../kit/text/money.tsx'
import styles from './price-trace.module.css'
import { type Bar, barsOf, type PriceShare, type PriceStep, type PriceStory, sayPrice } from './trace-steps.ts'

type PriceTraceProps = PriceStory & {
  /** What the steps add up to, in yuan. */
  total: { label: string; value: number }
  /** The step that is pointed out, by its label. */
  at?: string | undefined
  /** What did not apply is shown unfolded. */
  open?: boolean
}

/**
 * How a price came about: a line for each step from the list price down to what is payable, with its reason, what did
 * not apply folded below, and the whole as a sentence to copy for the buyer. `readTrace` makes it of a quote's trace.
 */
export function PriceTrace({ steps, unapplied, earns, total, at, open }: PriceTraceProps) {
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (at) place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [at])
  const sentence = sayPrice(steps, total)
  const bars = barsOf(steps)
  return (
    <div className={styles.trace}>
      <Note tone="wait" act={<Button onClick={() => copy(sentence)}>复制给买家</Button>}>
        {sentence}
      </Note>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <Step
            key={step.label}
            step={step}
            first={index === 0}
            bar={bars[index]}
            here={step.label === at}
            ref={step.label === at ? place : undefined}
          />
        ))}
        <li className={styles.total}>
          <b>{total.label}</b>
          <Track bar={bars.at(-1)} kind="total" />
          <b className={styles.amount}>{moneyText(total.value)}</b>
        </li>
      </ol>
      {unapplied.length > 0 && (
        <details className={styles.idle} open={open}>
          <summary>没有生效的 {unapplied.length} 项</summary>
          <ul>
            {unapplied.map(({ label, why }) => (
              <li key={label + why}>
                <span>
                  {label}
                  <small>{why}</small>
                </span>
                <span aria-hidden>—</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {earns && <p className={styles.earns}>{earns}</p>}
    </div>
  )
}

type StepProps = {
  step: PriceStep
  first: boolean
  bar: Bar | undefined
  here: boolean
  ref: Ref<HTMLLIElement> | undefined
}

function Step({ step: { label, note, why, value, lines = [] }, first, bar, here, ref }: StepProps) {
  return (
    <li ref={ref} aria-current={here ? 'step' : undefined}>
      <span>
        <b>{label}</b> {note}
        {why && <small>{why}</small>}
      </span>
      <Track bar={bar} kind={first ? 'list' : value < 0 ? 'less' : 'more'} />
      <span className={`${styles.amount} ${value < 0 ? styles.taken : ''}`}>
        {!first && value > 0 && '+'}
        {moneyText(value)}
      </span>
      {lines.length > 1 && lines.some(({ value: share }) => share) && <Shares lines={lines} open={here} />}
    </li>
  )
}

/** What of a step is on which line of goods. */
function Shares({ lines, open }: { lines: readonly PriceShare[]; open: boolean }) {
  return (
    <details className={styles.shares} open={open}>
      <summary>分摊到 {lines.filter(({ value }) => value).length} 种商品</summary>
      <dl>
        {lines.map(({ key, name, value }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value ? moneyText(value, false) : '未参与'}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Track({
  bar = { from: 0, width: 0 },
  kind,
}: {
  bar: Bar | undefined
  kind: 'list' | 'less' | 'more' | 'total'
}) {
  return (
    <span className={styles.track} aria-hidden>
      {bar.width > 0 && <i className={styles[kind]} style={{ left: `${bar.from}%`, width: `${bar.width}%` }} />}
    </span>
  )
}
