import { type NotificationCount, notification } from '@zhanggui/contract/message/notification.ts'
import { create } from 'zustand'
import { call } from './call.ts'

export type Counts = Omit<NotificationCount, 'lastId'>

/** Counts of what waits for the user, updated by the socket. */
export const useLive = create<Counts & { disconnected: boolean }>(() => ({
  unread: 0,
  notices: 0,
  todo: {},
  badges: {},
  disconnected: false,
}))

const listeners = new Map<string, Set<(data: unknown) => void>>()

/** Subscribes to frames of one type, such as `task`. @returns the function that unsubscribes */
export function onLiveFrame(type: string, listener: (data: unknown) => void): () => void {
  const group = listeners.get(type) ?? new Set()
  listeners.set(type, group.add(listener))
  return () => group.delete(listener)
}

/** Passes a frame from the server to the subscribers of its type. */
export function passLiveFrame(type: string, data: unknown) {
  for (const listener of listeners.get(type) ?? []) listener(data)
}

/** Fetches the counters again, after something was read on this page. */
export async function refreshCounts(): Promise<void> {
  const counts = await call(notification.count, { silent: true }).catch(() => undefined)
  if (counts) takeCounts(counts)
}

export function takeCounts({ unread, notices, todo, badges }: NotificationCount) {
  useLive.setState({ unread, notices, todo, badges })
}
