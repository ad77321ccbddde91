/**
 * Keeps the page for times without a net.
 *
 * @module
 */

/** Registers the service worker; without one the page works as long as there is a net. */
export async function keepOffline() {
  try {
    await navigator.serviceWorker?.register("service.js");
  } catch {
    // Forbidden, as in a frame without an origin, or not served.
  }
}
