import { html, ownCode, type Html } from "./html.ts";

/** Seconds a page may ask for: whole ones, and not more often than every two. */
export function wholeSeconds(seconds: number): number {
  return Math.max(2, Math.ceil(seconds));
}

/** Loads the page anew where no script runs at all. */
export function reloadWithoutScript(seconds: number): Html {
  return html`<noscript><meta http-equiv="refresh" content="${seconds}" /></noscript>`;
}

/**
 * Loads the page anew unless a running script keeps pushing that back with `stanchionGuard(ms)`; 0 = not at all. A dead man's switch:
 * old syntax on purpose, in an element of its own, so that it runs where the page's script can't be read, does not start, or dies.
 * Offline it waits: an error page of the browser's own would be the end.
 */
export function reloadByScript(seconds: number, nonce: string): Html {
  const code = `(function(t,f){f=window.stanchionGuard=function(ms){clearTimeout(t);if(ms)t=setTimeout(function(){navigator.onLine===false?f(ms):location.reload()},ms)};f(${seconds}*1000)})()`;
  return html`<script nonce="${nonce}">
    ${ownCode(code)};
  </script>`;
}
