import type { WindowCategory } from '@zhanggui/contract/product/window.ts'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Link } from 'wouter'
import styles from './category.module.css'
import { belowOf } from './category-tree.ts'

const addressOf = ({ id }: WindowCategory) => `/list?cid=${id}`

function CategoryPicture({ category: { extra, name } }: { category: WindowCategory }) {
  if (extra) return <Picture className={styles.picture ?? ''} image={{ url: extra }} width={76} alt="" />
  return (
    <span className={`${styles.picture} ${styles.initial}`} aria-hidden="true">
      {[...name][0]}
    </span>
  )
}

/** Style 1: what lies below each category, by groups where it has two levels. */
export function Groups({ list }: { list: readonly WindowCategory[] }) {
  return list.map((first) => {
    const groups = belowOf(first).filter((second) => belowOf(second).length)
    const loose = belowOf(first).filter((second) => !belowOf(second).length)
    return (
      <div key={first.id}>
        <Group of={first} list={loose} />
        {groups.map((second) => (
          <Group key={second.id} of={second} list={belowOf(second)} />
        ))}
      </div>
    )
  })
}

function Group({ of: category, list }: { of: WindowCategory; list: readonly WindowCategory[] }) {
  return (
    <section className={styles.group}>
      <h2>
        <Link href={addressOf(category)} className={styles.all}>
          {category.name}
          <small>
            全部
            <Icon name="more" size={14} />
          </small>
        </Link>
      </h2>
      <ul className={styles.grid}>
        {list.map((each) => (
          <li key={each.id}>
            <Link href={addressOf(each)} className={styles.item}>
              <CategoryPicture category={each} />
              {each.name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Style 2: a large card for each. */
export function BigCards({ list }: { list: readonly WindowCategory[] }) {
  return (
    <ul className={styles.big}>
      {list.map((each) => (
        <li key={each.id}>
          <Link href={addressOf(each)} className={styles.card}>
            <span>
              <b>{each.name}</b>
              <small>
                {belowOf(each)
                  .slice(0, 4)
                  .map(({ name }) => name)
                  .join('　') || '去看看'}
              </small>
            </span>
            <CategoryPicture category={each} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
