let resting = false

/** Pauses background polls until the next user action: the user chose to stay on the expired page. */
export function restPolls() {
  if (resting) return
  resting = true
  const ending = new AbortController()
  const wake = () => {
    resting = false
    ending.abort()
  }
  for (const event of ['pointerdown', 'keydown'])
    window.addEventListener(event, wake, { capture: true, signal: ending.signal })
}

/** Whether silent calls are paused. */
export function pollsRest(): boolean {
  return resting
}
