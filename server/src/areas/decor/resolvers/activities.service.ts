import { listFrontBargains } from '../../bargain/session/front-bargain.service.ts'
import { listFrontCombinations } from '../../combination/team/front-combination.service.ts'
import { listFrontSeckills, listFrontSlots } from '../../seckill/seckill/front-seckill.service.ts'
import type { Asking, Resolver } from './resolver.ts'

const countOf = ({ props }: Asking) => Number(props.count) || 6
const mostOf = (components: readonly Asking[]) => Math.max(...components.map(countOf))

/** The slot that runs, else the next one of today. */
export const seckill: Resolver = async (ctx, components) => {
  const slots = await listFrontSlots(ctx)
  const slot = slots.find(({ phase }) => phase === 'running') ?? slots.find((each) => isNext(each)) ?? null
  const found = slot
    ? (
        await listFrontSeckills(ctx, {
          params: { timeId: slot.id },
          query: { limit: mostOf(components) },
          body: undefined,
        })
      ).list
    : []
  return new Map(components.map((each) => [each.id, { slot, list: found.slice(0, countOf(each)) }]))
}
const isNext = ({ phase, isTomorrow }: { phase: string; isTomorrow: boolean }) => phase === 'upcoming' && !isTomorrow

export const bargain: Resolver = async (ctx, components) => {
  const query = { limit: mostOf(components) }
  const { list } = await listFrontBargains(ctx, { query, params: undefined, body: undefined })
  return new Map(components.map((each) => [each.id, { list: list.slice(0, countOf(each)) }]))
}

export const combination: Resolver = async (ctx, components) => {
  const query = { limit: mostOf(components) }
  const { list } = await listFrontCombinations(ctx, { query, params: undefined, body: undefined })
  return new Map(components.map((each) => [each.id, { list: list.slice(0, countOf(each)) }]))
}
