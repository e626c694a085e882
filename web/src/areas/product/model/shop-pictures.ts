import { createStore, type StoreApi } from 'zustand/vanilla'

/** Where a picture is on its way to WeChat. */
export type PictureState =
  | { kind: 'waiting' | 'sending' }
  | { kind: 'done'; url: string }
  | { kind: 'failed'; message: string }

export type ShopPictures = {
  /** By the address it was chosen by. */
  states: Readonly<Record<string, PictureState>>
  /** Sends those that were not sent yet, a few at once. */
  want: (addresses: readonly string[]) => void
  /** Sends one that failed once more. */
  retry: (address: string) => void
}
export type ShopPictureStore = StoreApi<ShopPictures>

const AT_ONCE = 3

/**
 * Brings pictures to WeChat, each once; one that fails is marked and keeps nobody waiting.
 * @param known addresses WeChat gave: they are there
 * @param send brings one there; returns the address WeChat gave it
 */
export function createShopPictures(
  known: readonly string[],
  send: (address: string) => Promise<string>,
): ShopPictureStore {
  let running = 0
  const store = createStore<ShopPictures>(() => ({
    states: Object.fromEntries(known.map((url) => [url, { kind: 'done', url }])),
    want: (addresses) => {
      const fresh = addresses.filter((address) => address && !store.getState().states[address])
      if (!fresh.length) return
      put(Object.fromEntries(fresh.map((address) => [address, { kind: 'waiting' }])))
      work()
    },
    retry: (address) => {
      put({ [address]: { kind: 'waiting' } })
      work()
    },
  }))
  const put = (states: Record<string, PictureState>) =>
    store.setState((before) => ({ states: { ...before.states, ...states } }))

  function work() {
    while (running < AT_ONCE) {
      const next = Object.entries(store.getState().states).find(([, { kind }]) => kind === 'waiting')
      if (!next) return
      const [address] = next
      running++
      put({ [address]: { kind: 'sending' } })
      send(address)
        .then(
          (url) => put({ [address]: { kind: 'done', url } }),
          (error: Error) => put({ [address]: { kind: 'failed', message: error.message } }),
        )
        .finally(() => {
          running--
          work()
        })
    }
  }
  return store
}

/** The addresses WeChat gave; undefined while one of them is not there. */
export function sentAddresses(states: ShopPictures['states'], addresses: readonly string[]): string[] | undefined {
  const urls = addresses.map((address) => {
    const state = states[address]
    return state?.kind === 'done' ? state.url : ''
  })
  return urls.includes('') ? undefined : urls
}
