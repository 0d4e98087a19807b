import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { type Ctx, fail } from "@leashline/kit";
import { isBreached } from "./breached.ts";
import { isOwnWords, type Person } from "./own-words.ts";

const derive = promisify(argon2) as (algorithm: "argon2id", parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's argon2id: 19 MiB, two passes, one lane. About 30 ms on one core; raise them here and old hashes are renewed at sign-in. */
export const costs = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive("argon2id", { message: password, nonce, ...costs });
  const numbers = `m=${costs.memory},t=${costs.passes},p=${costs.parallelism}`;
  return `$argon2id$v=19$${numbers}$${bare(nonce)}$${bare(tag)}`;
}

/** For what is looked up by its hash under a salt of its own. These numbers stay: what is stored does not name them. */
export const slowHash = (message: Buffer, nonce: Buffer): Promise<Buffer> =>
  derive("argon2id", { message, nonce, memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });

const bare = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");
const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parts = shape.exec(stored);
  if (!parts) return false;
  const [, memory, passes, parallelism, nonce = "", tag = ""] = parts;
  const expected = Buffer.from(tag, "base64");
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const given = await derive("argon2id", { message: password, nonce: Buffer.from(nonce, "base64"), ...parameters });
  return timingSafeEqual(given, expected);
}

export const isOutdated = (stored: string): boolean => !stored.includes(`$m=${costs.memory},t=${costs.passes},p=${costs.parallelism}$`);

let unknown: Promise<string> | undefined;
/** Spends the time of a real check, so that an unknown account answers no faster than a wrong password. */
export async function verifyNobody(password: string): Promise<false> {
  unknown ??= hashPassword(randomBytes(16).toString("hex"));
  await verifyPassword(password, await unknown);
  return false;
}

const tooCommon = "This password is among the most common ones. Please choose another.";

const tooNear = "This password is easy to guess for whoever knows you or us. Please choose another.";

const stolen = "This password stands in lists of stolen passwords. Please choose another.";

/** Refuses what everybody tries first (ASVS 6.2.4), what whoever knows the person tries then (6.2.11), and what thieves have (6.2.12), naming the field. */
export async function mustBeHardToGuess(ctx: Pick<Ctx, "runtime">, field: string, password: string, person: Person): Promise<void> {
  const reason = await weakness(ctx, password, person);
  if (reason) throw fail("PARAMS_INVALID", { message: reason, field, reason });
}

async function weakness(ctx: Pick<Ctx, "runtime">, password: string, person: Person): Promise<string> {
  if (await isCommon(password)) return tooCommon;
  if (isOwnWords(password, person)) return tooNear;
  return (await isBreached(ctx, password)) ? stolen : "";
}

/** Whether it is one of the most common, in upper or lower case, or one letter over and over. */
export async function isCommon(password: string): Promise<boolean> {
  if (new Set(password).size === 1) return true;
  const { commonPasswords } = await import("./common-passwords.ts");
  return !/\s/.test(password) && commonPasswords.includes(`\n${password.toLowerCase()}\n`);
}
