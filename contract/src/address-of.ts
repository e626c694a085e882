/** The address of a call: path parameters filled in, then the query. Lists repeat their field; undefined values are left out. */
export function addressOf(path: string, params: unknown, query: unknown): string {
  const values = fieldsOf(params)
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(fieldsOf(query)))
    for (const single of Array.isArray(value) ? value : [value])
      if (single !== undefined && single !== null && single !== '') search.append(name, String(single))
  return search.size ? `${filled}?${search}` : filled
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
