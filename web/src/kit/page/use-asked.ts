import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Begins, once, what the address asks for: the search box sends people to a page to do something there.
 * @param name the field of the address, removed when it was read
 * @param isReady whether what it needs is there
 */
export function useAsked(name: string, begin: (value: string) => void, isReady = true) {
  const [params, setParams] = useSearchParams()
  const asked = params.get(name)
  const settle = useEffectEvent((value: string) => {
    const left = new URLSearchParams(params)
    left.delete(name)
    setParams(left, { replace: true })
    begin(value)
  })
  useEffect(() => {
    if (asked && isReady) settle(asked)
  }, [asked, isReady])
}
