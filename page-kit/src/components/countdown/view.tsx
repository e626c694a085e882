import { CountDown } from '../../parts/count-down.tsx'
import { Go } from '../../parts/go.tsx'
import { groundOf } from '../../parts/look.ts'
import type { ViewProps } from '../../view.tsx'
import styles from './countdown.module.css'
import type { countdown } from './schema.ts'

export function CountdownView({ props }: Pick<ViewProps<typeof countdown>, 'props'>) {
  const { endTime, title, doneText, link, colour, numberTone } = props
  return (
    <Go link={link} className={styles.line} style={{ color: colour }}>
      <b>{title}</b>
      {endTime && <CountDown to={endTime} ground={groundOf(numberTone)} doneText={doneText} />}
    </Go>
  )
}
