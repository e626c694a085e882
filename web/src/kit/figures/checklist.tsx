import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { ProgressBar } from '../chart/bars.tsx'
import styles from './figures.module.css'

export type ChecklistStep = {
  key: string
  title: string
  /** Can be left out. */
  optional?: boolean
  /** How long it takes: 2 分钟. */
  time?: string
  /** Read from data: nobody ticks a step by hand. */
  done: boolean
  /** What is there already, or what the step is good for. */
  text: string
  /** Where it is done or, once it is, seen to again; and what the button says. */
  to: string
  act: string
  /** Other ways to do it. */
  others?: readonly { to: string; act: string }[]
}

type ChecklistProps = {
  title: string
  note: string
  steps: readonly ChecklistStep[]
  folded: boolean
  onFold: (folded: boolean) => void
  /** Opens the place of a step; usually its address alone. */
  onGo?: (to: string, step: ChecklistStep) => void
  /** Below the steps. */
  children?: ReactNode
}

/** Steps that lead to something, with the next one spelled out; can be folded. */
export function Checklist({ title, note, steps, folded, onFold, onGo, children }: ChecklistProps) {
  const navigate = useNavigate()
  const go = onGo ?? ((to: string) => navigate(to))
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done && !step.optional) ?? steps.find((step) => !step.done)
  return (
    <section className={styles.list} aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          {!folded && <p className={styles.small}>{note}</p>}
        </div>
        <span className={styles.end}>
          已完成 <b>{done}</b> / {steps.length}
        </span>
        <ProgressBar value={done} of={steps.length} label={`${title}：已完成 ${done} / ${steps.length}`} done />
        <Button type="link" size="small" aria-expanded={!folded} onClick={() => onFold(!folded)}>
          {folded ? '展开' : '收起'}
        </Button>
      </header>
      {!folded && (
        <ol>
          {steps.map((step, index) => (
            <Step key={step.key} step={step} place={index + 1} next={step === next} onGo={go} />
          ))}
        </ol>
      )}
      {!folded && children}
    </section>
  )
}

type StepProps = { step: ChecklistStep; place: number; next: boolean; onGo: NonNullable<ChecklistProps['onGo']> }

function Step({ step, place, next, onGo }: StepProps) {
  const { title, optional, time, done, text, to, act, others = [] } = step
  return (
    <li data-state={done ? 'done' : next ? 'next' : undefined}>
      <span className={styles.mark} role="img" aria-label={done ? '已完成' : '未完成'}>
        {done ? <CheckOutlined aria-hidden /> : place}
      </span>
      <div>
        <strong>{title}</strong>{' '}
        {!done && (
          <span className={styles.small}>{[optional && '可选', time && `约 ${time}`].filter(Boolean).join(' · ')}</span>
        )}
        <p className={styles.small}>{text}</p>
      </div>
      {!done &&
        others.map((other, at) => (
          <Button
            key={other.to}
            type="link"
            size="small"
            className={at ? undefined : styles.end}
            onClick={() => onGo(other.to, step)}
          >
            {other.act}
          </Button>
        ))}
      <Button
        type={done ? 'link' : next ? 'primary' : 'default'}
        size={next ? 'middle' : 'small'}
        className={!done && others.length ? undefined : styles.end}
        aria-label={done ? `${act}：${title}` : undefined}
        onClick={() => onGo(to, step)}
      >
        {act}
      </Button>
    </li>
  )
}
