/** The bytes of a frame of 20 ms by its mode; others are no speech. */
const FRAME_BYTES = [13, 14, 16, 18, 20, 21, 27, 32, 6]
const HEAD = '#!AMR\n'
const FRAMES_A_SECOND = 50

/** How long a voice is; undefined where it cannot be told. */
export async function voiceSeconds(content: Buffer): Promise<number | undefined> {
  if (content.toString('latin1', 0, HEAD.length) === HEAD) return amrSeconds(content)
  const { parseBuffer } = await import('music-metadata')
  const parsed = await parseBuffer(content, { mimeType: 'audio/mpeg' }, { skipCovers: true, duration: true }).catch(
    () => undefined,
  )
  return parsed?.format.duration
}

/** AMR names no length: its frames are counted. */
function amrSeconds(content: Buffer): number | undefined {
  let frames = 0
  for (let at = HEAD.length; at < content.length; frames++) {
    const mode = ((content[at] ?? 0) >> 3) & 0x0f
    at += FRAME_BYTES[mode] ?? (mode === 15 ? 1 : content.length)
  }
  return frames ? frames / FRAMES_A_SECOND : undefined
}
