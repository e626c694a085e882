import { shopWindow, type WindowCategory } from '@zhanggui/contract/product/window.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { go } from '../../go/go.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './category.module.css'
import { CategoryGoods } from './category-goods.tsx'
import { BigCards, Groups } from './category-pictures.tsx'
import { belowOf, groupsOf, openOf } from './category-tree.ts'

/** The categories, in the style that the shop has chosen. What is open stands in the address, so that one comes back to it. */
export default function CategoryScreen() {
  const categories = useRead(shopWindow.category)
  const site = useSite()
  return (
    <Screen title="分类" isBare>
      <h1 className="seen-less">分类</h1>
      <Loaded of={categories} skeleton={<CategoryBones />}>
        {(tree) =>
          tree.length && site ? (
            <Styled tree={tree} style={site.category.style} hasFirst={site.category.showFirstLevel} />
          ) : (
            <Empty icon="category" text="商家还没有分类">
              <Button to="/list">看全部商品</Button>
            </Empty>
          )
        }
      </Loaded>
    </Screen>
  )
}

type Given = { tree: WindowCategory[]; style: number; hasFirst: boolean }

function Styled({ tree, style, hasFirst }: Given) {
  const [search] = useSearchParams()
  const first = hasFirst ? openOf(tree, Number(search.get('first'))) : undefined
  const seconds = first ? belowOf(first) : groupsOf(tree)
  const second = openOf(seconds, Number(search.get('second'))) ?? first
  const openFirst = ({ id }: WindowCategory) => open(`/category?first=${id}`)
  const openSecond = ({ id }: WindowCategory) => open(`/category?first=${first?.id ?? 0}&second=${id}`)
  if (style === 2)
    return (
      <>
        <Top>{first && <FirstTabs list={tree} open={first} onOpen={openFirst} />}</Top>
        <BigCards list={seconds.length ? seconds : tree} />
      </>
    )
  if (style === 4)
    return (
      <>
        <Top>{first && <FirstTabs list={tree} open={first} onOpen={openFirst} />}</Top>
        <Sides list={seconds} open={second} onOpen={openSecond}>
          {second && <CategoryGoods key={second.id} category={second} />}
        </Sides>
      </>
    )
  const sides = first ? tree : seconds
  const shown = first ?? second
  return (
    <>
      <Top />
      <Sides list={style === 1 && !first ? [] : sides} open={shown} onOpen={first ? openFirst : openSecond}>
        {style === 1 ? (
          <Groups list={first ? [first] : tree} />
        ) : (
          shown && <CategoryGoods key={shown.id} category={shown} />
        )}
      </Sides>
    </>
  )
}

function open(address: string) {
  go(address, { replace: true })
  window.scrollTo(0, 0)
}

/** The way to the search, and what stays with it; what sticks below it needs to know how high it is. */
function Top({ children }: { children?: ReactNode }) {
  const top = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shown = top.current
    if (!shown) return
    const measure = () => shown.parentElement?.style.setProperty('--top-height', `${shown.offsetHeight}px`)
    const watch = new ResizeObserver(measure)
    watch.observe(shown)
    measure()
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={top} className={styles.top}>
      <button type="button" className={styles.search} onClick={() => go('/search')}>
        <Icon name="search" size={18} />
        搜索商品名称
      </button>
      {children}
    </div>
  )
}

type ListGiven = {
  list: readonly WindowCategory[]
  open: WindowCategory | undefined
  onOpen: (category: WindowCategory) => void
}

function Buttons({ list, open: shown, onOpen }: ListGiven) {
  return list.map((category) => (
    <button
      key={category.id}
      type="button"
      aria-current={category.id === shown?.id || undefined}
      onClick={() => onOpen(category)}
    >
      {category.name}
    </button>
  ))
}

function FirstTabs(given: ListGiven) {
  return (
    <nav className={styles.tabs} aria-label="一级分类">
      <Buttons {...given} />
    </nav>
  )
}

function Sides({ children, ...given }: ListGiven & { children: ReactNode }) {
  return (
    <div className={styles.sides}>
      {given.list.length > 0 && (
        <nav className={styles.left} aria-label="分类">
          <Buttons {...given} />
        </nav>
      )}
      <div className={styles.right}>{children}</div>
    </div>
  )
}

function CategoryBones() {
  const style = { '--top-height': '44px' } as CSSProperties
  return (
    <div style={style}>
      <div className="coming">
        <Bone height={36} radius={18} />
      </div>
      <div className={styles.sides}>
        <div className={styles.left}>
          <Bone height={480} />
        </div>
        <div className={styles.right}>
          <Bone height={480} radius={8} />
        </div>
      </div>
    </div>
  )
}
