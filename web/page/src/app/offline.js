/**
 * Keeps the page for times without a net.
 *
 * @module
 */

/** Registers the service worker; without one the page works as long as there is a net. */
export function keepOffline() {
  navigator.serviceWorker?.register("service.js").catch(() => {});
}
