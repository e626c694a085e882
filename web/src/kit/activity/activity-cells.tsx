import { Picture } from '../media/picture.tsx'
import { Labels } from '../text/labels.tsx'
import { StateTag } from '../text/state-tag.tsx'
import { TwoLine } from '../text/two-line.tsx'
import { useMinute } from '../text/when.tsx'
import styles from './activity.module.css'
import type { ActivityRow } from './activity-screens.ts'
import { labelsOf, stateOf, type Times, untilText } from './activity-words.ts'
import { QuotaBar } from './quota-bar.tsx'

/** Its picture and title with what staff should notice; the title opens it. */
export function ActivityName({ of: row, below, onLook }: { of: ActivityRow; below: string; onLook: () => void }) {
  return (
    <span className={styles.goods}>
      <Picture src={row.image} alt={row.title} size={34} />
      <TwoLine
        top={
          <span className={styles.named}>
            <button type="button" className={styles.name} title={row.title} onClick={onLook}>
              {row.title}
            </button>
            <Labels of={labelsOf(row)} max={1} />
          </span>
        }
        below={below}
      />
    </span>
  )
}

/** What of its quota is sold and held. */
export function ActivityQuota({ of: row }: { of: ActivityRow }) {
  const { title, sales, reserved, quotaShow, phase, soldOut } = row
  const over = phase === 'ended' || phase === 'closed' || soldOut
  return <QuotaBar of={`「${title}」`} sold={sales} paying={reserved} all={quotaShow} over={over} />
}

/** Where it stands and until when, on two lines. */
export function ActivityState({ of: row }: { of: Times }) {
  const now = useMinute()
  return <TwoLine top={<StateTag of="activity" value={stateOf(row)} />} below={untilText(row, now)} />
}

/** The same in one line, as the head of a card. */
export function ActivityHead({ of: row }: { of: Times }) {
  const now = useMinute()
  return (
    <>
      <StateTag of="activity" value={stateOf(row)} />
      <span className={styles.dim}>{untilText(row, now)}</span>
    </>
  )
}
