/**
 * Reads the page again and again while it is looked at, and puts in what has changed. Without this script the page is
 * the same; the link reads it anew.
 */

const everyMs = 10_000

const pause = /** @type {HTMLButtonElement} */ (document.getElementById('pause'))
const silent = /** @type {HTMLElement} */ (document.getElementById('silent'))
let isPaused = false

const liveParts = (/** @type {Element} */ section) =>
  [...section.querySelectorAll('[data-live]')].map(({ id }) => id).join(' ')

/**
 * Puts in the parts that live, but for one that somebody is at; a section whole where it has other parts now, as when
 * the database answers again.
 */
const update = (/** @type {Document} */ fresh) => {
  for (const part of document.querySelectorAll('main > section, [data-live]')) {
    const next = fresh.getElementById(part.id)
    const isStale = next && (part.matches('[data-live]') || liveParts(part) !== liveParts(next))
    if (isStale && !part.contains(document.activeElement)) part.replaceChildren(...next.childNodes)
  }
}

const refresh = async () => {
  if (isPaused || document.hidden || !getSelection()?.isCollapsed) return
  try {
    const response = await fetch(location.href, { signal: AbortSignal.timeout(everyMs) })
    if (!response.ok) throw new Error(`${response.status}`)
    update(new DOMParser().parseFromString(await response.text(), 'text/html'))
    silent.hidden = true
  } catch {
    // Told once, not every ten seconds.
    if (silent.hidden) silent.textContent = 'The service does not answer; these figures are the last ones.'
    silent.hidden = false
  }
}

pause.hidden = false
pause.addEventListener('click', () => {
  isPaused = !isPaused
  pause.setAttribute('aria-pressed', String(isPaused))
})
setInterval(refresh, everyMs)
document.addEventListener('visibilitychange', refresh)
