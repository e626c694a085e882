import { Steps } from 'antd'
import { useIsPhone } from './use-is-phone.ts'

type Props = {
  titles: readonly string[]
  /** From 0. */
  current: number
  onChange?: (step: number) => void
  className?: string | undefined
}

/** How far a form or a task has come, over the whole width: on phones titles stand below their numbers. */
export function StepBar({ titles, ...props }: Props) {
  const phone = useIsPhone()
  return (
    <Steps
      {...props}
      size="small"
      responsive={false}
      titlePlacement={phone ? 'vertical' : 'horizontal'}
      items={titles.map((title) => ({ title }))}
    />
  )
}
