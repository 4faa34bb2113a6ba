/** What a visitor does inside: looks at a page or three, goes to the checkout, and most of them buy. */
import type { Browser, TimedAnswer } from "./browser.ts";
import { isWaitingPage, VisitFailure } from "./browser.ts";

export interface ShoppingOptions {
  readonly index: number;
}

/** One visitor in this many only looks. */
const LOOKERS = 5;
const SHORTEST_LOOK_MS = 500;
const LONGEST_LOOK_MS = 1800;

/** Walks through the shop by the links and forms of its pages; a site without them is left at once. */
export async function shopAround(browser: Browser, html: string, options: ShoppingOptions): Promise<"bought" | "left"> {
  const shows = [...html.matchAll(/href="(\/tickets\/[^"]+)"/gu)];
  const show = shows[options.index % Math.max(1, shows.length)]?.[1];
  if (show === undefined) return "left";

  await look(browser);
  const showPage = await openInside(browser, show);
  const checkout = /href="(\/checkout[^"]*)"/u.exec(showPage.body)?.[1];
  if (checkout === undefined || options.index % LOOKERS === LOOKERS - 1) return "left";

  await look(browser);
  const form = await openInside(browser, checkout.replaceAll("&amp;", "&"));
  const fields = readFields(form.body);
  if (fields["order"] === undefined) return "left";

  await look(browser);
  const sold = await browser.submit("/checkout", fields);
  if (sold.status === 409) return "left";
  const thanks = sold.headers.location;
  if (sold.status !== 303 || thanks === undefined) throw new VisitFailure(`checkout-${sold.status}`);
  await browser.open(thanks);
  return "bought";
}

/** A page of the shop; to be put out of it in the middle of a visit is a failure of the room. */
async function openInside(browser: Browser, path: string): Promise<TimedAnswer> {
  const page = await browser.open(path);
  if (isWaitingPage(page)) throw new VisitFailure("put-out");
  return page;
}

function look(browser: Browser): Promise<void> {
  return browser.pause(SHORTEST_LOOK_MS + Math.random() * (LONGEST_LOOK_MS - SHORTEST_LOOK_MS));
}

function readFields(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [input] of html.matchAll(/<input[^>]*>/gu)) {
    const name = /name="([^"]*)"/u.exec(input)?.[1];
    const value = /value="([^"]*)"/u.exec(input)?.[1];
    if (name !== undefined && value !== undefined) fields[name] = value;
  }
  return fields;
}
