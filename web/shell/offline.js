const workerPath = '/service-worker.js'

/** A page that stays open for days learns of a new version this often. */
const checkEveryMs = 3_600_000

/** The first view comes first: what the worker loads would compete with it. */
const untilIdle = () =>
  new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: 5_000 }) : setTimeout(resolve, 1_000),
  )

/**
 * Whether the service has no worker any more, as after going back to a version from before there was one. A lost connection says nothing.
 * @returns {Promise<boolean>}
 */
const isGone = async () => {
  const answer = await fetch(workerPath, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.status === 404
}

const forget = async (/** @type {ServiceWorkerRegistration} */ registration) => {
  await registration.unregister()
  for (const name of await caches.keys()) if (name.startsWith('console')) await caches.delete(name)
}

/**
 * Keeps the console in the browser, where the browser allows it: only over HTTPS and on this machine.
 * @param {{ readonly onUpdate: (reload: () => void) => void }} listener `onUpdate` is called when another version is ready; its `reload` brings this page to it
 */
export const startOffline = async ({ onUpdate }) => {
  await untilIdle()
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null
  const registration = await workers?.register(workerPath).catch(() => null)
  if (!workers || !registration) return

  const reload = () => {
    // Another page may have been quicker; its worker serves the next load.
    if (!registration.waiting) return location.reload()
    workers.addEventListener('controllerchange', () => location.reload(), { once: true })
    registration.waiting.postMessage('take over')
  }
  const tell = () => {
    // Where no worker was in charge, the first one replaces nothing.
    if (registration.waiting && workers.controller) onUpdate(reload)
  }
  const check = async () => {
    const isFailed = await registration.update().then(
      () => false,
      () => true,
    )
    if (!isFailed || !(await isGone())) return
    await forget(registration)
    onUpdate(() => location.reload())
  }

  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell))
  // The page that this one may have taken the place of is gone by now.
  workers.controller?.postMessage('opened')
  tell()
  await check()
  setInterval(check, checkEveryMs)
}
