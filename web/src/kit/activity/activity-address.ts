/** The list of each kind of activity that is built, by its number on the wire. */
const lists: Readonly<Record<number, string>> = {
  1: '/marketing/seckill/list',
  2: '/marketing/bargain/goods',
  3: '/marketing/combination/goods',
}

/** The list of its kind, narrowed to one activity. */
export function activityAddress(type: number, id: number): string {
  const list = lists[type]
  return list ? `${list}?keywords=${id}` : '/marketing/calendar'
}
