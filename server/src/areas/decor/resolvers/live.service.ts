import type { FrontRoom } from '@zhanggui/contract/live/front-live.ts'
import { listFrontRooms } from '../../live/front-live/front-live.service.ts'
import type { Asking, Resolver } from './resolver.ts'

/** As many as a shop has that run, are to come or can be seen again. */
const MOST = 100

const kindOf = ({ liveStatus }: FrontRoom) => (liveStatus === 102 ? 'soon' : liveStatus === 103 ? 'replay' : 'living')

/** Rooms that buyers see: those chosen, in their order, or the first ones in the states that are wanted. */
export const live: Resolver = async (ctx, components) => {
  const { list } = await listFrontRooms(ctx, { query: { limit: MOST }, params: undefined, body: undefined })
  return new Map(components.map((each) => [each.id, { list: chosen(each, list) }]))
}

function chosen({ props }: Asking, list: readonly FrontRoom[]): FrontRoom[] {
  const { source, roomIds, states, count } = props
  const wanted = Array.isArray(states) ? states : ['living', 'soon', 'replay']
  const fitting = list.filter((room) => wanted.includes(kindOf(room)))
  if (source !== 'manual') return fitting.slice(0, Number(count) || 2)
  return (Array.isArray(roomIds) ? roomIds : []).flatMap((id) => fitting.find((room) => room.id === id) ?? [])
}
