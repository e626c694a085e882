import { Parser } from 'htmlparser2'

const DEEPEST = 8
const MOST_ELEMENTS = 2000
const NAME = /^[A-Za-z_][\w.-]{0,63}$/
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A message that cannot be read. */
export class UnreadableMessage extends Error {}

type Fields = Record<string, unknown>
type Element = { name: string; text: string; children: Map<string, unknown[]> }

/**
 * Reads a message in XML: elements with elements become objects, those that occur more than once lists, the others texts.
 * Declarations of types and entities of their own are refused.
 * @throws {UnreadableMessage}
 */
export function readXml(content: string): Fields {
  const root: Element = { name: '', text: '', children: new Map() }
  const stack = [root]
  let elements = 0
  let inCdata = false
  const top = () => stack.at(-1) as Element
  const parser = new Parser(
    {
      onprocessinginstruction: (name) => {
        if (name.startsWith('!')) throw new UnreadableMessage('a declaration')
      },
      oncdatastart: () => {
        inCdata = true
      },
      oncdataend: () => {
        inCdata = false
      },
      onopentag: (name) => {
        if (!NAME.test(name) || ++elements > MOST_ELEMENTS || stack.length > DEEPEST)
          throw new UnreadableMessage('an element that is not WeChat’s')
        stack.push({ name, text: '', children: new Map() })
      },
      ontext: (text) => {
        top().text += inCdata ? text : withoutEntities(text)
      },
      onclosetag: (name, implied) => {
        const element = stack.pop()
        if (implied || !element || element.name !== name) throw new UnreadableMessage('an element without an end')
        const { children } = top()
        children.set(name, [...(children.get(name) ?? []), contentsOf(element)])
      },
    },
    { xmlMode: true, decodeEntities: false },
  )
  parser.end(content)
  const [message, ...others] = root.children.get('xml') ?? []
  if (others.length || root.children.size !== 1 || !isFields(message)) throw new UnreadableMessage('no message')
  return message
}

/** Parses JSON of WeChat. Its ids have up to 19 digits, more than a number holds: integers of 16 and more digits become texts. */
export function parseWechatJson(content: string): unknown {
  // A text without an end is taken to the end, so that nothing is read twice.
  const quoted = content.replace(/"(?:[^"\\]|\\.)*"?|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  )
  return JSON.parse(quoted)
}

/** Reads a message in JSON. @throws {UnreadableMessage} */
export function readJsonMessage(content: string): Fields {
  try {
    const value: unknown = parseWechatJson(content)
    if (isFields(value)) return value
  } catch {
    // Thrown below.
  }
  throw new UnreadableMessage('no object')
}

/** Writes a message in XML, texts as CDATA. */
export function writeXml(fields: Fields): string {
  return `<xml>${elementsOf(fields)}</xml>`
}

function elementsOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `<${name}>${contentOf(value)}</${name}>`)
    .join('')
}

function contentOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (isFields(value)) return elementsOf(value)
  return `<![CDATA[${String(value).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

function contentsOf({ text, children }: Element): unknown {
  if (!children.size) return text
  return Object.fromEntries([...children].map(([name, values]) => [name, values.length > 1 ? values : values[0]]))
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:(\w+);)?/g, (_, name: string | undefined) => {
    const meant = name === undefined ? undefined : ENTITIES[name]
    if (meant === undefined) throw new UnreadableMessage('an entity')
    return meant
  })
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
