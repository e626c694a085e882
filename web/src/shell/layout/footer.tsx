import { useSite } from '../../api/site.ts'
import { SafeHtml } from '../../kit/text/safe-html.tsx'

/** The shop's footer text and registration number (SH-107), below every page and the sign-in form. */
export function Footer({ className }: { className?: string }) {
  const site = useSite()
  if (!site?.footerTxt && !site?.caseNumber) return null
  const { footerTxt, caseNumber } = site
  return (
    <footer className={className}>
      <SafeHtml html={footerTxt} />
      {caseNumber && (
        <>
          {footerTxt && ' ⋅ '}
          <a href="https://beian.miit.gov.cn" target="_blank" rel="noopener noreferrer">
            {caseNumber}
          </a>
        </>
      )}
    </footer>
  )
}
