// Earlier versions cached pages in a worker. This one takes its place, deletes the caches and unregisters.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(removeEverything()))

async function removeEverything() {
  for (const name of await caches.keys()) {
    if (name.startsWith('toolmark-')) await caches.delete(name)
  }
  await registration.unregister()
}
