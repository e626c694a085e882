import { jssdk } from '@zhanggui/contract/wechat/jssdk.ts'
import { call, channel } from '../api/call.ts'

/** What WeChat shows of the open page when it is sent on. */
export type WechatCard = { title: string; desc: string; link: string; imgUrl: string }

type Wechat = {
  config(options: object): void
  ready(done: () => void): void
  updateAppMessageShareData(card: WechatCard): void
  updateTimelineShareData(card: Omit<WechatCard, 'desc'>): void
}

const SCRIPT = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js'
/** On iPhones WeChat takes the address of the first screen for the whole visit. */
const entry = window.location.href
const isApple = /iPhone|iPad/.test(navigator.userAgent)
const signedAddress = () => (isApple ? entry : window.location.href).replace(/#.*/, '')

let loading: Promise<Wechat> | undefined
/** The last card wins, however long the one before took. */
let wanted: WechatCard | undefined

/**
 * Says how the open page is shown when it is sent on from WeChat's own menu. Without an official account, or where WeChat's script does not load,
 * WeChat shows what the document says.
 */
export async function setWechatCard(card: WechatCard): Promise<void> {
  if (channel !== 'wechat') return
  wanted = card
  try {
    const url = signedAddress()
    loading ??= loadScript()
    const wechat = await loading
    const signed = await call(jssdk.front, { query: { url } })
    if (wanted !== card) return
    wechat.config(signed)
    wechat.ready(() => {
      if (wanted !== card) return
      wechat.updateAppMessageShareData(card)
      wechat.updateTimelineShareData(card)
    })
  } catch {
    loading = undefined
  }
}

function loadScript(): Promise<Wechat> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => resolve((window as unknown as { wx: Wechat }).wx)
    script.onerror = reject
    document.head.append(script)
  })
}
