import { createStore, type StoreApi } from 'zustand/vanilla'

/** The upload state of a picture at WeChat. */
export type PictureState =
  | { kind: 'waiting' | 'sending' }
  | { kind: 'done'; url: string }
  | { kind: 'failed'; message: string }

export type ShopPictures = {
  /** Keyed by the address the picture was chosen by. */
  states: Readonly<Record<string, PictureState>>
  /** Uploads the pictures that were not uploaded yet, a few at a time. */
  want: (addresses: readonly string[]) => void
  /** Retries a failed picture. */
  retry: (address: string) => void
}
export type ShopPictureStore = StoreApi<ShopPictures>

const AT_ONCE = 3

/**
 * Uploads each picture to WeChat once; a failed one is marked and does not hold up the others.
 * @param known addresses from WeChat: they count as uploaded
 * @param send uploads a picture; returns its address at WeChat
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

/** The addresses at WeChat; undefined until all pictures are uploaded. */
export function sentAddresses(states: ShopPictures['states'], addresses: readonly string[]): string[] | undefined {
  const urls = addresses.map((address) => {
    const state = states[address]
    return state?.kind === 'done' ? state.url : ''
  })
  return urls.includes('') ? undefined : urls
}
