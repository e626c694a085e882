import { shopWindow, type WindowCategory } from '@zhanggui/contract/product/window.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Goods, GoodsSkeleton } from '@zhanggui/page-kit/parts/goods-card.tsx'
import { useEndless } from '../../api/endless.ts'
import { goodsLook } from '../../parts/goods/goods-look.ts'
import { Rows } from '../../parts/rows.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { WithCart } from '../../sheets/sku/with-cart.tsx'

const look = { ...goodsLook, layout: 'row', show: ['name', 'price', 'sales', 'cart'], radius: 8 } as const

/** Styles 3 and 4: the products of a category, which go into the cart from where they are. */
export function CategoryGoods({ category: { id, name } }: { category: WindowCategory }) {
  const goods = useEndless(shopWindow.list, { query: { cid: id } })
  return (
    <WithCart>
      <Rows
        of={goods}
        skeleton={<GoodsSkeleton look={look} count={6} />}
        empty={
          <Empty text={`${name}还没有商品`}>
            <Button kind="line" size={32} to="/list">
              看全部商品
            </Button>
          </Empty>
        }
      >
        {(list) => <Goods list={list} look={look} />}
      </Rows>
    </WithCart>
  )
}
