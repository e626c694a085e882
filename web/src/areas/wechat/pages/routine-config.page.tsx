import { ChannelPage } from '../components/channel-page.tsx'

/** 小程序配置, with the overview of channels. */
export default function RoutineConfigPage() {
  return <ChannelPage group="routine" />
}
