import { useQuery } from '@tanstack/react-query'
import { type Slot, seckillSlot } from '@zhanggui/contract/seckill/seckill-slot.ts'
import { read } from '../../../api/read.ts'

/** All slots of the day, by their hours; there are at most 24. */
export function useSlots(): readonly Slot[] {
  return useQuery(read(seckillSlot.list, { query: { limit: 100 }, silent: true })).data?.list ?? NONE
}

const NONE: readonly Slot[] = []
