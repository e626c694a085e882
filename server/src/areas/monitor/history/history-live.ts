import { type HistoryObject, historyObjects } from '@zhanggui/contract/history-objects.ts'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import { objectChanged } from '../../../platform/data/audit.ts'
import { may } from '../../../platform/http/gate.ts'
import { allPages, onReport } from '../../../platform/work/live.ts'

/** Hints open pages whose users may read the object; what changed they ask for themselves. */
export const pushChanges = onReport(
  objectChanged,
  ({ platform }, { object, id }) => {
    const permission =
      object === setting.info.object ? setting.info.permission : historyObjects[object as HistoryObject]
    if (!permission) return
    const frame = platform.sockets.frame('changed', { object, id })
    for (const page of allPages(platform)) if (may(page.actor, permission)) page.sendFrame(frame)
  },
  { atOnce: true },
)
