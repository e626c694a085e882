import { notification } from '@zhanggui/contract/message/notification.ts'
import { read } from '../../api/read.ts'

/** How many messages and announcements the bell shows. */
export const LATEST = 20
/** The messages in the bell. */
export const latestMessages = read(notification.list, { query: { limit: LATEST }, silent: true })
