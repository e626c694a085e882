import { createHash } from 'node:crypto'
import { repositoryRoot } from '../../config.ts'
import { inSources } from '../source-lines.ts'

const MAX_TEXT = 16_000
const MAX_CAUSES = 5
const TOP_FRAMES = 3

/** An error as it is logged: without statement values, tokens, passwords and full phone numbers. */
export type Fault = {
  type: string
  message: string
  stack: string
  /** Hash of kind and place: equal for faults with the same cause. */
  fingerprint: string
}

/** Describes anything thrown, with its causes. */
export function describeFault(error: unknown): Fault {
  const chain = causesOf(error)
  const [first] = chain
  const { name: type, message } = first ?? new Error(String(error))
  const stacks = chain.map(({ stack, message: text }) => inSources(stack ?? text))
  const frames = stacks.flatMap(framesOf).slice(0, TOP_FRAMES)
  const kinds = chain.map((each) => `${each.name} ${(each as { code?: unknown }).code ?? ''}`)
  return {
    type,
    message: withoutSecrets(message),
    stack: withoutSecrets(stacks.join('\ncaused by ')).slice(0, MAX_TEXT),
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

/** The stack frames in our own code, without line numbers, which change with every release. */
function framesOf(stack: string): string[] {
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

/** Removes from a text what must not be logged. */
export function withoutSecrets(text: string): string {
  return (
    text
      .replaceAll(repositoryRoot, '')
      // The values of a failed statement may be personal data. They end where the stack begins.
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
