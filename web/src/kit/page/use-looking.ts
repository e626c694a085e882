import { useSearchParams } from 'react-router'

/** The row shown beside its list, which the address keeps: a reload shows it again, the back button closes it. */
export function useLooking(): [id: number | undefined, look: (id: number | undefined, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('look')) || undefined
  function look(next: number | undefined, replace = false) {
    const written = new URLSearchParams(params)
    if (next) written.set('look', String(next))
    else written.delete('look')
    setParams(written, { replace })
  }
  return [id, look]
}
