import { type FileHandle, open } from "node:fs/promises";
import { fail } from "@leashline/kit/errors.ts";

interface Box {
  type: string;
  start: number;
  /** Where its content begins and ends. */
  from: number;
  end: number;
}

/** Boxes that hold boxes, as far as what we look for may lie in them. */
const holders = new Set(["moov", "trak", "mdia", "minf", "stbl", "moof", "traf"]);
/** Boxes of what somebody wrote about a video: where it was made, with what, by whom. */
const told = new Set(["udta", "meta", "uuid"]);
/** Logs of places as cameras keep them beside the pictures, and names of such. */
const placeLogs = ["gpmd", "camm", "location", "GPS"];
const mostBoxes = 20_000;
const mostHead = 32 * 1024 * 1024;

/**
 * Leaves out of an MP4 or MOV where and with what it was made: the boxes that tell it become free space of the same length, so that all else stays where
 * it is. A video that keeps a log of places among its pictures is refused.
 */
export async function untold(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    const { size } = await handle.stat();
    const state = { boxes: 0 };
    for (const box of await boxesIn(handle, 0, size, state)) await clean(handle, box, state);
  } finally {
    await handle.close();
  }
}

async function clean(handle: FileHandle, box: Box, state: { boxes: number }): Promise<void> {
  if (told.has(box.type)) return await blank(handle, box);
  if (!holders.has(box.type)) return;
  if (box.type === "trak" && (await keepsPlaces(handle, box)))
    throw fail("PARAMS_INVALID", { field: "file", reason: "This video holds a log of places. Save it without location data first." });
  for (const inner of await boxesIn(handle, box.from, box.end, state)) await clean(handle, inner, state);
}

/** A track of data about the pictures, whose description names places. */
async function keepsPlaces(handle: FileHandle, { from, end }: Box): Promise<boolean> {
  if (end - from > mostHead) throw broken();
  const text = (await bytesAt(handle, from, end - from)).toString("latin1");
  return /hdlr.{8}(meta|camm|gpmd)/s.test(text) && placeLogs.some((word) => text.includes(word));
}

async function boxesIn(handle: FileHandle, from: number, end: number, state: { boxes: number }): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= end; ) {
    if (++state.boxes > mostBoxes) throw broken();
    const head = await bytesAt(handle, at, Math.min(16, end - at));
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const length = short === 0 ? end - at : isLong ? Number(head.readBigUInt64BE(8)) : short;
    const headLength = isLong ? 16 : 8;
    if (length < headLength || at + length > end) throw broken();
    boxes.push({ type: head.toString("latin1", 4, 8), start: at, from: at + headLength, end: at + length });
    at += length;
  }
  return boxes;
}

const blanks = Buffer.alloc(64 * 1024);

async function blank(handle: FileHandle, { start, from, end }: Box): Promise<void> {
  await handle.write("free", start + 4, "latin1");
  for (let at = from; at < end; at += blanks.length) await handle.write(blanks, 0, Math.min(blanks.length, end - at), at);
}

async function bytesAt(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

const broken = () => fail("PARAMS_INVALID", { field: "file", reason: "This video cannot be read." });
