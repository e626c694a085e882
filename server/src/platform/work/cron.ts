import { BadInput } from '@zhanggui/domain/errors.ts'
import { Cron } from 'croner'

/**
 * The next times of a cron expression with six fields (second first, `?` for any day), in Asia/Shanghai.
 * @returns at most `count` moments after `from`, ascending; fewer if there are no more
 * @throws {BadInput} when the expression is invalid or never matches
 */
export function nextTimes(expression: string, from: Date, count: number): Date[] {
  const wrong = (cause?: unknown) => Object.assign(new BadInput('Cron表达式不正确', 'cronExpression'), { cause })
  if (!/^(\S+\s+){5}\S+$/.test(expression.trim())) throw wrong()
  try {
    const cron = new Cron(expression.trim().replaceAll('?', '*'), { timezone: 'Asia/Shanghai', mode: '6-part' })
    const times = cron.nextRuns(count, from)
    if (times.length) return times
  } catch (error) {
    throw wrong(error)
  }
  throw wrong()
}
