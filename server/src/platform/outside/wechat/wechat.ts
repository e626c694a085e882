import { join } from 'node:path'
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

/** What the fake of a shop knows, in its data folder. */
const KEPT = 'wechat-fake.bin'

/** Knows WeChat's addresses. Its fake starts with the first question, and outside of tests keeps what it knows. */
export function openWechat(config: Pick<Config, 'wechat' | 'test' | 'dataFolder'>, now: () => Date): Wechat {
  const { isFake, bases } = config.wechat
  const kept = config.test ? {} : { keepIn: join(config.dataFolder, KEPT) }
  let starting: Promise<FakeWechat> | undefined
  const start = async () => (await import('./fake/frame.ts')).openFakeWechat({ now, ...kept })
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
