import { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import type { UploadedFile } from "@leashline/proto/leashline/gateway/v1/uploaded_file_pb.js";
import { outcomeUnknown } from "../../ui/feedback/call-errors.ts";
import { clientFor } from "../calls/transport.ts";
import { contentHashOf } from "./content-hash.ts";
import { again, isSplit, PART_BYTES, type Piece, sendPieces, type Way } from "./pieces.ts";
import { put } from "./put.ts";

const uploads = clientFor(UploadService);

/** What a picture of a person or place may be; the server tells kinds by content and says no for itself. */
export const PICTURES = "image/png,image/jpeg,image/webp,image/gif,image/avif";
const MEGABYTE = 1024 * 1024;

/** A refusal stays one; whatever else went wrong is worth another try. */
export const isFinal = (error: unknown): boolean => !outcomeUnknown(error);
const calling = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

/** What is stored where; `held` while it waits for the virus scanner. */
export type Stored = Pick<UploadedFile, "path" | "held">;

/**
 * Sends a file of any size: whole below 5 MB, else in parts, each tried again when it fails. Answers where it is, or throws what to say.
 * Public: everybody who knows the address may see it.
 */
export async function uploadFile(file: File, isPublic: boolean, { signal, onShare }: Way = {}): Promise<Stored> {
  const begun = await (isSplit(file.size) ? beginInParts : beginWhole)(file, isPublic, signal);
  await sendPieces({ size: file.size, length: begun.length, signal, onShare, isFinal }, async (piece, onBytes) => {
    const address = await begun.addressOf(piece);
    await put(address, file.slice(piece.from, piece.to), { signal, onBytes });
  });
  return await again(begun.finish, { signal, isFinal });
}

type Begun = { length: number; addressOf: (piece: Piece) => Promise<string>; finish: () => Promise<Stored> };
const stored = (file: UploadedFile | undefined): Stored => ({ path: file?.path ?? "", held: file?.held ?? false });

async function beginWhole(file: File, isPublic: boolean, signal: AbortSignal | undefined): Promise<Begun> {
  const ask = () => uploads.getPresignedUploadUrl({ fileName: file.name, public: isPublic }, calling(signal));
  const { uploadUrl, fileId } = await again(ask, { signal, isFinal });
  return {
    length: PART_BYTES,
    addressOf: async () => uploadUrl,
    finish: async () => stored((await uploads.flushUpload({ fileId }, calling(signal))).file),
  };
}

async function beginInParts(file: File, isPublic: boolean, signal: AbortSignal | undefined): Promise<Begun> {
  const ask = () => uploads.createMultipartUpload({ fileName: file.name, size: file.size, public: isPublic }, calling(signal));
  const { fileId, partSize } = await again(ask, { signal, isFinal });
  // Worked out while the parts are on their way; a file that cannot be read fails there too.
  const hash = contentHashOf(file).catch(() => "");
  return {
    length: partSize,
    addressOf: async ({ number }) => (await uploads.getMultipartPartUrl({ fileId, partNumber: number }, calling(signal))).uploadUrl,
    finish: async () => stored((await uploads.completeMultipartUpload({ fileId, contentHash: await hash }, calling(signal))).file),
  };
}

/** Stores a picture that everybody may see, such as a face or a logo. */
export const uploadPicture = (file: File, way?: Way): Promise<Stored> => uploadFile(file, true, way);

/** The picture of the person who is signed in; needs no company. One call: the server makes a small square of it. */
export async function uploadAvatar(file: File, { signal }: Way = {}): Promise<Stored> {
  const content = new Uint8Array(await file.arrayBuffer());
  return await again(async () => stored((await uploads.uploadAvatar({ content }, calling(signal))).file), { signal, isFinal });
}

/** What is wrong with a picture before it is sent. */
export const pictureProblem = (file: { size: number; type: string }, mostMegabytes: number): string | undefined => {
  if (!PICTURES.split(",").includes(file.type)) return "Choose a picture: PNG, JPEG, WebP, GIF or AVIF.";
  if (file.size === 0) return "This file is empty.";
  return file.size > mostMegabytes * MEGABYTE ? `Choose a picture of at most ${mostMegabytes} MB.` : undefined;
};
