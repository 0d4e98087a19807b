// Writes leashline.binpb: the contract's descriptors with the comments people wrote, and nothing that changes from run to run.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type FileDescriptorProto, type FileDescriptorSet, FileDescriptorSetSchema, SourceCodeInfoSchema } from "@bufbuild/protobuf/wkt";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Keeps our own comments only: positions and comments of imported files are noise in a review. */
export function trimmed(set: FileDescriptorSet): FileDescriptorSet {
  for (const file of set.file) file.sourceCodeInfo = ours(file) ? commentsOf(file) : undefined;
  return set;
}

function ours(file: FileDescriptorProto): boolean {
  return file.name.startsWith("leashline/");
}

function commentsOf(file: FileDescriptorProto) {
  const locations = (file.sourceCodeInfo?.location ?? []).filter((location) => location.leadingComments.trim() !== "");
  return create(SourceCodeInfoSchema, { location: locations.map(({ path, leadingComments }) => ({ path, leadingComments })) });
}

export function writeIfChanged(path: string, content: Uint8Array | string): void {
  const next = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(next)) return;
  writeFileSync(`${path}.new`, next);
  renameSync(`${path}.new`, path);
}

export function buildDescriptors(): FileDescriptorSet {
  const built = execFileSync("buf", ["build", ".", "--path", "proto/leashline", "--as-file-descriptor-set", "-o", "-"], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  });
  return trimmed(fromBinary(FileDescriptorSetSchema, built));
}

if (import.meta.main) {
  writeIfChanged(fileURLToPath(new URL("./leashline.binpb", import.meta.url)), toBinary(FileDescriptorSetSchema, buildDescriptors()));
}
