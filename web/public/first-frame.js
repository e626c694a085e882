// Runs before the console is loaded: signed-in staff see its frame at once, in their appearance, and not a blank page.
{
  const root = document.documentElement
  const asked = (() => {
    try {
      return JSON.parse(localStorage.getItem('ui-settings') ?? '{}').appearance
    } catch {
      return undefined
    }
  })()
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches
  if (asked === 'dark' || (asked === 'system' && prefersDark)) root.dataset.theme = 'dark'
  const isSignedIn = /(?:^|; )ADMIN-TOKEN=[^;]/.test(document.cookie)
  if (isSignedIn && !/^\/(?:login|setup|404|401)\b/.test(location.pathname))
    root.dataset.firstFrame = /(?:^|; )sidebarStatus=0/.test(document.cookie) ? 'narrow' : 'wide'
}
