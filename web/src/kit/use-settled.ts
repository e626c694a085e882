import { useEffect, useState } from 'react'

const PAUSE_MS = 300

/**
 * What is typed, shortly after its last change: what a calculator is asked for.
 * @returns the value asked about, and whether that is what stands there now
 */
export function useSettled<Value>(value: Value): [asked: Value, isSettled: boolean] {
  const text = JSON.stringify(value)
  const [asked, setAsked] = useState({ text, value })
  useEffect(() => {
    if (text === asked.text) return
    const timer = setTimeout(() => setAsked({ text, value: JSON.parse(text) as Value }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, asked.text])
  return [asked.value, text === asked.text]
}
