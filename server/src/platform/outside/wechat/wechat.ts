import type { Config, WechatBases } from '../../../config.ts'
import type { FakeWechat } from './fake/frame.ts'

/** Where WeChat is for this process. */
export type Wechat = {
  /** The process plays WeChat itself: no account is needed, and anyone can sign in as anyone. */
  isFake: boolean
  /** The address of one of WeChat's services, without a slash at the end. */
  base(service: keyof WechatBases): Promise<string>
  /** What the process plays, once it does; for tests and the demo. */
  played(): Promise<FakeWechat>
  close(): Promise<void>
}

declare module '../../http/context.ts' {
  interface Platform {
    wechat: Wechat
  }
}

/** Knows WeChat's addresses. Its fake starts with the first question. */
export function openWechat({ isFake, bases }: Config['wechat'], now: () => Date): Wechat {
  let starting: Promise<FakeWechat> | undefined
  const start = async () => (await import('./fake/frame.ts')).openFakeWechat({ now })
  const played = () => {
    starting ??= start()
    return starting
  }
  return {
    isFake,
    base: async (service) => (isFake ? (await played()).endpoint : bases[service]),
    played,
    close: async () => {
      const fake = await starting
      fake?.close()
    },
  }
}
