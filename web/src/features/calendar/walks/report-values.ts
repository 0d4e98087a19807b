import type { Walk } from "@leashline/proto/leashline/calendar/v1/walk_service_pb.js";

/** Marks are numbers of WalkMark as text. */
export type ReportValues = { note: string; photoPaths: string[]; pets: { petId: string; marks: string[] }[] };

/** Every dog of the walk in its turn, also one without marks. */
export const valuesOf = ({ report }: Pick<Walk, "report">, dogs: readonly { petId: string }[]): ReportValues => ({
  note: report?.note ?? "",
  photoPaths: [...(report?.photoPaths ?? [])],
  pets: dogs.map(({ petId }) => ({
    petId,
    marks: (report?.pets.find((one) => one.petId === petId)?.marks ?? []).map(String),
  })),
});

export const reportOf = ({ note, photoPaths, pets }: ReportValues) => ({
  note: note.trim(),
  photoPaths,
  pets: pets.map(({ petId, marks }) => ({ petId, marks: marks.map(Number) })),
});
