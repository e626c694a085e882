import { useQuery } from '@tanstack/react-query'
import { recon } from '@zhanggui/contract/finance/gateway-bill.ts'
import { reconGroups, rootKinds } from '@zhanggui/domain/finance/recon.ts'
import { read } from '../../../api/read.ts'
import { useIsPhone } from '../../../kit/page/use-is-phone.ts'
import { StateTag } from '../../../kit/text/state-tag.tsx'
import { When } from '../../../kit/text/when.tsx'
import styles from './finance.module.css'

const useNight = () => useQuery(read(recon.night)).data

/** How many of the shop's own books agreed last night, and what of them waits. */
export function NightSummary() {
  const { time, groups } = useNight() ?? {}
  if (!time || !groups) return null
  const open = groups.reduce((sum, { openCount }) => sum + openCount, 0)
  const even = groups.filter(({ openCount }) => !openCount).length
  return (
    <>
      昨夜 {groups.length} 本账，<b>{even}</b> 本相符
      {open > 0 && (
        <>
          ，<b className={styles.differs}>{open}</b> 处不符
        </>
      )}
    </>
  )
}

/** What last night's look at the shop's own books found: each of them, how much of it was looked at, and what is open. */
export function NightStrip() {
  const night = useNight()
  const phone = useIsPhone()
  if (!night) return null
  const { time, seconds, isWhole, groups } = night
  const took = isWhole ? `用时 ${seconds} 秒` : '没有查完，下一夜接着查'
  const books = reconGroups.map((group) => {
    const { looked = 0, openCount = 0 } = groups.find(({ name }) => name === group.name) ?? {}
    return { ...group, looked, openCount }
  })
  // Phones have no room for what is well.
  const shown = phone ? books.filter(({ openCount }) => openCount) : books
  return (
    <section className={styles.night} aria-label="夜间对账">
      <header>
        <h3>店里的账</h3>
        <span className={styles.dim}>
          {time ? (
            <>
              <When at={time} /> 对完，{took}
            </>
          ) : (
            '每天凌晨核对，还没有对过'
          )}
          ；先看变过的，每周全部看一遍
        </span>
      </header>
      {shown.length > 0 && (
        <ul>
          {shown.map(({ name, rule, of, looked, openCount }) => (
            <li key={name} className={openCount ? styles.off : undefined}>
              <b>
                {time || openCount ? <StateTag of="books" value={openCount ? '不平' : '相符'} /> : null} {name}
              </b>
              <span className={styles.dim}>{rule}</span>
              {openCount > 0 && <span className={styles.differs}>{openCount} 处不符</span>}
              {!openCount && time && (
                <span>
                  {looked.toLocaleString('en-US')} {rootKinds[of].unit}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
