import { open, rename, rm } from "node:fs/promises";
import { fail } from "@leashline/kit/errors.ts";
import type { Kind } from "./sniff.ts";
import { untold } from "./videos.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Sides a stored picture is at most, and widths it can be had in. */
const longestSide = 2560;
export const widths: readonly number[] = [96, 320, 1024];
const avatarSide = 512;
/** A small file can hold a picture that fills the memory. */
const mostPixels = 60_000_000;
/** A side that browsers still show. */
const longestGifSide = 16_384;
const noSize: Size = { width: 0, height: 0 };

const formats = { "image/png": "png", "image/jpeg": "jpeg", "image/webp": "webp", "image/avif": "avif" } as const;
type Raster = keyof typeof formats;
export const isRaster = (kind: Kind): boolean => kind.type in formats;

let loaded: Promise<typeof import("sharp")> | undefined;
/** Loaded with the first picture: a tenth of a second and 20 MB that a gateway without uploads does not pay. */
async function library(): Promise<typeof import("sharp").default> {
  loaded ??= import("sharp");
  const { default: sharp } = await loaded;
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/**
 * Turns a photo upright, leaves out where and with what it was taken, and makes it no larger than screens need. One that needs none of this
 * stays byte for byte. A picture that cannot be read is refused.
 */
export async function tidied(file: string, kind: Kind): Promise<Size> {
  if (kind.type.startsWith("video/")) await untold(file);
  if (!isRaster(kind)) return kind.type === "image/gif" ? await gifSize(file) : noSize;
  const sharp = await library();
  const picture = () => sharp(file, { limitInputPixels: mostPixels });
  const found = await picture().metadata().catch(unreadable);
  const { width = 0, height = 0 } = found;
  const plain = (found.orientation ?? 1) === 1 && !found.exif && !found.xmp && !found.iptc;
  if (plain && Math.max(width, height) <= longestSide) return { width, height };
  const tidy = `${file}.tidy`;
  try {
    const made = await picture()
      .rotate()
      .resize(longestSide, longestSide, { fit: "inside", withoutEnlargement: true })
      .keepIccProfile()
      .toFormat(formats[kind.type as Raster])
      .toFile(tidy)
      .catch(unreadable);
    await rename(tidy, file);
    return { width: made.width, height: made.height };
  } finally {
    await rm(tidy, { force: true });
  }
}

/** A GIF stays as it is, so it is bounded by the screen it asks for and by the picture that is found in it. */
async function gifSize(file: string): Promise<Size> {
  const size = await sizeOf(file);
  const head = Buffer.alloc(10);
  const handle = await open(file, "r");
  await handle.read(head, 0, head.length, 0).finally(() => handle.close());
  for (const { width, height } of [size, { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }])
    if (Math.max(width, height) > longestGifSide || width * height > mostPixels)
      throw fail("PARAMS_INVALID", { field: "file", reason: "This picture has too many pixels." });
  return size;
}

export async function sizeOf(file: string | Uint8Array): Promise<Size> {
  const sharp = await library();
  const { width = 0, height = 0 } = await sharp(file, { limitInputPixels: mostPixels }).metadata().catch(unreadable);
  return { width, height };
}

/** A smaller copy, as WebP; never larger than the picture is. */
export async function shrink(file: Uint8Array, width: number, to: string): Promise<void> {
  const sharp = await library();
  await sharp(file, { limitInputPixels: mostPixels }).resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toFile(to);
}

/** A square WebP of whatever picture it is. */
export async function avatarOf(content: Uint8Array): Promise<Buffer> {
  const sharp = await library();
  return await sharp(content, { limitInputPixels: mostPixels })
    .rotate()
    .resize(avatarSide, avatarSide, { fit: "cover" })
    .webp({ quality: 85 })
    .toBuffer()
    .catch(unreadable);
}

function unreadable(): never {
  throw fail("PARAMS_INVALID", { field: "file", reason: "This picture cannot be read." });
}
