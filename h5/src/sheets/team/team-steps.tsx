import { useSite } from '../../api/site.ts'
import { Card } from '../../parts/card.tsx'
import styles from './team-steps.module.css'

/** How a team works. @param people of a full one @param hours until it must be full */
export function TeamSteps({ people, hours }: { people: number; hours: number }) {
  const shipHours = useSite()?.shipHours
  const steps = [
    ['付款参团', '选好规格，先付款'],
    ['等人满', `${hours} 小时内满 ${people} 人`],
    ['发货', shipHours ? `成团后 ${shipHours} 小时内` : '成团后尽快发出'],
  ] as const
  return (
    <Card title="怎么拼">
      <ol className={styles.steps}>
        {steps.map(([name, note], index) => (
          <li key={name}>
            <b aria-hidden="true">{index + 1}</b>
            {name}
            <small>{note}</small>
          </li>
        ))}
      </ol>
    </Card>
  )
}
