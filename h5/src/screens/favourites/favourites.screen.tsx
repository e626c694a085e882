import { buyerCollect, type Favourite } from '@zhanggui/contract/user/buyer-collect.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Picture } from '@zhanggui/page-kit/parts/picture.tsx'
import { Price, Was } from '@zhanggui/page-kit/parts/price.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { useEndless } from '../../api/endless.ts'
import { useWrite } from '../../api/write.ts'
import { Card } from '../../parts/card.tsx'
import { CardBones, Rows } from '../../parts/rows.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import styles from './favourites.module.css'

/** The products that the buyer likes; several are taken off at once. */
export default function FavouritesScreen() {
  const favourites = useEndless(buyerCollect.list, { query: {} })
  const [isEditing, setEditing] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const shown = favourites.list ?? []
  const isAll = shown.length > 0 && shown.every(({ id }) => chosen.has(id))
  const removal = useWrite(buyerCollect.remove, {
    done: () => {
      toast('已取消收藏')
      setChosen(new Set())
      setEditing(false)
    },
  })
  const turn = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <Screen
      title="我的收藏"
      right={
        shown.length > 0 && (
          <button type="button" className={styles.edit} onClick={() => setEditing(!isEditing)}>
            {isEditing ? '完成' : '管理'}
          </button>
        )
      }
      foot={
        isEditing && (
          <>
            <Check
              label="全选"
              isShown
              isOn={isAll}
              onTurn={() => setChosen(new Set(isAll ? [] : shown.map(({ id }) => id)))}
            />
            <Button
              isWide
              isBusy={removal.isSending}
              disabled={!chosen.size}
              onClick={() => removal.send({ body: { ids: [...chosen] } })}
            >
              取消收藏{chosen.size > 0 && ` ${chosen.size} 件`}
            </Button>
          </>
        )
      }
    >
      <Rows
        of={favourites}
        skeleton={<CardBones height={96} count={5} />}
        empty={
          <Empty icon="heart" text="还没有收藏，看到喜欢的点一下心形">
            <Button to="/">去逛逛</Button>
          </Empty>
        }
      >
        {(list) => (
          <Card>
            {list.map((favourite) => (
              <div key={favourite.id} className={`${styles.row} ${favourite.valid ? '' : styles.gone}`}>
                {isEditing && (
                  <Check
                    label={favourite.storeName}
                    isOn={chosen.has(favourite.id)}
                    onTurn={() => turn(favourite.id)}
                  />
                )}
                <Line of={favourite} />
              </div>
            ))}
          </Card>
        )}
      </Rows>
    </Screen>
  )
}

function Line({ of: { productId, image, storeName, price, otPrice, valid, stock } }: { of: Favourite }) {
  return (
    <Link href={`/goods/${productId}`} className={styles.goods}>
      <span className={styles.picture}>
        <Picture image={{ url: image }} width={76} alt="" />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{storeName}</span>
        <span className={styles.prices}>
          <Price yuan={price} />
          {otPrice > price && <Was yuan={otPrice} />}
          {!valid && <Tag kind="plain">{stock > 0 ? '已下架' : '暂时买不了'}</Tag>}
        </span>
      </span>
    </Link>
  )
}
