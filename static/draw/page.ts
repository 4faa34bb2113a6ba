/** Recomputes a draw in the reader's own browser, by the same code as the room, and shows each check. */
import { sha256 } from "../../durable-objects/domain/draw/sha256.ts";
import { QUICKNET_HASH } from "../../durable-objects/domain/draw/beacon.ts";
import { type DrawPublication, readPublication } from "../../durable-objects/domain/draw/publication.ts";
import { type Check, inForce, verifyPublication } from "../../durable-objects/domain/draw/verification.ts";
import type { DrawPageConfig } from "../../worker/pages/draw-page-config.ts";
import { answerTo, beaconLink, lanesOf, questionOf, summaryOf, verdictOf } from "./words.ts";

const TIMEOUT_MS = 10_000;

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
};

function made(tag: string, className: string, text: string): HTMLElement {
  const one = document.createElement(tag);
  one.className = className;
  one.textContent = text;
  return one;
}

/** The publication as it is served; a text = why there is none. */
async function load(event: string): Promise<DrawPublication | string> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(`/_stanchion/v1/events/${encodeURIComponent(event)}/draw`, {
      headers: { Accept: "application/json" },
      cache: "no-store",
      redirect: "error",
      signal: abort.signal,
    });
    if (response.status === 404) return "There is no draw for this event.";
    if (!response.ok) return `The room did not answer (${response.status}). Load this page again in a moment.`;
    const read = readPublication(await response.json());
    return read.ok ? read.publication : `What the room serves is no publication of a draw: ${read.fault}.`;
  } catch {
    return "The room could not be reached. Load this page again in a moment.";
  } finally {
    clearTimeout(timer);
  }
}

function itemOf(check: Check): HTMLElement {
  const item = made("li", `check ${verdictOf(check)}`, "");
  const head = made("p", "question", questionOf(check));
  head.append(made("span", "verdict", verdictOf(check)));
  item.append(head, made("p", "detail", check.detail));
  return item;
}

function showForm(publication: DrawPublication): void {
  const form = element("ask") as HTMLFormElement;
  const lane = element("lane") as HTMLSelectElement;
  const number = element("number") as HTMLInputElement;
  const lanes = lanesOf(publication);
  for (const one of lanes) {
    const option = document.createElement("option");
    option.value = one;
    option.textContent = one;
    lane.append(option);
  }
  element("lane-field").hidden = lanes.length < 2;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    element("answer").textContent = answerTo(publication, sha256, lane.value, number.value);
  });
  form.hidden = false;
}

async function start(): Promise<void> {
  element("summary").textContent = "Computing …";
  const { event } = JSON.parse(element("config").textContent ?? "") as DrawPageConfig;
  const publication = await load(event);
  if (typeof publication === "string") {
    element("summary").textContent = publication;
    return;
  }
  const checks = verifyPublication(publication, { sha256, verifyBeacon: null });
  element("checks").append(...checks.map(itemOf));
  element("summary").textContent = summaryOf(publication, checks);
  const link = beaconLink(publication, QUICKNET_HASH, inForce(publication).beacon?.chainHash);
  if (link !== null) {
    (element("beacon-link") as HTMLAnchorElement).href = link;
    element("beacon").hidden = false;
  }
  showForm(publication);
}

void start();
