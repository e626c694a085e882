import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useKeys } from '../keys/keys.ts'
import { type Neighbours, useNeighbours } from '../list-page/trail.ts'
import { BottomBar } from '../page/bottom-bar.tsx'
import { useIsPhone } from '../page/use-is-phone.ts'
import styles from './detail.module.css'

export type DetailHead = {
  /** A picture at the left. */
  picture?: ReactNode
  title: ReactNode
  /** Beside the title: labels, a number to copy. */
  beside?: ReactNode
  /** Below it: the state and what qualifies it. */
  below?: ReactNode
  /** Buttons, the solid one last; from what is allowed alone. */
  acts?: ReactNode
}

type DetailPageProps = {
  /** The list the page was opened from; not in a drawer, which is beside its list. */
  back?: { to: string; title: string }
  /** In a drawer: the address of the page with the same content, and how another one is shown. */
  beside?: { address: string; onGo: (address: string) => void }
  head: DetailHead
  /** The head stays in sight. */
  fixed?: boolean
  /** Figures over the whole width. */
  strip?: ReactNode
  /** Steps, if the object goes through any. */
  steps?: ReactNode
  notes?: ReactNode
  children: ReactNode
  /** The narrow column at the right; below the rest where there is no room for it. */
  side?: ReactNode
}

/** A page for reading: who must act, then facts in cards. Never a greyed form. */
export function DetailPage({ back, beside, head, fixed, strip, steps, notes, children, side }: DetailPageProps) {
  const phone = useIsPhone()
  return (
    <article className={styles.page}>
      {back && <Back {...back} />}
      {beside && <Beside {...beside} />}
      <header className={styles.head} data-fixed={fixed}>
        {head.picture}
        <div className={styles.names}>
          <div className={styles.title}>
            <h1>{head.title}</h1>
            {head.beside}
          </div>
          {head.below && <div className={styles.below}>{head.below}</div>}
        </div>
        {head.acts && !(phone && back) && <div className={styles.acts}>{head.acts}</div>}
      </header>
      {strip}
      <div className={side ? styles.two : undefined}>
        <div className={styles.stack}>
          {steps}
          {notes && <div className={styles.notes}>{notes}</div>}
          {children}
        </div>
        {side && <div className={styles.stack}>{side}</div>}
      </div>
      {head.acts && phone && back && <BottomBar>{head.acts}</BottomBar>}
    </article>
  )
}

/** The way back to the list, the page's place in it, and on to its neighbours. */
function Back({ to, title }: { to: string; title: string }) {
  const navigate = useNavigate()
  const place = useNeighbours()
  return (
    <nav className={styles.back} aria-label="返回">
      <Link to={place?.back ?? to}>
        <LeftOutlined aria-hidden /> {title}
      </Link>
      {place && <Steppers place={place} dialogs={0} onGo={(address) => navigate(address, { replace: true })} />}
    </nav>
  )
}

/** The neighbours of what is shown in a drawer beside its list, and the way to the page of its own. */
function Beside({ address, onGo }: { address: string; onGo: (address: string) => void }) {
  const place = useNeighbours(address)
  return (
    <nav className={styles.back} aria-label="相邻">
      {place && <Steppers place={place} dialogs={1} onGo={onGo} />}
      <Link to={address} className={styles.whole}>
        打开整页
      </Link>
    </nav>
  )
}

type SteppersProps = { place: Neighbours; dialogs: number; onGo: (address: string) => void }

/** The neighbours in the list, also by `[` and `]`. @param dialogs how many are open while the keys are for this */
function Steppers({ place, dialogs, onGo }: SteppersProps) {
  const go = async (step: (() => Promise<string | undefined>) | undefined) => {
    const address = await step?.()
    if (address) onGo(address)
  }
  useKeys(
    '详情',
    [
      { key: '[', act: '上一个', run: () => go(place.goBefore) },
      { key: ']', act: '下一个', run: () => go(place.goAfter) },
    ],
    () => document.querySelectorAll('[role=dialog]').length <= dialogs,
  )
  return (
    <>
      <span>
        第 {place.place} / {place.total} {place.unit}
      </span>
      <Button type="text" size="small" disabled={!place.goBefore} onClick={() => go(place.goBefore)}>
        上一个 <kbd>[</kbd>
      </Button>
      <Button type="text" size="small" disabled={!place.goAfter} onClick={() => go(place.goAfter)}>
        下一个 <kbd>]</kbd>
      </Button>
    </>
  )
}

/** A card of a detail page. @param flush without padding, for a table @param untitled its tabs say what it holds */
export function Section(props: {
  title: string
  count?: ReactNode
  acts?: ReactNode
  flush?: boolean
  untitled?: boolean
  children: ReactNode
}) {
  const { title, count, acts, flush, untitled, children } = props
  return (
    <section className={styles.card} aria-label={title}>
      {!untitled && (
        <header>
          <h2>
            {title}
            {count && <span className={styles.count}>{count}</span>}
          </h2>
          {acts && <span className={styles.sectionActs}>{acts}</span>}
        </header>
      )}
      {flush ? children : <div className={styles.inside}>{children}</div>}
    </section>
  )
}
