import type { WaitlistOfferSetting } from "@leashline/proto/leashline/online_booking/v1/waitlist_offer_setting_pb.js";
import { choicesWith } from "../../../ui/form/choices.ts";
import { plural } from "../../../ui/format/text.ts";

export type Values = {
  way: string;
  answer: string;
  cutOff: string;
  quietFrom: number | undefined;
  quietTo: number | undefined;
};

export const BY_HAND = "hand";
export const BY_ITSELF = "itself";
export const ways = [
  { value: BY_HAND, label: "Your staff offer it" },
  { value: BY_ITSELF, label: "Offer it automatically, one client after another" },
];

const answers = [15, 30, 60, 120, 240, 720, 1440];
const cutOffs = [0, 60, 120, 240, 720, 1440, 2880];
const timeText = (minutes: number): string => {
  if (minutes % 1440 === 0) return plural(minutes / 1440, "day");
  return minutes % 60 === 0 ? plural(minutes / 60, "hour") : plural(minutes, "minute");
};

export const answerOptions = (chosen: string) => choicesWith(answers, chosen, timeText);
export const cutOffOptions = (chosen: string) =>
  choicesWith(cutOffs, chosen, (minutes) => (minutes === 0 ? "Until it begins" : `${timeText(minutes)} before it begins`));

export const valuesOf = (known: WaitlistOfferSetting): Values => ({
  way: known.byItself ? BY_ITSELF : BY_HAND,
  answer: String(known.answerMinutes),
  cutOff: String(known.cutOffMinutes),
  quietFrom: known.quietFrom,
  quietTo: known.quietTo,
});

/** Only what was changed is sent, named, so that somebody else's change beside it stays. */
export function changeOf({ way, answer, cutOff, quietFrom, quietTo }: Values, known: WaitlistOfferSetting) {
  const wanted = {
    byItself: way === BY_ITSELF,
    answerMinutes: Number(answer),
    cutOffMinutes: Number(cutOff),
    quietFrom: quietFrom ?? known.quietFrom,
    quietTo: quietTo ?? known.quietTo,
  };
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((name) => wanted[name] !== known[name]);
  const paths = names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  return { ...wanted, version: known.version, updateMask: { paths } };
}
