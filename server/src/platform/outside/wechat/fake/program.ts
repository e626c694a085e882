import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { FakeFile } from './fake-file.ts'
import type { FakeModule, Json } from './frame.ts'

const SCENE = /^[0-9a-zA-Z!#$&'()*+,/:;=?@\-._~]+$/
const VERSIONS = ['release', 'trial', 'develop']
const MAX_TEXT = 2500
const refusal = (errcode: number, errmsg: string): Json => ({ errcode, errmsg })

/** A picture that WeChat was asked to look at. */
export type FakeMediaCheck = { trace_id: string; media_url: string; openid: string }

/**
 * Codes and checks of the mini-program. Its released version has every page whose path begins with `pages/`. A text with 违规 is
 * risky, one with 可疑 is to be looked at; somebody whose name ends in `-away` was not in the mini-program lately.
 */
export function makeProgram() {
  const media: FakeMediaCheck[] = []
  const answers: FakeModule['answers'] = {
    'POST /wxa/getwxacodeunlimit': ({ body }) => {
      const { scene, page, width = 430, env_version: env = 'release', check_path: isChecked = true } = body
      const text = String(scene ?? '')
      if (!text || text.length > 32) return refusal(40169, 'invalid length for scene, or the data is not json string')
      if (!SCENE.test(text)) return refusal(40129, 'invalid scene')
      if (text.startsWith('scancode_time')) return refusal(85096, 'not allow include scancode_time field')
      if (!VERSIONS.includes(String(env)) || !(Number(width) >= 280 && Number(width) <= 1280))
        return refusal(40097, 'invalid args')
      const path = String(page ?? 'pages/index/index')
      if (/^\/|[?#]/.test(path) || (isChecked !== false && !path.startsWith('pages/')))
        return refusal(41030, 'invalid page')
      return drawCode(`${path} ${text} ${env}`, Number(width))
    },
    'POST /wxa/msg_sec_check': ({ body }) => {
      const wrong = checkPerson(body)
      if (wrong) return wrong
      const content = String(body.content ?? '')
      if (!content) return refusal(47001, 'data format error')
      if ([...content].length > MAX_TEXT) return refusal(45002, 'content size out of limit')
      const suggest = content.includes('违规') ? 'risky' : content.includes('可疑') ? 'review' : 'pass'
      return {
        errcode: 0,
        errmsg: 'ok',
        trace_id: traceOf(content),
        result: { suggest, label: suggest === 'pass' ? 100 : 20_006 },
      }
    },
    'POST /wxa/media_check_async': ({ body }) => {
      const wrong = checkPerson(body)
      if (wrong) return wrong
      if (!/^https?:\/\//.test(String(body.media_url)) || Number(body.media_type) !== 2)
        return refusal(40004, 'invalid media type')
      const asked = { trace_id: traceOf(`${body.media_url} ${media.length}`), media_url: String(body.media_url) }
      media.push({ ...asked, openid: String(body.openid) })
      return { errcode: 0, errmsg: 'ok', trace_id: asked.trace_id }
    },
  }
  return { media, answers }
}

function checkPerson({ openid, version, scene }: Json): Json | undefined {
  if (Number(version) !== 2 || ![1, 2, 3, 4].includes(Number(scene))) return refusal(40097, 'invalid args')
  if (!String(openid ?? '').startsWith('sim_')) return refusal(43104, 'appid not match with openid')
  return String(openid).endsWith('-away') ? refusal(61010, 'code is expired') : undefined
}

const traceOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** A picture that is another one for each text: squares of two colours around a round middle, as a code has it. */
function drawCode(text: string, width: number): FakeFile {
  const bits = createHash('sha256').update(text).digest()
  const cells = 24
  const size = cells * Math.max(1, Math.floor(width / cells))
  const isDark = (x: number, y: number) => {
    const [column, row] = [Math.floor((x * cells) / size), Math.floor((y * cells) / size)]
    const [dx, dy] = [column - cells / 2 + 0.5, row - cells / 2 + 0.5]
    const away = Math.sqrt(dx * dx + dy * dy)
    if (away < 4) return true
    return away < cells / 2 && away > 5 && (((bits[(row * 7 + column) % 32] ?? 0) >> (column % 8)) & 1) === 1
  }
  const lines = Buffer.alloc((size + 1) * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) lines[y * (size + 1) + 1 + x] = isDark(x, y) ? 0x22 : 0xff
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head[8] = 8
  const content = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[pngPart('IHDR', head), pngPart('IDAT', deflateSync(lines)), pngPart('IEND', Buffer.alloc(0))],
  ])
  return new FakeFile('image/png', content)
}

function pngPart(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
