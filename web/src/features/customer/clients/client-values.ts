import { type Client, FrequencyType } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import type { Option } from "../../../ui/form/fields.tsx";
import { dayToIso, isDay, isoToDay } from "../../../ui/format/dates.ts";
import { preferredInput, preferredOf } from "../shared/preferred/preferred-values.ts";

export const UNITS = [
  { value: String(FrequencyType.DAY), label: "days" },
  { value: String(FrequencyType.WEEK), label: "weeks" },
  { value: String(FrequencyType.MONTH), label: "months" },
];

export const valuesOf = (client: Client) => ({
  avatarPath: client.avatarPath,
  clientColor: client.clientColor,
  firstName: client.firstName,
  lastName: client.lastName,
  phoneNumber: client.phoneNumber,
  email: client.email,
  birthday: isDay(client.birthday) ? dayToIso(client.birthday) : "",
  frequency: client.preferredFrequencyDay > 0 ? String(client.preferredFrequencyDay) : "",
  frequencyType: String(client.preferredFrequencyType || FrequencyType.WEEK),
  sendAutoEmail: client.sendAutoEmail,
  sendAutoMessage: client.sendAutoMessage,
  isUnsubscribed: client.isUnsubscribed,
  remindedBy: client.apptReminderByList.map(String),
  askedAgainBy: String(client.unconfirmedReminderBy),
  isBlockMessage: client.isBlockMessage,
  isBlockOnlineBooking: client.isBlockOnlineBooking,
  referralSourceId: client.referralSourceId,
  preferredBusinessId: client.preferredBusinessId,
  tags: client.customerTagIdList,
  ...preferredOf(client),
});

type Values = ReturnType<typeof valuesOf>;
export type FaceValues = Pick<Values, "avatarPath" | "clientColor">;
export type HowReachedValues = Pick<
  Values,
  "sendAutoMessage" | "sendAutoEmail" | "remindedBy" | "askedAgainBy" | "isUnsubscribed" | "isBlockMessage" | "isBlockOnlineBooking"
>;

const WAYS: readonly Option[] = [
  { value: "1", label: "Text" },
  { value: "2", label: "Email" },
];
/** Nothing goes out by itself for it, so it is shown only where it was brought along from elsewhere. */
const CALL: Option = { value: "3", label: "Call" };

export const reminderWays = (stored: readonly string[]): readonly Option[] => (stored.includes(CALL.value) ? [...WAYS, CALL] : WAYS);

export const againWays = (stored: string): readonly Option[] => [{ value: "0", label: "The same way" }, ...reminderWays([stored])];

const reachedInput = ({ remindedBy, askedAgainBy }: Pick<Values, "remindedBy" | "askedAgainBy">) => ({
  apptReminderByList: remindedBy.map(Number),
  unconfirmedReminderBy: Number(askedAgainBy),
});

/** How often they come; while no number is given the unit stays as it is stored. */
const everyInput = (
  { frequency, frequencyType }: Pick<Values, "frequency" | "frequencyType">,
  { preferredFrequencyType: stored }: Pick<Client, "preferredFrequencyType">,
) => ({
  preferredFrequencyDay: Number(frequency) || 0,
  preferredFrequencyType: Number(frequency) > 0 ? Number(frequencyType) : stored,
});

/** A client's page as it is saved, and as it was when that is taken back. */
export const clientInput = (
  { birthday, frequency, frequencyType, tags, remindedBy, askedAgainBy, ...values }: Values,
  client: Pick<Client, "preferredFrequencyType">,
) => {
  const { preferredGroomerId, preferredDay, preferredFrom, preferredUntil, ...plain } = values;
  const day = isoToDay(birthday);
  return {
    ...plain,
    ...(day && { birthday: day }),
    ...everyInput({ frequency, frequencyType }, client),
    customerTagIdList: tags,
    ...preferredInput({ preferredGroomerId, preferredDay, preferredFrom, preferredUntil }),
    ...reachedInput({ remindedBy, askedAgainBy }),
  };
};

type Place = { id: string; name: string };

/** Where a client may be at home: one of the locations, or where they are now, though that is not among them; nothing to choose where there is one. */
export function locationOptions(locations: readonly Place[], now: string): { value: string; label: string }[] {
  const known = locations.map(({ id, name }) => ({ value: id, label: name }));
  if (known.some(({ value }) => value === now)) return known.length > 1 ? known : [];
  return [{ value: now, label: now === "0" ? "No location in particular" : "Another location" }, ...known];
}
