import { Steps } from 'antd'
import { useEffect, useRef } from 'react'
import { useIsPhone } from '../page/use-is-phone.ts'

type Props = {
  titles: readonly string[]
  /** From 0. */
  current: number
  onChange?: (step: number) => void
  /** Steps with something that has to be corrected. */
  faulty?: ReadonlySet<number>
  className?: string | undefined
}

/** Height of the header and the tabs, which stay above the scroll target. */
const HEADER = 110

/**
 * The progress of a form or task, over the full width; on phones titles are below their numbers. Changing the step scrolls
 * to its top.
 */
export function StepBar({ titles, faulty, ...props }: Props) {
  const phone = useIsPhone()
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(props.current)
  useEffect(() => {
    if (shown.current === props.current) return
    shown.current = props.current
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [props.current])
  return (
    <div ref={place} style={{ scrollMarginTop: HEADER }}>
      <Steps
        {...props}
        size="small"
        responsive={false}
        titlePlacement={phone ? 'vertical' : 'horizontal'}
        items={titles.map((title, step) => ({ title, ...(faulty?.has(step) && { status: 'error' as const }) }))}
      />
    </div>
  )
}
