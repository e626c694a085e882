import type { Ctx } from '../../../platform/http/context.ts'
import { type ActivityKind, goingWords } from './activity-kinds.service.ts'
import * as money from './activity-money.repository.ts'

/** How many of what goes on in an activity end with it. */
export async function countEnding(ctx: Ctx, { going }: ActivityKind, id: number): Promise<number> {
  if (!going) return 0
  return (await going.count(ctx, id)) - ((await going.countLasting?.(ctx, id)) ?? 0)
}

/** What goes on when an activity is closed: orders that wait for their money, running teams, running bargains. */
export async function countAlive(ctx: Ctx, { going }: ActivityKind, id: number) {
  const unpaid = await money.countUnpaid(ctx, id)
  const count = going ? await going.count(ctx, id) : 0
  return { unpaid, team: going?.what === 'team' ? count : 0, session: going?.what === 'session' ? count : 0 }
}

/** The same in words, without what there is none of. */
export function aliveText({ unpaid, ...going }: Awaited<ReturnType<typeof countAlive>>): string {
  const words = Object.entries(goingWords).map(([what, word]) => [going[what as keyof typeof going], word] as const)
  return [[unpaid, '笔待付款'] as const, ...words]
    .filter(([count]) => count)
    .map(([count, word]) => `${count} ${word}`)
    .join('、')
}
