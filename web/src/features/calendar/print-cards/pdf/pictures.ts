import type { Picture } from "./marks.ts";

/** Points of a picture for each pixel of the screen: 288 an inch. */
const FINE = 3;

type Size = { width: number; height: number };

function canvasOf({ width, height }: Size) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(width * FINE));
  canvas.height = Math.max(1, Math.ceil(height * FINE));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no 2d context");
  return { canvas, context };
}

function withSeen({ canvas, context }: ReturnType<typeof canvasOf>): Picture {
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const [colors, seen] = [new Uint8Array(width * height * 3), new Uint8Array(width * height)];
  for (let at = 0; at < seen.length; at += 1) {
    colors.set(data.subarray(at * 4, at * 4 + 3), at * 3);
    seen[at] = data[at * 4 + 3] ?? 0;
  }
  return { width, height, colors, seen };
}

/** A photo as it is shown: all of its frame is filled, and what stands out is cut. Undefined where it could not be loaded. */
export async function photoOf(image: HTMLImageElement, size: Size): Promise<Picture | undefined> {
  image.loading = "eager";
  const isThere = await image.decode().then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const { canvas, context } = canvasOf(size);
  const scale = Math.max(canvas.width / image.naturalWidth, canvas.height / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  return file ? { width: canvas.width, height: canvas.height, jpeg: new Uint8Array(await file.arrayBuffer()) } : undefined;
}

/** A drawing. */
export async function drawingOf(drawing: SVGSVGElement, size: Size): Promise<Picture> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("width", String(size.width * FINE));
  copy.setAttribute("height", String(size.height * FINE));
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const sheet = canvasOf(size);
    sheet.context.drawImage(image, 0, 0, sheet.canvas.width, sheet.canvas.height);
    return withSeen(sheet);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Words in letters that no font of ours has, as this device draws them. */
export function lettersDrawn(text: string, font: { size: number; bold: boolean }, size: Size, above: number): Picture {
  const sheet = canvasOf(size);
  sheet.context.scale(FINE, FINE);
  sheet.context.font = `${font.bold ? 700 : 400} ${font.size}px Inter, sans-serif`;
  sheet.context.fillStyle = "#000";
  sheet.context.fillText(text, 0, above, size.width);
  return withSeen(sheet);
}

const colors = new Map<string, readonly number[]>();

/** Red, green, blue and how much is seen, each 0 to 255, of a color however it is written. */
export function colorOf(written: string): readonly number[] {
  const known = colors.get(written);
  if (known) return known;
  const { context } = canvasOf({ width: 1 / FINE, height: 1 / FINE });
  context.fillStyle = written;
  context.fillRect(0, 0, 1, 1);
  const found = [...context.getImageData(0, 0, 1, 1).data];
  colors.set(written, found);
  return found;
}
