import type { Combinations } from '../../data.ts'
import { formatLink } from '../../links/links.ts'
import { ActivityGoods, ActivityHead } from '../../parts/activity.tsx'
import type { ViewProps } from '../../view.tsx'
import type { combination } from './schema.ts'

const columns = { 1: 1, 2: 2, 3: 3, 4: 'slide' } as const

/** Nothing where none runs. */
export function CombinationView({ props, data }: Pick<ViewProps<typeof combination, Combinations>, 'props' | 'data'>) {
  const { style, show, count, priceTone, labelBg, button, buttonBg } = props
  if (data && !data.list.length) return null
  const list = (data?.list ?? []).slice(0, count).map((card) => ({
    id: card.id,
    link: formatLink({ kind: 'combination', id: String(card.id) }),
    image: card.image,
    title: card.title,
    price: card.price,
    was: card.productPrice,
    label: `${card.people}人拼`,
  }))
  const look = {
    columns: columns[style],
    show,
    priceTone,
    labelBg,
    ...(button && { button: { text: '去拼团', bg: buttonBg } }),
  }
  return (
    <>
      <ActivityHead {...props} />
      <ActivityGoods list={list} look={look} />
    </>
  )
}
