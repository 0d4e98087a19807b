import { UploadService } from "@leashline/proto/leashline/gateway/v1/upload_pb.js";
import { clientFor } from "./transport.ts";

const uploads = clientFor(UploadService);

/** What a picture of a person or place may be; the server tells kinds by content and says no for itself. */
export const PICTURES = "image/png,image/jpeg,image/webp,image/gif,image/avif,image/heic";
const MOST_BYTES = 5 * 1024 * 1024;

/** Stores a picture that everybody may see, such as a face or a logo. Answers where it is, or throws what to say. */
export const uploadPicture = async (file: File): Promise<string> => {
  const content = new Uint8Array(await file.arrayBuffer());
  const { file: stored } = await uploads.uploadFile({ fileName: file.name, content, public: true });
  return stored?.path ?? "";
};

/** The picture of the person who is signed in; needs no company. */
export const uploadAvatar = async (file: File): Promise<string> => {
  const { file: stored } = await uploads.uploadAvatar({ content: new Uint8Array(await file.arrayBuffer()) });
  return stored?.path ?? "";
};

export const pictureProblem = (file: { size: number; type: string }): string | undefined => {
  if (!PICTURES.split(",").includes(file.type)) return "Choose a picture: PNG, JPEG, WebP, GIF, AVIF or HEIC.";
  return file.size > MOST_BYTES ? "Choose a picture of at most 5 MB." : undefined;
};
