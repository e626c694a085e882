import { useQuery } from '@tanstack/react-query'
import { setting } from '@zhanggui/contract/setting/setting.ts'
import type { SettingGroupName } from '@zhanggui/domain/setting/setting-registry.ts'
import { Skeleton } from 'antd'
import type { ComponentProps } from 'react'
import { read } from '../../../../api/read.ts'
import { EmptyBlock, FailedBlock } from '../../../../kit/page/block-state.tsx'
import { SettingForm } from './setting-form.tsx'

type GroupSettingsProps = { name: SettingGroupName } & Pick<ComponentProps<typeof SettingForm>, 'note'>

/** The settings of one group, on the screen of the area that reads them. */
export function GroupSettings({ name, note }: GroupSettingsProps) {
  const groups = useQuery(read(setting.groups))
  if (groups.isPending) return <Skeleton active paragraph={{ rows: 10 }} />
  if (!groups.data) return <FailedBlock error={groups.error} onRetry={groups.refetch} />
  const group = groups.data.find((each) => each.name === name)
  return group ? <SettingForm group={group} note={note} /> : <EmptyBlock text="没有可以查看的设置" />
}
