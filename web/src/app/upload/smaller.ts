const LARGE = 1.5 * 1024 * 1024;
const SIDE = 2200;
const MEGABYTE = 1024 * 1024;
/** As much as the server takes of a file, in megabytes. */
const MOST = 25;

/** Why a file is not worth sending; the server looks at what is in it all the same. A phone does not always know what kind of file it is. */
export function unfit({ type, size }: Pick<Blob, "type" | "size">): string | undefined {
  if (type !== "" && !/^image\/|^application\/pdf$/.test(type)) return "Send a photo or a PDF";
  if (size > MOST * MEGABYTE) return `Send a file of at most ${MOST} MB, or a photo of it`;
  return undefined;
}

/** First bytes of what is taken of a photo or a PDF, as far as a browser need tell: JPEG, PNG, GIF, WebP, a phone's HEIC and AVIF, BMP, TIFF, PDF. */
const heads = [/^\xff\xd8\xff/, /^\x89PNG/, /^GIF8/, /^RIFF....WEBP/s, /^....ftyp/s, /^BM/, /^II\*\0/, /^MM\0\*/, /^%PDF-/];

/** Whether it begins like a photo or a PDF, whatever it is called. */
export async function beginsLikeProof(file: Blob): Promise<boolean> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  return heads.some((one) => one.test(head));
}

/** A photo of a phone's camera, made small enough to send and large enough to read; anything else as it is. */
export async function smaller(file: File): Promise<Blob> {
  if (!file.type.startsWith("image/") || file.size <= LARGE) return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return file;
  const share = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * share);
  canvas.height = Math.round(picture.height * share);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  return made && made.size < file.size ? made : file;
}

/** The same as a file of its own; a photo that was made smaller is a JPEG and is called so. */
export async function smallerFile(file: File): Promise<File> {
  const made = await smaller(file);
  return made === file ? file : new File([made], `${file.name.replace(/\.[^.]+$/, "")}.jpg`, { type: made.type });
}
