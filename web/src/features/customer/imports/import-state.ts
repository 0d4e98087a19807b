import { type Import, ImportStatus } from "@leashline/proto/leashline/customer/v1/import_pb.js";

/** The four steps a person sees. */
export const STEPS = ["Choose a file", "Match the columns", "Check", "Import"] as const;

const AT: Record<number, number> = {
  [ImportStatus.UPLOADING]: 0,
  [ImportStatus.READY]: 1,
  [ImportStatus.CHECKING]: 2,
  [ImportStatus.CHECKED]: 2,
  [ImportStatus.RUNNING]: 3,
  [ImportStatus.DONE]: 3,
  [ImportStatus.STOPPED]: 3,
  [ImportStatus.FAILED]: 3,
  [ImportStatus.ROLLING_BACK]: 3,
  [ImportStatus.ROLLED_BACK]: 3,
};

/** Which step an import stands at, from its own state; nothing about it is kept in the browser. */
export const stepOf = (status: ImportStatus | undefined): number => (status === undefined ? 0 : (AT[status] ?? 0));

/** Something is going on in the background. */
export const isWorking = (status: ImportStatus): boolean =>
  status === ImportStatus.CHECKING || status === ImportStatus.RUNNING || status === ImportStatus.ROLLING_BACK;

export const STATUS_WORDS: Record<number, string> = {
  [ImportStatus.UPLOADING]: "Upload not finished",
  [ImportStatus.READY]: "Columns to match",
  [ImportStatus.CHECKING]: "Checking",
  [ImportStatus.CHECKED]: "Checked, not imported",
  [ImportStatus.RUNNING]: "Importing",
  [ImportStatus.DONE]: "Imported",
  [ImportStatus.STOPPED]: "Stopped",
  [ImportStatus.FAILED]: "Failed",
  [ImportStatus.ROLLING_BACK]: "Undoing",
  [ImportStatus.ROLLED_BACK]: "Undone",
};

/** Share of the rows that have been read, 0 to 100; undefined while the number of rows is not known. */
export const percent = (progress: Import["progress"]): number | undefined => {
  if (!progress || progress.rowsTotal <= 0) return undefined;
  return Math.min(100, Math.floor((progress.rowsRead / progress.rowsTotal) * 100));
};

/** Columns that are mapped to the same field, which only one of them can fill. */
export const doubled = (mapping: readonly { field: string }[]): Set<string> => {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { field } of mapping) {
    if (field && seen.has(field)) twice.add(field);
    seen.add(field);
  }
  return twice;
};
