/**
 * Makes the page available offline.
 *
 * @module
 */

/** Registers the service worker. Without one, the page works online. */
export async function keepOffline() {
  try {
    await navigator.serviceWorker?.register("service.js");
  } catch {
    // Forbidden, as in a frame without an origin, or not served.
  }
}
