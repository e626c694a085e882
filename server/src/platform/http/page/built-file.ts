import { readFile, stat } from 'node:fs/promises'

/**
 * A file of a build, read again after it changed; while it is being built anew the last one stays.
 * @param read makes of the text what is kept
 * @returns undefined before there is one
 */
export function builtFile<Content>(path: string, read: (text: string) => Content): () => Promise<Content | undefined> {
  let kept: { at: number; content: Content } | undefined
  return async () => {
    const at = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
    if (at !== undefined && at !== kept?.at) kept = { at, content: read(await readFile(path, 'utf8')) }
    return kept?.content
  }
}
