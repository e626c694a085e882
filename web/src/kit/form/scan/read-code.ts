/** What browsers offer that read codes themselves; TypeScript does not know it yet. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

/** The longer side of a picture that is looked for a code. */
const LOOKED_AT = 640

/**
 * A reader of the codes a camera shows: the browser's own, which knows bar codes too; else a library for QR codes, loaded
 * with its first use.
 * @returns a function that reads what the video shows now; undefined without a code in it
 */
export async function openCodeReader(): Promise<(video: HTMLVideoElement) => Promise<string | undefined>> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass }
  if (BarcodeDetector) {
    const detector = new BarcodeDetector({ formats: ['qr_code', 'code_128'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const ratio = Math.min(1, LOOKED_AT / Math.max(video.videoWidth, video.videoHeight, 1))
    const [width, height] = [Math.floor(video.videoWidth * ratio), Math.floor(video.videoHeight * ratio)]
    if (!brush || !width || !height) return undefined
    canvas.width = width
    canvas.height = height
    brush.drawImage(video, 0, 0, width, height)
    try {
      return decodeQR({ width, height, data: brush.getImageData(0, 0, width, height).data })
    } catch {
      // No code in the picture.
      return undefined
    }
  }
}
