import { createHash } from 'node:crypto'
import { repositoryRoot } from '../../config.ts'

const MAX_TEXT = 16_000
const MAX_CAUSES = 5
const TOP_FRAMES = 3

/** A thrown thing as logs keep it (SEC-40): without the values of statements, tokens, passwords, full phone numbers. */
export type Fault = {
  type: string
  message: string
  stack: string
  /** Hash of kind and place: the same for faults that have the same reason (system chapter, 3.10). */
  fingerprint: string
}

/** Describes any thrown thing, with its causes. */
export function describeFault(error: unknown): Fault {
  const chain = causesOf(error)
  const [first] = chain
  const { name: type, message } = first ?? new Error(String(error))
  const frames = chain.flatMap(({ stack }) => framesOf(stack)).slice(0, TOP_FRAMES)
  const kinds = chain.map((each) => `${each.name} ${(each as { code?: unknown }).code ?? ''}`)
  return {
    type,
    message: withoutSecrets(message),
    stack: withoutSecrets(chain.map(({ stack, message: text }) => stack ?? text).join('\ncaused by ')).slice(
      0,
      MAX_TEXT,
    ),
    fingerprint: createHash('sha256')
      .update([...kinds, ...frames].join('\n'))
      .digest('hex')
      .slice(0, 16),
  }
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let each = error; each instanceof Error && chain.length < MAX_CAUSES; each = each.cause) chain.push(each)
  return chain
}

/** The places in our own code, without line numbers: they change with every release. */
function framesOf(stack = ''): string[] {
  return stack
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at ') && !line.includes('node_modules') && !line.includes('node:'))
    .map((line) =>
      line
        .replaceAll(repositoryRoot, '')
        .replace(/:\d+:\d+\)?$/, '')
        .trim(),
    )
}

/** A text without what must not be in a log. */
export function withoutSecrets(text: string): string {
  return (
    text
      .replaceAll(repositoryRoot, '')
      // The values of a statement that failed: anybody's data. They end where the stack begins.
      .replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '\nparams: ***')
      .replace(/\b(postgres(?:ql)?:\/\/[^:\s]+:)[^@\s]+@/g, '$1***@')
      .replace(/\$argon2id\$\S+/g, '***')
      .replace(/\b(Bearer )\S+/gi, '$1***')
      .replace(/("?(?:password|token|secret|oldPass|newPass|pass)"?\s*[:=]\s*"?)[^"\s,}]+/gi, '$1***')
      .replace(/(?<![\w-])[\w-]{43}(?![\w-])/g, '***')
      .replace(/(?<!\d)(1[3-9]\d)\d{4}(\d{4})(?!\d)/g, '$1****$2')
      .replace(/(?<!\d)\d{17}[\dX](?!\d)/gi, '***')
  )
}
