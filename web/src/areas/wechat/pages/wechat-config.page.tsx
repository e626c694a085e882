import { ChannelPage } from '../components/channel-page.tsx'

/** 公众号配置, with the overview of channels. */
export default function WechatConfigPage() {
  return <ChannelPage group="wechat" />
}
