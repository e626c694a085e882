import * as t from './schema.ts'

/** The address of a file, our own or external. */
export const media = (
  title: string,
  { maxLength = 512, ...options }: { maxLength?: number; ask?: string; clearable?: boolean } = {},
) =>
  t.String({
    title,
    maxLength,
    pattern: /^(https?:\/\/|\/file\/|public\/)\S+$|^$/,
    example: 'https://example.com/a.png',
    hint: `${title}地址不正确`,
    ...options,
  })
