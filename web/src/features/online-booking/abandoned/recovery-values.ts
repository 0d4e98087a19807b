import { BookingStep } from "@leashline/proto/leashline/online_booking/v1/booking_flow_pb.js";
import { type RecoveryMessageSetting, RecoverySendOutType } from "@leashline/proto/leashline/online_booking/v1/recovery_message_pb.js";
import { choicesWith } from "../../../ui/form/choices.ts";
import { plural } from "../../../ui/format/text.ts";

export type Values = {
  isEnabled: boolean;
  clientTypes: string[];
  abandonedSteps: string[];
  message: string;
  sendOutType: string;
  days: string;
  minute: number | undefined;
  wait: string;
};

export const WAIT = String(RecoverySendOutType.WAIT_FOR);
export const DAYS = String(RecoverySendOutType.ON_SPECIFIC_DAYS);

/** The three sets of days there are (growth §4). */
export const daySets = [
  { value: "everyday", label: "Every day", days: [0, 1, 2, 3, 4, 5, 6] },
  { value: "weekday", label: "Weekdays", days: [1, 2, 3, 4, 5] },
  { value: "weekend", label: "Weekends", days: [0, 6] },
] as const;
const daySetOf = (days: readonly number[]): string => daySets.find((one) => one.days.length === days.length)?.value ?? "everyday";

const waits = [15, 30, 60, 120, 240, 720, 1440, 2880];
const waitText = (minutes: number): string => {
  if (minutes % 1440 === 0) return plural(minutes / 1440, "day");
  return minutes % 60 === 0 ? plural(minutes / 60, "hour") : plural(minutes, "minute");
};
export const waitOptions = (chosen: string) => choicesWith(waits, chosen, (minutes) => `${waitText(minutes)} after they left`);

/** Where one can stop on the page; those who stopped elsewhere are met by "anywhere" only. */
export const stepOptions = [
  { value: String(BookingStep.SELECT_PET), label: "Pet" },
  { value: String(BookingStep.SELECT_SERVICE), label: "Service" },
  { value: String(BookingStep.SELECT_DATE), label: "Date" },
  { value: String(BookingStep.SELECT_TIME), label: "Time" },
  { value: String(BookingStep.PERSONAL_INFO), label: "Personal info" },
];

export const valuesOf = (known: RecoveryMessageSetting): Values => ({
  isEnabled: known.isEnabled,
  clientTypes: known.clientTypes.map(String),
  abandonedSteps: known.abandonedSteps.map(String),
  message: known.message,
  sendOutType: String(known.sendOutType),
  days: daySetOf(known.onTypeDays),
  minute: known.onTypeMinute,
  wait: String(known.waitForTypeMinute),
});

const same = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((one, at) => one === b[at]);

/** Only what was changed is sent, named, so that somebody else's change beside it stays. */
export const changeOf = (values: Values, known: RecoveryMessageSetting) => {
  const wanted = {
    isEnabled: values.isEnabled,
    clientTypes: values.clientTypes.map(Number),
    abandonedSteps: values.abandonedSteps.map(Number),
    message: values.message.trim(),
    sendOutType: Number(values.sendOutType),
    onTypeDays: [...(daySets.find(({ value }) => value === values.days)?.days ?? [])],
    onTypeMinute: values.minute ?? known.onTypeMinute,
    waitForTypeMinute: Number(values.wait),
  };
  const fields = Object.keys(wanted) as (keyof typeof wanted)[];
  const changed = fields.filter((field) => {
    const [now, before] = [wanted[field], known[field]];
    return Array.isArray(now) ? !same(now, before as number[]) : now !== before;
  });
  const snake = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return {
    ...Object.fromEntries(changed.map((field) => [field, wanted[field]])),
    updateMask: { paths: changed.map(snake) },
    version: known.version,
  };
};
