import { type ActivityType, activityLists } from '@zhanggui/domain/promotion/activity.ts'

/** The list of its kind, narrowed to one activity; the calendar for what has no such list. */
export function activityAddress(type: number, id: number): string {
  return type in activityLists ? `${activityLists[type as ActivityType]}?keywords=${id}` : '/marketing/calendar'
}
