import { useQuery } from '@tanstack/react-query'
import { NotifyWish, notification } from '@zhanggui/contract/message/notification.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { eventInfo } from '@zhanggui/domain/message/notify-event.ts'
import { Checkbox, Skeleton, Table, TimePicker, Typography } from 'antd'
import { read } from '../../../../api/read.ts'
import { useSession } from '../../../../api/session.ts'
import { useWrite } from '../../../../api/use-write.ts'
import { useReadOnly } from '../../../../kit/access/can.tsx'
import { Greyed } from '../../../../kit/access/greyed.tsx'
import { dayjs } from '../../../../kit/form/dates/calendar.ts'
import { FailedBlock } from '../../../../kit/page/block-state.tsx'
import { savePreference } from '../../../../kit/settings/preferences.ts'

const channels = ['site', 'popup', 'sound', 'email', 'sms'] as const

/** 消息设置: the messages a user receives, their channels, and the quiet hours. Each choice is saved at once. */
export function MessageSettings() {
  const { data, error, refetch } = useQuery(read(notification.settings, { silent: true }))
  const save = useWrite(notification.saveSettings, { message: '已保存' })
  const readOnly = useReadOnly(notification.saveSettings)
  if (error && !data) return <FailedBlock error={error} onRetry={refetch} />
  if (!data) return <Skeleton active />
  return (
    <>
      <QuietHours />
      <Table<NotifyWish>
        rowKey="event"
        size="small"
        scroll={{ x: 'max-content' }}
        pagination={false}
        dataSource={data}
        columns={[
          { title: '消息类型', dataIndex: 'event', render: (_, { event }) => eventInfo(event).label },
          ...channels.map((channel) => {
            const title = (NotifyWish.properties[channel] as { title?: string }).title ?? channel
            return {
              title,
              key: channel,
              align: 'center' as const,
              render: (_: unknown, wish: NotifyWish) => (
                <Greyed why={readOnly}>
                  <Checkbox
                    aria-label={`${eventInfo(wish.event).label}：${title}`}
                    checked={wish[channel]}
                    // Popups and sounds need the message in the console.
                    disabled={
                      readOnly !== undefined ||
                      save.isPending ||
                      (!wish.site && (channel === 'popup' || channel === 'sound'))
                    }
                    onChange={({ target }) => save.mutate({ body: [{ ...wish, [channel]: target.checked }] })}
                  />
                </Greyed>
              ),
            }
          }),
        ]}
      />
    </>
  )
}

function QuietHours() {
  const readOnly = useReadOnly(userCenter.savePreferences)
  const quiet = useSession(({ user }) => user?.preferences.noticeQuiet)
  const [from, to] = Array.isArray(quiet) ? quiet.map((time) => dayjs(`2000-01-01 ${time}`)) : []
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12, marginBottom: 16 }}>
      <span>免打扰时段</span>
      <Greyed why={readOnly}>
        <TimePicker.RangePicker
          aria-label="免打扰时段"
          format="HH:mm"
          order={false}
          value={from && to && [from, to]}
          onChange={(times) => savePreference('noticeQuiet', times?.map((time) => time?.format('HH:mm')) ?? null)}
        />
      </Greyed>
      <Typography.Text type="secondary">此时段内不弹窗、不响铃，消息照常收到</Typography.Text>
    </div>
  )
}
