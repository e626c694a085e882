import type { NotifyLevel } from '@zhanggui/domain/message/notify-event.ts'
import { Tag } from 'antd'

/** Labels of the levels of notifications and announcements. */
export const levelLabels: Record<NotifyLevel, string> = { info: '普通', warn: '重要', error: '紧急' }
const colours: Record<NotifyLevel, string> = { info: 'blue', warn: 'orange', error: 'red' }

/** The level of a notification or an announcement. */
export function LevelTag({ level }: { level: NotifyLevel }) {
  return <Tag color={colours[level]}>{levelLabels[level]}</Tag>
}
