import type { MessageInitShape } from "@bufbuild/protobuf";
import { type ProcessRunSchema, ProcessRunState } from "@leashline/proto/leashline/kit/v1/operations_service_pb.js";
import { toTimestamp } from "../time/dates.ts";
import type { AnyProcess } from "./process.ts";
import type { RunRow, RunState } from "./run.store.ts";

const states: Record<RunState, ProcessRunState> = {
  running: ProcessRunState.RUNNING,
  undoing: ProcessRunState.UNDOING,
  done: ProcessRunState.DONE,
  undone: ProcessRunState.UNDONE,
  failed: ProcessRunState.FAILED,
  abandoned: ProcessRunState.ABANDONED,
};

/** A run as operations see it; never what was asked for or answered. */
export function toProcessRun(row: RunRow, processes: readonly AnyProcess[]): MessageInitShape<typeof ProcessRunSchema> {
  const names = processes.find(({ kind }) => kind === row.kind)?.stepNames ?? [];
  const back = row.state === "undoing" || (row.state === "failed" && row.undoing);
  return {
    id: row.id,
    kind: row.kind,
    key: row.key,
    state: states[row.state],
    step: row.finishedAt ? "" : (names[back ? row.step - 1 : row.step] ?? ""),
    error: row.error,
    attempts: row.attempts,
    startedAt: toTimestamp(row.startedAt),
    changedAt: toTimestamp(row.changedAt),
    ...(row.finishedAt && { finishedAt: toTimestamp(row.finishedAt) }),
  };
}
