import type { ExportPersonalDataResponse } from "@leashline/proto/leashline/customer/v1/privacy_service_pb.js";

type Exported = Pick<ExportPersonalDataResponse, "documents" | "filePaths">;

/** Names in an archive are told apart by the whole id: two photos may both be called "rex.jpg", and ids of one minute begin alike. */
function placeOf(path: string): string {
  const [, , , , id = "", name = ""] = path.split("/");
  return `files/${id}-${plainName(name)}`;
}

/** A name as it was given may hold a lone "%". */
function plainName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Everything as one zip file. A file that is not there any more is named in a list of its own. */
export async function archiveOf({ documents, filePaths }: Exported): Promise<Uint8Array> {
  const { strToU8, zip } = await import("fflate");
  const parts: Record<string, Uint8Array> = {};
  for (const { path, content } of documents) parts[path] = strToU8(content);
  const missing: string[] = [];
  for (const path of filePaths) {
    const answer = await fetch(path);
    if (answer.ok) parts[placeOf(path)] = new Uint8Array(await answer.arrayBuffer());
    else missing.push(path);
  }
  if (missing.length > 0) parts["files/missing.txt"] = strToU8(`${missing.join("\n")}\n`);
  return await new Promise((resolve, reject) => zip(parts, { level: 6 }, (error, data) => (error ? reject(error) : resolve(data))));
}
