/**
 * How the limiter stands to the origin:
 *
 * - `start`: no limit found yet;
 * - `cruise`: holds and probes around the limit;
 * - `saturated`: slow although admissions are down; admits nothing;
 * - `erroring`: one cut made because of errors, watching whether it helps;
 * - `dead`: most sessions fail; admits nothing, those inside are the probes;
 * - `probing`: dead, and too few inside to tell; a trickle goes in;
 * - `hold`: the origin asked for time (Retry-After);
 * - `stopped`: the origin said stop;
 * - `blind`: no reports.
 */
export type Phase = "start" | "cruise" | "saturated" | "erroring" | "dead" | "probing" | "hold" | "stopped" | "blind";
