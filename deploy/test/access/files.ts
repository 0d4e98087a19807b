import { type Credential, callRpc, headersOf, send } from "./call.ts";
import { at, type Company, make, type World } from "./company.ts";

/** What somebody of a company has stored: a private file, one on its way in parts, and several at once. */
export interface Files {
  readonly path: string;
  readonly fileId: string;
  readonly partsId: string;
  readonly jobId: string;
}

const rpc = (name: string): string => `gateway.v1.UploadService/${name}`;

export async function storeFiles(world: World, { owner, mark }: Company): Promise<Files> {
  const content = Buffer.from(`${mark} agreement`).toString("base64");
  const file = await make(world, owner, rpc("UploadFile"), { fileName: "agreement.txt", content });
  const parts = await make(world, owner, rpc("CreateMultipartUpload"), { fileName: "film.mp4", size: 6_000_000 });
  const job = await make(world, owner, rpc("CreateFileJob"), { files: [{ fileName: "notes.txt", size: 10 }] });
  return { path: at(file, "file.path"), fileId: at(file, "file.fileId"), partsId: at(parts, "fileId"), jobId: at(job, "job.jobId") };
}

/** The same names of nothing. */
export function missing({ path, fileId }: Files): Files {
  const none = "0".repeat(20);
  return { path: path.replace(fileId, none), fileId: none, partsId: none, jobId: none };
}

const calls = ({ path, fileId, partsId, jobId }: Files): [name: string, request: object][] => [
  ["FlushUpload", { fileId }],
  ["GetFileAccessUrl", { fileId }],
  ["GetFileAccessUrl", { path }],
  ["GetFileHash", { path }],
  ["GetMultipartPartUrl", { fileId: partsId, partNumber: 1 }],
  ["CompleteMultipartUpload", { fileId: partsId }],
  ["GetFileJob", { jobId }],
  ["CancelFileJob", { jobId }],
];

/** What every call about files answers somebody, and the file itself at its address; without the ids. */
export async function askedAbout(world: World, files: Files, as: Credential): Promise<string[]> {
  const answers: string[] = [];
  for (const [name, request] of calls(files)) {
    const { status, code, text } = await callRpc(world.url, `/leashline.${rpc(name)}`, request, as);
    answers.push(`${name} ${status} ${code} ${status === 200 ? "" : text}`);
  }
  const { status, text } = await send(world.url, { method: "GET", path: files.path, headers: headersOf(as) });
  answers.push(`GET ${status} ${text}`);
  return answers.map((answer) =>
    Object.values(files)
      .reduce((so: string, id: string) => so.replaceAll(id, "#"), answer)
      .trim(),
  );
}
