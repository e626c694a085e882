import { Fragment, type ReactNode } from 'react'
import { useSite } from '../../api/site.ts'
import { SafeHtml } from '../../kit/text/safe-html.tsx'

/** The shop's footer text, its company and its registration numbers, below every page and the sign-in form. */
export function Footer({ className }: { className?: string }) {
  const site = useSite()
  if (!site) return null
  const { footerTxt, company, caseNumber, caseUrl, policeNumber, policeUrl } = site
  const parts: [key: string, part: ReactNode][] = [
    ['text', footerTxt && <SafeHtml html={footerTxt} />],
    ['company', company && <span>© {company}</span>],
    ['case', caseNumber && <Registered number={caseNumber} url={caseUrl} />],
    ['police', policeNumber && <Registered number={policeNumber} url={policeUrl} />],
  ]
  const shown = parts.filter(([, part]) => part)
  if (!shown.length) return null
  return (
    <footer className={className}>
      {shown.map(([key, part], at) => (
        <Fragment key={key}>
          {at > 0 && ' ⋅ '}
          {part}
        </Fragment>
      ))}
    </footer>
  )
}

function Registered({ number, url }: { number: string; url: string }) {
  if (!url) return <span>{number}</span>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {number}
    </a>
  )
}
