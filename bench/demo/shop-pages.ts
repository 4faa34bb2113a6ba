/** The demo shop's pages: small, without script, light or dark as the visitor likes. */
import type { Show } from "./catalogue.ts";
import { SHOWS } from "./catalogue.ts";

/** What every page tells about the visit; null on pages open to all. */
export interface Stay {
  readonly position: number;
  /** Unix milliseconds; null where the room didn't say. */
  readonly expiresAtMs: number | null;
}

const STYLE = `
:root{color-scheme:light dark;--ink:#23272f;--soft:#667080;--page:#f7f5f1;--card:#fff;--edge:#e4e0d8;--accent:#1f6f5c}
@media(prefers-color-scheme:dark){:root{--ink:#e8eaee;--soft:#9aa3b2;--page:#15181d;--card:#1e2229;--edge:#2e343e;--accent:#6cc9ae}}
*{box-sizing:border-box}body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:var(--page)}
header,main,footer{max-width:60rem;margin:0 auto;padding:1rem 1.5rem}
header{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;flex-wrap:wrap}
header a{color:inherit;text-decoration:none;font:600 1.25rem Georgia,serif}
.stay{font-size:.875rem;color:var(--soft)}h1{font:500 2rem/1.2 Georgia,serif;margin:.5rem 0 1rem}
.shows{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1.25rem;padding:0;list-style:none}
.card{display:block;background:var(--card);border:1px solid var(--edge);border-radius:12px;overflow:hidden;color:inherit;text-decoration:none}
.card div{padding:1rem}.card h2{margin:0 0 .25rem;font:500 1.25rem Georgia,serif}
.poster{display:block;height:7rem;background:linear-gradient(135deg,hsl(var(--hue) 45% 42%),hsl(calc(var(--hue) + 40) 50% 60%))}
.poster.tall{height:11rem;border-radius:12px;margin-bottom:1.25rem}.soft{color:var(--soft)}
.button{display:inline-block;border:0;border-radius:8px;padding:.7rem 1.4rem;font:600 1rem system-ui;background:var(--accent);color:var(--page);text-decoration:none;cursor:pointer}
label{display:block;margin:0 0 1rem}input[type=text]{display:block;width:100%;max-width:22rem;padding:.6rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:8px}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`;

function page(title: string, body: string, stay: Stay | null): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title} · Lantern Theatre</title><link rel="icon" href="data:,"><style>${STYLE}</style>
<header><a href="/">Lantern Theatre</a>${stay === null ? "" : stayLine(stay)}</header>
<main>${body}</main>
<footer class="soft">A made-up shop for a demonstration. Nothing is sold here.</footer></html>`;
}

function stayLine({ position, expiresAtMs }: Stay): string {
  const until = expiresAtMs === null ? "" : ` · your visit lasts until ${clockTime(expiresAtMs)}`;
  return `<span class="stay">You are inside with place ${position}${until}</span>`;
}

function clockTime(ms: number): string {
  return new Date(ms).toLocaleTimeString("en-GB");
}

function poster(show: Show, tall = false): string {
  return `<span class="poster${tall ? " tall" : ""}" style="--hue:${show.hue}"></span>`;
}

export function homePage(): string {
  return page(
    "Home",
    `<h1>The winter season goes on sale today</h1>
<p>Three plays, three evenings, one small box office.</p>
<p><a class="button" href="/tickets">See the tickets</a></p>`,
    null,
  );
}

export function listPage(seatsLeft: (show: Show) => number, stay: Stay | null): string {
  const cards = SHOWS.map(
    (show) => `<li><a class="card" href="/tickets/${show.id}">${poster(show)}<div><h2>${show.title}</h2>
<p>${show.line}</p><span class="soft">${show.when} · ${show.price} · ${seatsLeft(show)} left</span></div></a></li>`,
  );
  return page("Tickets", `<h1>Tickets</h1><ul class="shows">${cards.join("")}</ul>`, stay);
}

export function showPage(show: Show, seatsLeft: number, stay: Stay | null): string {
  const buy = seatsLeft > 0 ? `<a class="button" href="/checkout?show=${show.id}">Choose a seat</a>` : "<b>Sold out</b>";
  return page(
    show.title,
    `${poster(show, true)}<h1>${show.title}</h1><p>${show.line}</p>
<p class="soft">${show.when} · ${show.price} · ${seatsLeft} seats left</p><p>${buy}</p>`,
    stay,
  );
}

export function checkoutPage(show: Show, order: string, stay: Stay | null): string {
  return page(
    "Checkout",
    `<h1>Checkout</h1><p>One seat for <b>${show.title}</b>, ${show.when}: ${show.price}.</p>
<form method="post" action="/checkout"><input type="hidden" name="show" value="${show.id}">
<input type="hidden" name="order" value="${order}">
<label>Name on the ticket<input type="text" name="name" value="A. Visitor" maxlength="60" autocomplete="off"></label>
<button class="button">Buy now</button></form>`,
    stay,
  );
}

export function thanksPage(): string {
  return page(
    "Thank you",
    `<h1>Thank you, enjoy the evening</h1>
<p>Your ticket is yours. The shop has told the waiting room that you are done, so your place inside goes to the next in line.</p>
<p><a href="/">Back to the theatre</a></p>`,
    null,
  );
}

/** A page that says one thing. */
export function noticePage(title: string, text: string): string {
  return page(title, `<h1>${title}</h1><p>${text}</p><p><a href="/">Back to the theatre</a></p>`, null);
}
