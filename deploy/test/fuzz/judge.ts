import { gunzipSync } from "node:zlib";
import type { Answer } from "../access/call.ts";
import type { Company } from "../access/company.ts";
import type { Made } from "./request.ts";

/** So soon a caller gives up, at most, who may hear that their time was over. */
const hurriedMs = 1_000;

/** Whether the request itself said that it waits for next to no time: to that, and to nothing else, "too late" is the right answer. */
export const isHurried = ({ headers = {} }: Made["sent"]): boolean => {
  const asked = headers["connect-timeout-ms"];
  return asked !== undefined && /^\d+$/.test(asked) && Number(asked) <= hurriedMs;
};

/** What only our insides say: lines of a stack, SQL and its errors, paths and names of our machine. */
const insides = [
  /\n\s+at .+:\d+:\d+/,
  /node:internal|node_modules|file:\/\/\/(?!etc\/passwd)/,
  /\/(services|gateway|deploy)\/[\w/.-]+\.(ts|js|mjs)/,
  /duplicate key value|violates (check|foreign|unique|not-null|exclusion|row-level)|syntax error at or near/,
  /relation "[^"]+" does not exist|column "?[\w.]+"? (does not exist|is of type)|current transaction is aborted/,
  /invalid input syntax for|out of range for type|operator does not exist|could not determine data type|malformed array literal/,
  /\b(insert into|update|delete from) "?\w+"? (\(|set|where)/,
  /\b(TypeError|ReferenceError|RangeError|AssertionError)\b|Cannot read propert|is not a function|is not iterable/,
  // The sandbox's own pages are the card providers', the bookkeeper's and Google's, where an owner is sent.
  /ECONNREFUSED|ECONNRESET|socket hang up|127\.0\.0\.1:\d+(?!\d|\/sandbox\/(stripe|receipts)\/|\/(o\/|connect\/)?oauth2(\/|\?))/,
];

/** What the caller sent itself and reads again in a refusal is no secret of ours. */
const wasSent = ({ path, body = "", headers = {} }: Made["sent"], shown: string): boolean => {
  const text = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
  return `${path} ${text.toString()}`.includes(shown);
};

/** What is wrong with an answer; nothing when all is well. */
export function faultIn(
  made: Made,
  answer: Omit<Answer, "code">,
  tookMs: number,
  companies: readonly Company[],
  boundMs: number,
): string | undefined {
  const tooLate = answer.status === 504 && isHurried(made.sent);
  if (answer.status >= 500 && !tooLate) return `answered ${answer.status}`;
  if (tookMs > boundMs) return `took ${Math.round(tookMs)} ms`;
  const inside = insides
    .map((pattern) => pattern.exec(answer.text)?.[0])
    .find((shown) => shown !== undefined && !wasSent(made.sent, shown));
  if (inside) return `shows its insides: ${inside.slice(0, 200)}`;
  const foreign = companies.find((company) => company !== made.fuzzer.company && answer.text.includes(company.mark));
  if (foreign && !made.isPublic) return `shows ${foreign.mark}`;
  return undefined;
}
