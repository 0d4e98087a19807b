import { createHmac, timingSafeEqual } from "node:crypto";

const MAC_BYTES = 16;
const MOST_CHARS = 120;

/** Seven bits to a byte; the eighth says that there are more. */
function packed(numbers: readonly bigint[]): Buffer {
  const bytes: number[] = [];
  for (const number of numbers) {
    if (number < 0n) throw new RangeError("only numbers from 0 on can be sealed");
    let rest = number;
    for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
    bytes.push(Number(rest));
  }
  return Buffer.from(bytes);
}

function unpacked(bytes: Buffer): bigint[] {
  const numbers: bigint[] = [];
  let [number, shift] = [0n, 0n];
  for (const byte of bytes) {
    number |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (byte > 0x7f) continue;
    numbers.push(number);
    [number, shift] = [0n, 0n];
  }
  return numbers;
}

const macOf = (key: string, purpose: string, body: Buffer): Buffer =>
  createHmac("sha256", key).update(`${purpose}:`).update(body).digest().subarray(0, MAC_BYTES);

/** Whole numbers that only the holder of the key could have written, in as few letters as fit into a text message. Anybody can read them. */
export function sealNumbers(key: string, purpose: string, numbers: readonly bigint[]): string {
  const body = packed(numbers);
  return Buffer.concat([macOf(key, purpose, body), body]).toString("base64url");
}

/** Null for whatever was not sealed with this key for this purpose. */
export function unsealNumbers(key: string, purpose: string, token: string): bigint[] | null {
  if (token.length > MOST_CHARS || !/^[A-Za-z0-9_-]+$/.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length <= MAC_BYTES || bytes.toString("base64url") !== token) return null;
  const body = bytes.subarray(MAC_BYTES);
  return timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, purpose, body)) ? unpacked(body) : null;
}
