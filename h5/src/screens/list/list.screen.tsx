import { shopWindow } from '@zhanggui/contract/product/window.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Goods, type GoodsLook, GoodsSkeleton } from '@zhanggui/page-kit/parts/goods-card.tsx'
import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useRead } from '../../api/read.ts'
import { useSite } from '../../api/site.ts'
import { go } from '../../go/go.ts'
import { goodsLook } from '../../parts/goods/goods-look.ts'
import { Rows } from '../../parts/rows.tsx'
import { BackButton, Screen } from '../../parts/screen.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { WithCart } from '../../sheets/sku/with-cart.tsx'
import { CouponNote } from './coupon-note.tsx'
import styles from './list.module.css'
import { type Asked, askedOf, categoryIn, flagTitle } from './list-source.ts'
import { Sorts } from './sorts.tsx'

const LAYOUT = 'h5-list-layout'
const looks = {
  two: { ...goodsLook, show: [...goodsLook.show, 'cart'] },
  row: { ...goodsLook, layout: 'row', show: [...goodsLook.show, 'cart'] },
  big: { ...goodsLook, layout: 'big', show: [...goodsLook.show, 'cart'] },
} as const satisfies Record<string, GoodsLook>
type Layout = keyof typeof looks

/** As the shop says how its lists look. */
const usualOf: Readonly<Record<number, Layout>> = { 2: 'row', 3: 'big' }

/** The layout that was chosen in this window, else that of the shop's lists; the button turns between rows and pictures. */
function useLayout(): [Layout, () => void] {
  const usual = usualOf[useSite()?.listStyle ?? 1] ?? 'two'
  const [chosen, setChosen] = useState(() => sessionStorage.getItem(LAYOUT) as Layout | null)
  const layout = chosen ?? usual
  const turn = () => {
    const next = layout !== 'row' ? 'row' : usual === 'row' ? 'two' : usual
    sessionStorage.setItem(LAYOUT, next)
    setChosen(next)
  }
  return [layout, turn]
}

/** Products: of a category, brand, label or board, those that words find, or those that a coupon is for. */
export default function ListScreen() {
  const [search] = useSearchParams()
  const asked = askedOf(search)
  const { keyword = '', couponId } = asked
  const [layout, turnLayout] = useLayout()
  const look = looks[layout]
  const title = useTitle(asked)
  return (
    <Screen title={title} isBare>
      <h1 className="seen-less">{title}</h1>
      <div className={styles.top}>
        <div className={styles.head}>
          <BackButton />
          <button
            type="button"
            className={styles.field}
            onClick={() => go(`/search?keyword=${encodeURIComponent(keyword)}`)}
          >
            <Icon name="search" size={18} />
            <span className={keyword ? styles.said : ''}>{keyword || (title === '商品' ? '搜索商品名称' : title)}</span>
          </button>
        </div>
        <Sorts asked={asked} isTwo={layout !== 'row'} onLayout={turnLayout} />
      </div>
      <WithCart>
        {couponId !== undefined && <CouponNote couponId={couponId} />}
        <Found key={JSON.stringify(asked)} asked={asked} look={look} />
      </WithCart>
    </Screen>
  )
}

function Found({ asked, look }: { asked: Asked; look: GoodsLook }) {
  const [search] = useSearchParams()
  const goods = useEndless(shopWindow.list, { query: asked })
  const { keyword, couponId, minPrice, maxPrice, inStock } = asked
  const isFiltered = minPrice !== undefined || maxPrice !== undefined || inStock === true
  const widen = () => {
    const next = new URLSearchParams(search)
    for (const name of ['minPrice', 'maxPrice', 'inStock']) next.delete(name)
    go(next.size ? `/list?${next}` : '/list', { replace: true })
  }
  return (
    <div className={styles.goods}>
      <Rows
        of={goods}
        skeleton={<GoodsSkeleton look={look} count={6} />}
        empty={
          isFiltered ? (
            <Empty icon="search" text="没有符合筛选的商品">
              <Button onClick={widen}>清除筛选</Button>
            </Empty>
          ) : (
            <Empty icon="search" text={keyword ? `没有找到「${keyword}」` : '这里还没有商品'}>
              {keyword ? (
                <Button to="/search">换个词搜</Button>
              ) : couponId !== undefined ? (
                <Button to="/list">看全部商品</Button>
              ) : (
                <Button to="/category">看看别的分类</Button>
              )}
            </Empty>
          )
        }
      >
        {(list) => <Goods list={list} look={look} />}
      </Rows>
    </div>
  )
}

function useTitle({ cid, flag, couponId }: Asked): string {
  const { data } = useRead(shopWindow.category, {}, cid !== undefined)
  if (cid !== undefined) return categoryIn(data ?? [], cid)?.name ?? '商品'
  if (couponId !== undefined) return '可用券的商品'
  return flag === undefined ? '商品' : flagTitle(flag)
}
