/** What the page says: which checks there are, in plain words, and how they came out. */
import type { DrawPublication } from "../../durable-objects/domain/draw/publication.ts";
import { type Check, type CheckName, inForce, publishedPlace, type Verifier } from "../../durable-objects/domain/draw/verification.ts";

const questions: Readonly<Record<CheckName, string>> = {
  commitments: "Was everything promised beforehand?",
  predictability: "Is it said whether the organiser could foresee the order?",
  "beacon-chain": "Is it the beacon that was promised?",
  "beacon-round": "Did the randomness come after the numbers were fixed?",
  "beacon-signature": "Did the beacon sign it?",
  lanes: "Are all lines there?",
  seed: "Is it the seed that was promised?",
  leaves: "Are the numbers those that were given?",
  receipt: "Is your receipt among them?",
};

export function questionOf({ name }: Check): string {
  return questions[name];
}

/** A word for how a check came out, beside its mark: colour alone says nothing to some. */
export function verdictOf({ ok }: Check): "right" | "wrong" | "open" {
  return ok === null ? "open" : ok ? "right" : "wrong";
}

/** What all checks come to, in a sentence. */
export function summaryOf({ state, predictableByOperator }: DrawPublication, checks: readonly Check[]): string {
  const failed = checks.filter(({ ok }) => ok === false).length;
  if (failed > 0)
    return failed === 1
      ? "One check fails: this draw is not as it was promised."
      : `${failed} checks fail: this draw is not as it was promised.`;
  if (state === "committed") return "The draw is still to come. What is promised of it can't be changed any more.";
  if (state === "frozen") return "The numbers are fixed. The order comes when the doors open.";
  return predictableByOperator
    ? "Everything is as promised. No public beacon was used: the organiser could have known the order beforehand."
    : "Everything that can be checked here is as promised.";
}

/** The answer to a number, typed as it may be. */
export function answerTo(publication: DrawPublication, sha256: Verifier["sha256"], lane: string, text: string): string {
  const number = Number(text.trim());
  if (!/^\d{1,15}$/.test(text.trim()) || number < 1) return "A number is a whole number from 1.";
  const place = publishedPlace(publication, sha256, lane, number);
  if (place === null) return "Places can't be known before the draw.";
  const size = publication.lanes?.find((one) => one.lane === lane)?.size ?? 0;
  if (number > size) return `Number ${number} came after the ${size} that were drawn, and has place ${place}.`;
  return `Number ${number} has place ${place} of ${size}.`;
}

/** Where the beacon itself tells its round; null where it is not quicknet. */
export function beaconLink({ beacon }: DrawPublication, quicknetHash: string, chainHash: string | undefined): string | null {
  if (beacon === null || chainHash !== quicknetHash) return null;
  return `https://api.drand.sh/${quicknetHash}/public/${beacon.round}`;
}

/** The lanes of the draw. */
export function lanesOf(publication: DrawPublication): readonly string[] {
  return inForce(publication).lanes;
}
