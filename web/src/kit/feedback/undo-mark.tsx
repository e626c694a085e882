import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import { Dropdown } from 'antd'
import { useEffect, useReducer } from 'react'
import styles from './undo-mark.module.css'
import { dropOffer, leftText, secondsTo, type UndoOffer, useUndoOffers } from './undo-offers.ts'

/** What can still be taken back, with the time left, as a small mark in the bar; its menu says what each was. */
export function UndoMark() {
  const offers = useUndoOffers((state) => state.offers)
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (!offers.length) return
    const timer = setInterval(() => {
      for (const offer of offers) if (!secondsTo(offer.until)) dropOffer(offer)
      tick()
    }, 1000)
    return () => clearInterval(timer)
  }, [offers])
  const [newest] = offers
  if (!newest) return null
  const take = (offer: UndoOffer) => {
    dropOffer(offer)
    offer.act()
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: offers.map((offer) => ({
          key: offer.key,
          label: `${offer.word}：${offer.text}（${leftText(offer.until)}）`,
          onClick: () => take(offer),
        })),
      }}
    >
      <button type="button" className={styles.mark} title="还能撤回的操作">
        <UndoOutlined aria-hidden />
        <span>{newest.word}</span> {leftText(newest.until)}
        {offers.length > 1 && ` 等 ${offers.length} 项`}
      </button>
    </Dropdown>
  )
}
