import { CareKind, CareOutcome, type CareSchedule } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";

export const KINDS = [
  { value: String(CareKind.FEEDING), label: "Feeding" },
  { value: String(CareKind.MEDICATION), label: "Medication" },
];

export const kindName = (kind: CareKind): string => KINDS.find((one) => one.value === String(kind))?.label ?? "";

type Given = Pick<CareSchedule, "name" | "amount" | "unit">;

/** What is given, as one says it: "1/2 cup Kibble". */
export const givenText = ({ name, amount, unit }: Given): string =>
  [amount, unit, name]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(" ");

export const outcomeWords: Readonly<Record<CareOutcome, string>> = {
  [CareOutcome.UNSPECIFIED]: "",
  [CareOutcome.GIVEN]: "Given",
  [CareOutcome.NOT_GIVEN]: "Not given",
  [CareOutcome.TAKEN_BACK]: "Undone",
};

type Timed = { time: number; lodgingUnitName: string };

/** Tasks in groups: by their time, or by the room of their pet. */
export const grouped = <T extends Timed>(tasks: readonly T[], by: "time" | "room", timeText: (minute: number) => string) => {
  const titleOf = (task: T): string => (by === "time" ? timeText(task.time) : task.lodgingUnitName || "No room");
  return [...Map.groupBy(tasks, titleOf)].map(([title, own]) => ({ title, tasks: own }));
};
