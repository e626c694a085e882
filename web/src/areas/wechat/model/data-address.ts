/** The content of a data address. */
export function toBlob(address: string): Blob {
  const [head = '', data = ''] = address.split(',')
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'application/octet-stream' })
}
