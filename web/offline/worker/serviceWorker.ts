import { endPush, openNotification, renewSubscription, showPush } from './push.ts'
import { endSession, isSavedRead, readOrSaved } from './savedReads.ts'
import { answerFile, answerPage, deleteOldShells, saveShell } from './shell.ts'

/*
 * Opens the app without a network: the shell of the pages, and the last responses to a member's reads. Everything else goes
 * to the network as if there were no worker. It also shows notifications while Hurd is closed. A page registers it after the first screen (web/offline/register.ts).
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => {
  event.waitUntil(saveShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([deleteOldShells(), self.registration.navigationPreload.enable(), self.clients.claim()]),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim())
  if (event.data === 'session ended') event.waitUntil(Promise.all([endSession(), endPush()]))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event.notification)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription()))

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event
  const url = new URL(request.url)
  const authorization = request.headers.get('authorization')
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(request, preloadResponse))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(answerFile(request))
  else if (authorization !== null && isSavedRead(url)) {
    event.respondWith(readOrSaved(request, authorization, (work) => event.waitUntil(work)))
  }
})
