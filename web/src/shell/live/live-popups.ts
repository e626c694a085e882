import { type Notification, notification } from '@zhanggui/contract/message/notification.ts'
import { queryClient } from '../../api/query-client.ts'
import { read } from '../../api/read.ts'
import { serverNow } from '../../api/server-time.ts'
import { useSession } from '../../api/session.ts'
import { CHIME, playTones } from '../../kit/feedback/chime.ts'
import { closeNotice, showNotice } from '../../kit/feedback/feedback.ts'
import { go } from '../../kit/page/go.ts'
import { isQuiet } from './live-rules.ts'

/** Maximum number of pop-ups; further ones are summed up in one that shows their number. */
const MAX_SHOWN = 3
const SETTINGS_MS = 300_000
/** Delay for a background page, so that a visible one plays the sound first. */
const YIELD_MS = 300
const MORE = 'more'

const shown = new Set<number>()
let beyond = 0

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('live-sound') : undefined
const played = new Set<number>()
channel?.addEventListener('message', ({ data }) => played.add(Number(data)))

/** Shows a new notification and plays its sound, as the user prefers. */
export async function showNotification(incoming: Notification): Promise<void> {
  const preferences = useSession.getState().user?.preferences ?? {}
  if (isQuiet(preferences.noticeQuiet, serverNow())) return
  const settings = { ...read(notification.settings, { silent: true }), staleTime: SETTINGS_MS }
  const wishes = await queryClient.fetchQuery(settings).catch(() => [])
  const { popup = true, sound = false } = wishes.find(({ event }) => event === incoming.event) ?? {}
  if (popup) popUp(incoming)
  if (sound) playOnce(incoming.id)
}

function popUp({ id, level, title, content, link }: Notification) {
  if (shown.size >= MAX_SHOWN) {
    beyond++
    const open = () => go('/system-tools/message')
    showNotice({ key: MORE, level: 'info', title: `还有 ${beyond} 条`, onOpen: open, onClose: () => (beyond = 0) })
    return
  }
  shown.add(id)
  const key = String(id)
  const onOpen = () => {
    shown.delete(id)
    closeNotice(key)
    go(link)
  }
  showNotice({ key, level, title, content, onOpen: link ? onOpen : undefined, onClose: () => shown.delete(id) })
}

/** Only one page of the browser plays it, preferably a visible one. Browsers allow no sound before the first click. */
function playOnce(id: number) {
  const play = () => {
    if (played.has(id) || !navigator.userActivation?.hasBeenActive) return
    played.add(id)
    channel?.postMessage(id)
    playTones(CHIME)
  }
  if (document.visibilityState === 'visible') play()
  else setTimeout(play, YIELD_MS)
}
