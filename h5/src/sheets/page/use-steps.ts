import { useEffect, useState } from 'react'

/** So many components are drawn at first, and so many more with each frame: the first screen is there sooner. */
const STEP = 4

/** How many of the components are drawn by now. */
export function useSteps(all: number): number {
  const [count, setCount] = useState(STEP)
  useEffect(() => {
    if (count >= all) return
    const frame = requestAnimationFrame(() => setCount(count + STEP))
    return () => cancelAnimationFrame(frame)
  }, [count, all])
  return count
}
