import { useQuery } from '@tanstack/react-query'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import type { FirstCut } from '@zhanggui/domain/promotion/bargain.ts'
import { marketing } from '@zhanggui/domain/setting/settings/marketing.ts'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { read } from '../../../api/read.ts'
import { useCan } from '../../../kit/access/can.tsx'
import { Section } from '../../../kit/detail/detail-page.tsx'
import { moneyText } from '../../../kit/text/money.tsx'
import { simulateRuns, spreadAt, type TypedCuts, termsOf, termsProblem } from '../model/cut-runs.ts'
import styles from './bargain.module.css'
import { CutLines } from './cut-lines.tsx'

const RUNS = 10
/** So many rows has the table of a bargain of many cuts. */
const ROWS = 50

/** How cuts could fall with what is typed: ten sessions, simulated by the rule that buyers get. */
export function CutSection({ typed }: { typed: TypedCuts }) {
  const [seed, setSeed] = useState(1)
  const first = useFirstCut()
  const terms = termsOf(typed)
  const problem = terms && termsProblem(terms)
  return (
    <Section
      title="砍价模拟"
      count={`${RUNS} 次`}
      acts={
        terms &&
        !problem && (
          <Button type="link" size="small" onClick={() => setSeed(seed + 1)}>
            再模拟一次
          </Button>
        )
      }
    >
      <div className={styles.cuts}>
        {!terms && <p className={styles.dim}>填好起始金额、最低价和砍价人数后，这里画出来</p>}
        {problem && <p className={styles.wrong}>{problem.message}</p>}
        {terms && !problem && <Runs typed={typed} terms={terms} first={first} seed={seed} />}
      </div>
    </Section>
  )
}

type RunsProps = { typed: TypedCuts; terms: NonNullable<ReturnType<typeof termsOf>>; first: FirstCut; seed: number }

function Runs({ typed, terms, first, seed }: RunsProps) {
  const { people, totalFen, lowFen, highFen } = terms
  const lowest = typed.minPrice ?? 0
  const { least, most } = first
  const runs = useMemo(
    () => simulateRuns({ totalFen, people, lowFen, highFen }, lowest, { least, most }, { runs: RUNS, seed }),
    [totalFen, people, lowFen, highFen, lowest, least, most, seed],
  )
  const highest = toYuan(totalFen) + lowest
  const half = Math.ceil(people / 2)
  const [afterFirst, atHalf] = [spreadAt(runs, 1), spreadAt(runs, half)]
  const step = Math.max(1, Math.ceil(people / ROWS))
  const rows = Array.from({ length: people }, (_, at) => at + 1).filter((cut) => cut % step === 0 || cut === people)
  return (
    <>
      <p className={styles.says}>
        <span>
          每刀平均 <b>{moneyText(toYuan(Math.round(totalFen / people)))}</b>
        </span>
        <span>
          第一刀 <b>{rangeText(highest - afterFirst.most, highest - afterFirst.least)}</b>
        </span>
        {people > 2 && (
          <span>
            砍到一半（{half} 刀）还要 <b>{rangeText(atHalf.least, atHalf.most)}</b>
          </span>
        )}
      </p>
      <CutLines
        label={`${RUNS} 次模拟：从 ${moneyText(highest)} 起，第 ${people} 刀正好砍到 ${moneyText(lowest)}`}
        people={people}
        lowest={lowest}
        runs={runs}
        table={{
          columns: ['第几刀', '最少还要', '最多还要'],
          rows: rows.map((cut) => {
            const { least: low, most: high } = spreadAt(runs, cut)
            return { key: cut, cells: [`${cut} 刀`, moneyText(low), moneyText(high)] }
          }),
        }}
      />
    </>
  )
}

const rangeText = (low: number, high: number) =>
  low === high ? moneyText(low) : `${moneyText(low)} – ${moneyText(high)}`

/** 首刀比例 of the settings; as it is without them, for those who may not read settings. */
function useFirstCut(): FirstCut {
  const allowed = useCan(setting.info)
  const { data } = useQuery({
    ...read(setting.info, { params: { group: 'marketing' }, silent: true }),
    enabled: allowed,
  })
  const values = { ...(data?.defaults as object), ...(data?.values as object) } as Record<string, unknown>
  const given = (key: 'bargain_first_cut_min' | 'bargain_first_cut_max') =>
    typeof values[key] === 'number' ? values[key] : marketing[key].default
  return { least: given('bargain_first_cut_min'), most: given('bargain_first_cut_max') }
}
