/** Two tones that say something came, or was done. */
export const CHIME = [880, 1174.7] as const
/** Two low tones: that was refused. */
export const BUZZ = [233.1, 174.6] as const

/** Plays two tones, one after the other. Browsers allow no sound before the first click or key. */
export function playTones(pitches: readonly number[]): void {
  if (!('AudioContext' in window) || !navigator.userActivation?.hasBeenActive) return
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.gain.setValueAtTime(0.15, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.6)
  volume.connect(audio.destination)
  for (const [index, pitch] of pitches.entries()) {
    const tone = audio.createOscillator()
    tone.frequency.value = pitch
    tone.connect(volume)
    tone.start(audio.currentTime + index * 0.15)
    tone.stop(audio.currentTime + 0.6)
    if (index === pitches.length - 1) tone.addEventListener('ended', () => audio.close())
  }
}
