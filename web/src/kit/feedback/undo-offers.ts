import { create } from 'zustand'
import { serverNow } from '../../api/server-time.ts'

/** Something done that can be taken back for longer than its toast is shown. */
export type UndoOffer = {
  key: string
  /** What was done: 已给 312 人发券. */
  text: string
  /** What taking it back is called. */
  word: string
  until: Date
  act: () => void
}

/** The offers whose toasts have gone, newest first: the bar keeps them until they end. */
export const useUndoOffers = create<{ offers: readonly UndoOffer[] }>(() => ({ offers: [] }))

export function keepOffer(offer: UndoOffer) {
  if (secondsTo(offer.until) > 0) useUndoOffers.setState(({ offers }) => ({ offers: [offer, ...offers] }))
}

export function dropOffer({ key }: UndoOffer) {
  useUndoOffers.setState(({ offers }) => ({ offers: offers.filter((offer) => offer.key !== key) }))
}

export const secondsTo = (until: Date) => Math.max(0, Math.ceil((until.getTime() - serverNow().getTime()) / 1000))

/** The time that is left: 9:42. */
export function leftText(until: Date): string {
  const left = secondsTo(until)
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
}
