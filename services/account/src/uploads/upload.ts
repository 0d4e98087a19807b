import { UploadState as S } from "@leashline/proto/leashline/account/v1/upload_state_service_pb.js";

/** Files below this are not split, and every part but the last has it (core §5). */
export const partSize = 5 * 1024 * 1024;
export const partCount = (size: number): number => Math.max(1, Math.ceil(size / partSize));
export const lastPartSize = (size: number): number => size - (partCount(size) - 1) * partSize;

const receivedHours = 24;

/** What nobody completed within a day is called off. */
export const stateAt = (row: { state: S; createTime: Date }, now: Date): S =>
  row.state === S.RECEIVING && now.getTime() - row.createTime.getTime() > receivedHours * 3_600_000 ? S.CANCELLED : row.state;

/** The states each may be left for: what is refused stays refused, what is in place stays there. What was called off may have arrived all the same. */
export const uploadMoves: Readonly<Record<S, readonly S[]>> = {
  [S.UNSPECIFIED]: [],
  [S.RECEIVING]: [S.COMPLETE, S.REFUSED, S.CANCELLED, S.HELD],
  [S.HELD]: [S.COMPLETE, S.REFUSED],
  [S.CANCELLED]: [S.COMPLETE, S.REFUSED, S.HELD],
  [S.COMPLETE]: [],
  [S.REFUSED]: [],
};
export const statesBefore = (next: S): S[] =>
  Object.entries(uploadMoves).flatMap(([state, moves]) => (moves.includes(next) ? [Number(state) as S] : []));

export function jobState(states: readonly S[], cancelled: boolean): S {
  if (states.every((state) => state === S.COMPLETE)) return S.COMPLETE;
  if (cancelled) return S.CANCELLED;
  if (states.includes(S.RECEIVING)) return S.RECEIVING;
  if (states.includes(S.HELD)) return S.HELD;
  return states.includes(S.REFUSED) ? S.REFUSED : S.CANCELLED;
}
